use super::{MAX_RUNS, Variation};
use crate::messages as say;

#[test]
fn a_list_has_one_value_per_line() {
    let settings = Variation {
        list: " a \n\nb c\n".to_owned(),
        ..Variation::default()
    };
    assert_eq!(
        settings.texts(false),
        Ok(vec!["a".to_owned(), "b c".to_owned()])
    );
}

#[test]
fn a_list_of_too_many_values_is_rejected() {
    let settings = Variation {
        list: vec!["x"; MAX_RUNS + 1].join("\n"),
        ..Variation::default()
    };
    assert_eq!(settings.texts(false), Err(say::BATCH_TOO_LARGE));
}

#[test]
fn numbers_may_share_a_line() {
    for (list, expected) in [
        ("1, 5, 9", vec!["1", "5", "9"]),
        ("1,5;9\n0.5,", vec!["1", "5", "9", "0.5"]),
        // Perhaps a thousand, so the check explains how to write it.
        ("1,024", vec!["1,024"]),
        ("1,024, 7", vec!["1,024", "7"]),
        ("big", vec!["big"]),
    ] {
        let settings = Variation {
            list: list.to_owned(),
            ..Variation::default()
        };
        let expected = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(settings.texts(true), Ok(expected), "{list}");
    }
}
