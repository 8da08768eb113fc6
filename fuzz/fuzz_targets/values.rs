//! Values that are checked against a schema, and how schemas change.
#![no_main]

use flowdeck::schema::{InputSchema, changes, check, check_with};
use flowdeck_fuzz::Form;
use libfuzzer_sys::fuzz_target;

#[derive(Debug, arbitrary::Arbitrary)]
struct Case {
    old: Form,
    new: Form,
    additional: Form,
    values: Vec<flowdeck_fuzz::Given>,
    bytes: Vec<u8>,
}

fuzz_target!(|case: Case| {
    let (old, new) = (case.old.schema(), case.new.schema());
    assert_eq!(changes(&old, &old), []);
    flowdeck_fuzz::is_kept(None, &old);
    let values: Vec<_> = case.values.iter().map(|given| given.value(&old)).collect();
    for error in check(&old, &values) {
        assert!(
            old.field(&error.field).is_some() && !error.msg.is_empty(),
            "{error:?}"
        );
    }
    check_with(&old, &case.additional.additional(), &values);
    is_warned_of(&old, &new, &values);
    flowdeck_fuzz::is_filled(&old, &values);
    flowdeck::schema::sniff(&case.bytes);
});

/// Values that did and do no more are warned of.
fn is_warned_of(
    old: &InputSchema,
    new: &InputSchema,
    values: &[(String, flowdeck::schema::Input)],
) {
    let changes = changes(old, new);
    assert!(changes.iter().all(|change| !change.message.is_empty()));
    if check(old, values).is_empty() && !changes.iter().any(|change| change.breaks) {
        let known = values.iter().filter(|(name, _)| old.taking(name).is_some());
        let known: Vec<_> = known.cloned().collect();
        assert_eq!(check(new, &known), [], "{old:?}\n{new:?}\n{known:?}");
    }
}
