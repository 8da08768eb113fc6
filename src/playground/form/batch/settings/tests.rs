use super::{BatchSettings, MAX_RUNS};
use crate::playground::messages as say;

#[test]
fn a_list_has_one_value_per_line() {
    let settings = BatchSettings {
        list: " a \n\nb c\n".to_owned(),
        ..BatchSettings::default()
    };
    assert_eq!(settings.texts(), Ok(vec!["a".to_owned(), "b c".to_owned()]));
}

#[test]
fn a_list_of_too_many_values_is_rejected() {
    let settings = BatchSettings {
        list: vec!["x"; MAX_RUNS + 1].join("\n"),
        ..BatchSettings::default()
    };
    assert_eq!(settings.texts(), Err(say::BATCH_TOO_LARGE));
}
