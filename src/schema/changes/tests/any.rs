use super::*;
use crate::tests::arbitrary;
use crate::{FieldValue, check};

proptest::proptest! {
    #[test]
    fn a_schema_has_no_changes_from_itself(schema in arbitrary::schema()) {
        assert_eq!(changes(&schema, &schema), []);
    }

    #[test]
    fn a_value_that_becomes_invalid_is_always_announced(
        old in arbitrary::schema(),
        new in arbitrary::schema(),
        value in proptest::sample::select(vec!["", "7", "0.5", "true", "a", "-99999999999"]),
    ) {
        let name = old.fields[0].name.clone();
        let mut now = new.fields[0].clone();
        now.name.clone_from(&name);
        let one = |field: &Field| schema(vec![field.clone()]);
        let (before, after) = (one(&old.fields[0]), one(&now));
        let values = [(name, FieldValue::Text(value.to_owned()))];
        if check(&before, &values).is_empty() && !check(&after, &values).is_empty() {
            let found = changes(&before, &after);
            assert!(found.iter().any(|change| change.breaks), "{found:?}");
        }
    }
}
