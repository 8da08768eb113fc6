//! The literals ComfyUI accepts as a number, text, a boolean or a choice.

use serde_json::{Value as Json, json};

use super::coerce;
use crate::nodes;

/// The type and text of a coerced literal, or the type of its error.
fn coerced(class: &str, input: &str, value: Json) -> String {
    let input = nodes::class(class).unwrap().input(input).unwrap();
    match coerce(input, &value) {
        Ok(value) => format!("{} {}", value.type_phrase(), value.preview_text()),
        Err(error) => error.kind.to_owned(),
    }
}

#[test]
fn integers_are_accepted_in_many_forms() {
    let width = |value: Json| coerced("EmptyImage", "width", value);
    for (given, number) in [
        (json!("65"), 65),
        (json!(" 65 "), 65),
        (json!(64.9), 64),
        (json!(true), 1),
    ] {
        assert_eq!(width(given), format!("an integer {number}"));
    }
    for given in [
        json!("20.5"),
        json!("abc"),
        json!(""),
        json!(null),
        json!({}),
        json!([1]),
    ] {
        assert_eq!(width(given.clone()), "invalid_input_type", "{given}");
    }
    assert_eq!(width(json!(false)), "value_smaller_than_min");
    assert_eq!(width(json!(u64::MAX)), "value_bigger_than_max");
    assert_eq!(
        width(serde_json::from_str("1e300").unwrap()),
        "value_bigger_than_max"
    );
    assert_eq!(width(json!({ "__value__": 7 })), "an integer 7");
}

#[test]
fn an_integer_keeps_every_digit() {
    let value = |value: Json| coerced("PrimitiveInt", "value", value);
    assert_eq!(value(json!(i64::MAX)), "an integer 9223372036854775807");
    assert_eq!(
        value(json!("-9223372036854775807")),
        "an integer -9223372036854775807"
    );
    assert_eq!(value(json!(i64::MIN)), "value_smaller_than_min");
    assert_eq!(value(json!("9223372036854775808")), "value_bigger_than_max");
}

#[test]
fn decimal_numbers_are_accepted_in_many_forms() {
    let sigma = |value: Json| coerced("ImageBlur", "sigma", value);
    for (given, number) in [
        (json!("2.5"), "2.5"),
        (json!(3), "3.0"),
        (json!(true), "1.0"),
        (json!("1e0"), "1.0"),
    ] {
        assert_eq!(sigma(given), format!("a number {number}"));
    }
    for given in [json!("a"), json!(null), json!("nan"), json!("inf")] {
        assert_eq!(sigma(given.clone()), "invalid_input_type", "{given}");
    }
    assert_eq!(sigma(json!(0.05)), "value_smaller_than_min");
    assert_eq!(sigma(json!(10.5)), "value_bigger_than_max");
}

#[test]
fn any_value_can_be_text() {
    let text = |value: Json| coerced("PrimitiveString", "value", value);
    for (given, shown) in [
        (json!(5), "5"),
        (json!(1.5), "1.5"),
        (json!(false), "False"),
        (json!(null), "None"),
    ] {
        assert_eq!(text(given), format!("text {shown}"));
    }
}

#[test]
fn non_empty_text_is_true() {
    let flag = |value: Json| coerced("PrimitiveBoolean", "value", value);
    for given in [json!("false"), json!(1), json!(true), json!({ "a": 1 })] {
        assert_eq!(flag(given), "a boolean True");
    }
    for given in [json!(""), json!(0), json!(0.0), json!(null), json!(false)] {
        assert_eq!(flag(given), "a boolean False");
    }
}

#[test]
fn a_choice_must_match_exactly() {
    let crop = |value: Json| coerced("ImageScale", "crop", value);
    assert_eq!(crop(json!("center")), "text center");
    for given in [json!("Center"), json!(0), json!(null)] {
        assert_eq!(crop(given), "value_not_in_list");
    }
}
