use super::*;
use crate::playground::ui::StoredValue;

#[test]
fn the_owner_of_a_removed_entry_is_reused() {
    let owners = Owners {
        list: Owner::new(),
        spare: Rc::default(),
    };
    let owner = owners.take();
    let kept = owner.with(|| StoredValue::new("of the entry"));
    owners.give_back(owner.clone());
    assert_eq!(kept.try_with_value(|value| *value), None);
    assert_eq!(owners.take(), owner);
    assert_ne!(owners.take(), owner);
}
