use super::*;

#[test]
fn classes_are_sorted_and_unique() {
    assert!(CORE_WIDGETS.is_sorted_by(|(one, _), (next, _)| one < next));
}
