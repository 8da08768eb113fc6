use super::*;
use crate::StoredValue;

#[test]
fn an_owner_that_was_given_back_is_reused() {
    let owners = Owner::new().with(Owners::new);
    let owner = owners.take();
    let kept = owner.with(|| StoredValue::new("of the entry"));
    owners.give_back(owner.clone());
    assert_eq!(kept.try_with_value(|value| *value), None);
    assert_eq!(owners.take(), owner);
    assert_ne!(owners.take(), owner);
}
