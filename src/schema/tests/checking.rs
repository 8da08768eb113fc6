use super::*;

#[test]
fn numbers() {
    let integer = field(
        "InputNumber",
        json!({"min": 1, "max": 100, "integer": true, "default": 5}),
    );
    let decimal = field("InputSlider", json!({"min": 0.1, "max": 10}));
    let cases = [
        (&integer, "1", "ok"),
        (&integer, " 100 ", "ok"),
        (&integer, "20.0", "ok"),
        (&integer, "1e1", "ok"),
        (&integer, "20.5", "int_parsing"),
        (&integer, "ten", "int_parsing"),
        (&integer, "1_000", "int_parsing"),
        (&integer, "0x10", "int_parsing"),
        (&integer, "٣", "int_parsing"),
        (&integer, "0", "greater_than_equal"),
        (&integer, "-5", "greater_than_equal"),
        (&integer, "101", "less_than_equal"),
        (&integer, "", "ok"),
        (&decimal, "0.10", "ok"),
        (&decimal, "0.09999999999999999999", "greater_than_equal"),
        (&decimal, "10.00000000000000000001", "less_than_equal"),
        (&decimal, "NaN", "float_parsing"),
        (&decimal, "inf", "float_parsing"),
        (&decimal, "1,5", "float_parsing"),
        (&decimal, "1e999", "decimal_max_digits"),
    ];
    for (field, value, expected) in cases {
        assert_eq!(checked(field, text(value)), expected, "{value:?}");
    }
}

#[test]
fn a_bound_beyond_2_to_the_53_is_exact() {
    let max: Value =
        serde_json::from_str(r#"{"max": 18446744073709551615, "integer": true}"#).unwrap();
    let seed = field("InputNumber", max);
    assert_eq!(checked(&seed, text("18446744073709551615")), "ok");
    assert_eq!(
        checked(&seed, text("18446744073709551616")),
        "less_than_equal"
    );
}

#[test]
fn texts() {
    let short = field("InputText", json!({"max_length": 3, "required": true}));
    assert_eq!(checked(&short, text("äöü")), "ok");
    assert_eq!(checked(&short, text("abcd")), "string_too_long");
    assert_eq!(checked(&short, text("")), "missing");
    assert_eq!(checked(&short, text(" \n")), "missing");
    assert_eq!(
        checked(&field("InputText", json!({"default": "a"})), text("")),
        "ok"
    );
    assert_eq!(
        checked(&short, file("a.txt", "text/plain", 3)),
        "string_type"
    );
}

#[test]
fn booleans_and_choices() {
    let boolean = field("InputBoolean", json!({}));
    for (value, expected) in [
        ("true", "ok"),
        ("False", "ok"),
        ("0", "ok"),
        ("maybe", "bool_parsing"),
    ] {
        assert_eq!(checked(&boolean, text(value)), expected, "{value}");
    }
    let choice = field("InputChoice", json!({"options": ["a", "b"]}));
    assert_eq!(checked(&choice, text("b")), "ok");
    assert_eq!(checked(&choice, text("B")), "enum");
}

#[test]
fn files() {
    let image = field("InputImage", json!({}));
    let cases = [
        (file("a.png", "image/png", 10), "ok"),
        (file("a.png", "IMAGE/PNG", 10), "ok"),
        (file("a.txt", "text/plain", 10), "file_type"),
        (file("a", "", 10), "ok"),
        (file("a.png", "application/octet-stream", 10), "ok"),
        (file("a.png", "image/png", 0), "file_empty"),
        (file("", "application/octet-stream", 0), "missing"),
        (text("/etc/passwd"), "file_type"),
        (text(""), "missing"),
    ];
    for (value, expected) in cases {
        assert_eq!(checked(&image, value.clone()), expected, "{value:?}");
    }
    let optional = field("InputImage", json!({"required": false}));
    assert_eq!(
        checked(&optional, file("", "application/octet-stream", 0)),
        "ok"
    );
    assert_eq!(checked(&optional, text("")), "ok");
}

#[test]
fn an_absent_required_field_is_missing_unless_it_has_a_default() {
    let without = field("InputNumber", json!({"required": true}));
    let with = field("InputNumber", json!({"required": true, "default": 1}));
    let schema = |field: &Field| InputSchema {
        fields: vec![field.clone()],
        outputs: Vec::new(),
    };
    assert_eq!(check(&schema(&without), &[])[0].kind, "missing");
    assert_eq!(check(&schema(&with), &[]), []);
}

#[test]
fn one_field_takes_one_value() {
    let field = field("InputText", json!({"name": "a"}));
    let schema = InputSchema {
        fields: vec![field],
        outputs: Vec::new(),
    };
    let errors = check(&schema, &[("a".into(), text("1")), ("a".into(), text("2"))]);
    assert_eq!(errors[0].kind, "too_many");
}

#[test]
fn additional_fields_pass() {
    assert_eq!(
        check(&InputSchema::default(), &[("more".into(), text("x"))]),
        []
    );
}

#[test]
fn a_message_truncates_quoted_values() {
    let field = field("InputNumber", json!({"name": "n"}));
    let schema = InputSchema {
        fields: vec![field],
        outputs: Vec::new(),
    };
    let errors = check(&schema, &[("n".into(), text(&"x".repeat(10_000)))]);
    assert!(errors[0].msg.len() < 100, "{}", errors[0].msg);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_a_check_panic(value in ".*") {
        let fields = vec![
            field("InputNumber", json!({"name": "a", "min": 0.5, "max": 5})),
            field("InputBoolean", json!({"name": "b"})),
        ];
        let values = [("a".to_owned(), text(&value)), ("b".to_owned(), text(&value))];
        check(&InputSchema { fields, outputs: Vec::new() }, &values);
    }

    #[test]
    fn every_64_bit_integer_is_accepted(value: i64) {
        let field = field("InputNumber", json!({"integer": true}));
        assert_eq!(checked(&field, text(&value.to_string())), "ok");
    }
}

#[test]
fn an_empty_number_is_missing_only_if_required() {
    let free = field("InputNumber", json!({"default": 5}));
    let needed = field("InputNumber", json!({"default": 5, "required": true}));
    let bare = field("InputNumber", json!({}));
    assert_eq!(checked(&free, text("")), "ok");
    assert_eq!(checked(&needed, text("")), "missing");
    assert_eq!(checked(&bare, text("")), "missing");
}
