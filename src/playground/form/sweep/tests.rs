use super::{MOST, Sweep, range};
use crate::playground::messages as say;

fn numbers(bounds: [&str; 3]) -> Result<String, crate::playground::language::Message> {
    range(&bounds.map(str::to_owned)).map(|values| values.join(" "))
}

#[test]
fn a_range_holds_its_first_and_its_last() {
    assert_eq!(numbers(["0.1", "0.5", "0.2"]), Ok("0.1 0.3 0.5".to_owned()));
}

#[test]
fn a_range_keeps_the_digits_that_a_float_loses() {
    assert_eq!(
        numbers(["18446744073709551614", "18446744073709551615", "1"]),
        Ok("18446744073709551614 18446744073709551615".to_owned())
    );
}

#[test]
fn a_range_ends_before_a_last_that_its_step_does_not_meet() {
    assert_eq!(numbers(["1", "6", "2"]), Ok("1 3 5".to_owned()));
}

#[test]
fn a_range_goes_down_by_a_negative_step() {
    assert_eq!(numbers(["3", "1", "-1"]), Ok("3 2 1".to_owned()));
}

#[test]
fn a_range_that_never_arrives_is_refused() {
    assert_eq!(numbers(["1", "3", "0"]), Err(say::SWEEP_NO_STEP));
    assert_eq!(numbers(["1", "3", "-1"]), Err(say::SWEEP_NO_STEP));
    assert_eq!(numbers(["1", "", "1"]), Err(say::SWEEP_NO_RANGE));
}

#[test]
fn more_runs_than_a_press_may_make_are_refused() {
    assert_eq!(
        numbers(["1", "100000000000", "1"]),
        Err(say::SWEEP_TOO_MANY)
    );
    let list = vec!["x"; MOST + 1].join("\n");
    let sweep = Sweep {
        list,
        ..Sweep::default()
    };
    assert_eq!(sweep.values(), Err(say::SWEEP_TOO_MANY));
}

#[test]
fn a_list_has_a_value_a_line() {
    let sweep = Sweep {
        list: " a \n\nb c\n".to_owned(),
        ..Sweep::default()
    };
    assert_eq!(sweep.values(), Ok(vec!["a".to_owned(), "b c".to_owned()]));
}
