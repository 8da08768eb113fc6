use super::range_values;
use crate::language::Message;
use crate::messages as say;

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
