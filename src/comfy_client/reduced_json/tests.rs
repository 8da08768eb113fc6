use serde_json::json;

use super::*;

const PLENTY: usize = 1 << 20;

fn part(value: &Value, keep: &Keep<'_>) -> Value {
    read(value.to_string().as_bytes(), keep, PLENTY).unwrap()
}

#[test]
fn everything_is_kept_with_the_digits_of_numbers() {
    let text = r#"{"a":[1,-2.50,18446744073709551616,null,true,"x\u0001"],"b":{}}"#;
    let value = read(text.as_bytes(), &Keep::All, PLENTY).unwrap();
    assert_eq!(value.to_string(), text);
}

#[test]
fn only_the_named_members_and_items_are_kept() {
    let keep = Keep::Each(&Keep::Members(&[
        ("a", Keep::All),
        ("list", Keep::Items(&[Keep::Nothing, Keep::All])),
    ]));
    let value = json!({ "x": { "a": [1], "b": [2], "list": [[3], 4, 5] }, "y": 6 });
    let expected = json!({ "x": { "a": [1], "list": [null, 4] }, "y": 6 });
    assert_eq!(part(&value, &keep), expected);
}

#[test]
fn a_value_of_another_kind_becomes_empty() {
    let members = Keep::Members(&[("a", Keep::All)]);
    assert_eq!(part(&json!([1, 2]), &members), json!([]));
    let items = Keep::Items(&[Keep::All]);
    assert_eq!(part(&json!({ "a": 1 }), &items), json!({}));
}

#[test]
fn values_beyond_the_memory_are_an_error() {
    let many = format!("[{}0]", "0,".repeat(PLENTY / VALUE));
    assert!(read(many.as_bytes(), &Keep::All, PLENTY).is_err());
    assert!(read(many.as_bytes(), &Keep::Items(&[Keep::All]), PLENTY).is_ok());
    let long = json!("x".repeat(PLENTY)).to_string();
    assert!(read(long.as_bytes(), &Keep::All, PLENTY).is_err());
}

#[test]
fn incomplete_and_nested_texts_are_errors() {
    for text in ["", "{", "[1", "[1] 2", "{\"a\" 1}"] {
        assert!(read(text.as_bytes(), &Keep::All, PLENTY).is_err(), "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(read(deep.as_bytes(), &Keep::All, PLENTY).is_err());
    assert!(read(deep.as_bytes(), &Keep::Nothing, PLENTY).is_err());
}

#[test]
fn what_is_nested_too_deeply_is_left_out() {
    let deep = format!(
        "{{\"a\": {}{}, \"b\": 1}}",
        "[".repeat(500),
        "]".repeat(500)
    );
    let read = read(deep.as_bytes(), &Keep::All, PLENTY).unwrap();
    assert_eq!(read["b"], 1);
}
