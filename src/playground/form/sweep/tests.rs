use super::{MOST, Sweep, few, range};
use crate::playground::messages as say;
use crate::schema::Bounds;

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
    assert_eq!(numbers(["1", "3", "0"]), Err(say::BATCH_STEP_INVALID));
    assert_eq!(numbers(["1", "3", "-1"]), Err(say::BATCH_STEP_INVALID));
    assert_eq!(numbers(["1", "", "1"]), Err(say::BATCH_RANGE_INVALID));
}

#[test]
fn more_runs_than_a_press_may_make_are_refused() {
    assert_eq!(
        numbers(["1", "100000000000", "1"]),
        Err(say::BATCH_TOO_LARGE)
    );
    let list = vec!["x"; MOST + 1].join("\n");
    let sweep = Sweep {
        list,
        ..Sweep::default()
    };
    assert_eq!(sweep.values(), Err(say::BATCH_TOO_LARGE));
}

#[test]
fn a_list_has_a_value_a_line() {
    let sweep = Sweep {
        list: " a \n\nb c\n".to_owned(),
        ..Sweep::default()
    };
    assert_eq!(sweep.values(), Ok(vec!["a".to_owned(), "b c".to_owned()]));
}

#[test]
fn bounds_give_a_few_values_that_their_field_takes() {
    let values = |min: &str, max: &str, step: Option<&str>, integer| {
        let own = |text: &str| Some(text.to_owned());
        let bounds = Bounds {
            min: own(min),
            max: own(max),
            step: step.map(str::to_owned),
            integer,
        };
        few(&bounds).map(|few| range(&few).map(|values| values.join(" ")))
    };
    let all = |text: &str| Some(Ok(text.to_owned()));
    assert_eq!(values("1", "3", None, true), all("1 2 3"));
    assert_eq!(values("0", "1", None, false), all("0 0.25 0.5 0.75 1"));
    assert_eq!(
        values("64", "2048", Some("64"), true),
        all("64 576 1088 1600")
    );
    assert_eq!(
        values("0", "18446744073709551615", None, true)
            .unwrap()
            .unwrap()
            .split(' ')
            .count(),
        4
    );
    assert_eq!(values("0", "big", None, false), None);
}
