use super::{default_range, range_values};
use crate::language::Message;
use crate::messages as say;
use schema::Bounds;

const MAX: usize = 500;

fn numbers(bounds: [&str; 3]) -> Result<String, Message> {
    range_values(&bounds.map(str::to_owned), MAX).map(|values| values.join(" "))
}

#[test]
fn a_range_includes_its_first_and_last_value() {
    assert_eq!(numbers(["0.1", "0.5", "0.2"]), Ok("0.1 0.3 0.5".to_owned()));
}

#[test]
fn a_range_keeps_digits_that_a_float_would_lose() {
    assert_eq!(
        numbers(["18446744073709551614", "18446744073709551615", "1"]),
        Ok("18446744073709551614 18446744073709551615".to_owned())
    );
}

#[test]
fn a_range_ends_before_a_last_value_that_no_step_reaches() {
    assert_eq!(numbers(["1", "6", "2"]), Ok("1 3 5".to_owned()));
}

#[test]
fn a_negative_step_counts_down() {
    assert_eq!(numbers(["3", "1", "-1"]), Ok("3 2 1".to_owned()));
}

#[test]
fn a_range_that_never_reaches_its_end_is_rejected() {
    assert_eq!(numbers(["1", "3", "0"]), Err(say::BATCH_STEP_INVALID));
    assert_eq!(numbers(["1", "3", "-1"]), Err(say::BATCH_STEP_INVALID));
    assert_eq!(numbers(["1", "", "1"]), Err(say::BATCH_RANGE_INVALID));
}

#[test]
fn a_range_of_too_many_values_is_rejected() {
    assert_eq!(
        numbers(["1", "100000000000", "1"]),
        Err(say::BATCH_TOO_LARGE)
    );
}

#[test]
fn a_default_range_has_a_few_values_that_its_field_accepts() {
    let values = |min: &str, max: &str, step: Option<&str>, integer| {
        let own = |text: &str| Some(text.to_owned());
        let bounds = Bounds {
            min: own(min),
            max: own(max),
            step: step.map(str::to_owned),
            integer,
        };
        default_range(&bounds).map(|range| range_values(&range, MAX).map(|values| values.join(" ")))
    };
    let all = |text: &str| Some(Ok(text.to_owned()));
    assert_eq!(values("1", "3", None, true), all("1 2 3"));
    assert_eq!(values("0", "1", None, false), all("0 0.25 0.5 0.75 1"));
    assert_eq!(
        values("64", "2048", Some("64"), true),
        all("64 576 1088 1600")
    );
    assert_eq!(values("1", "31", None, true), all("1 7 13 19 25 31"));
    assert_eq!(
        values("0", "18446744073709551615", None, true)
            .unwrap()
            .unwrap()
            .split(' ')
            .count(),
        6
    );
    assert_eq!(values("0", "big", None, false), None);
}
