//! Checks of values against a schema, and changes between schemas.
#![no_main]

use schema::{InputSchema, changes, check, check_with};
use flowdeck_fuzz::Form;
use libfuzzer_sys::fuzz_target;

#[derive(Debug, arbitrary::Arbitrary)]
struct Case {
    old: Form,
    new: Form,
    additional: Form,
    values: Vec<flowdeck_fuzz::FormValue>,
    bytes: Vec<u8>,
}

fuzz_target!(|case: Case| {
    let (old, new) = (case.old.schema(), case.new.schema());
    assert_eq!(changes(&old, &old), []);
    flowdeck_fuzz::schema_round_trips(None, &old);
    let values: Vec<_> = case.values.iter().map(|given| given.value(&old)).collect();
    for error in check(&old, &values) {
        assert!(
            old.field(&error.field).is_some() && !error.msg.is_empty(),
            "{error:?}"
        );
    }
    check_with(&old, &case.additional.additional(), &values);
    breaks_are_announced(&old, &new, &values);
    flowdeck_fuzz::fills_are_json(&old, &values);
    schema::sniff(&case.bytes);
});

/// If valid values become invalid, a breaking change says so.
fn breaks_are_announced(
    old: &InputSchema,
    new: &InputSchema,
    values: &[(String, schema::FieldValue)],
) {
    let changes = changes(old, new);
    assert!(changes.iter().all(|change| !change.message.is_empty()));
    if check(old, values).is_empty() && !changes.iter().any(|change| change.breaks) {
        let known = values.iter().filter(|(name, _)| old.taking(name).is_some());
        let known: Vec<_> = known.cloned().collect();
        assert_eq!(check(new, &known), [], "{old:?}\n{new:?}\n{known:?}");
    }
}
