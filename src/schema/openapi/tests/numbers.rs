use super::*;

#[test]
fn an_exclusive_bound_of_whole_numbers_becomes_the_next_number() {
    let cases = [
        (
            json!({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10}),
            Some("1"),
            Some("9"),
        ),
        (
            json!({"type": "integer", "minimum": 0, "exclusiveMinimum": true}),
            Some("1"),
            None,
        ),
        (
            json!({"type": "integer", "minimum": 5, "exclusiveMinimum": 0}),
            Some("5"),
            None,
        ),
        (
            json!({"type": "integer", "minimum": 0, "exclusiveMinimum": 5}),
            Some("6"),
            None,
        ),
        (
            json!({"type": "integer", "exclusiveMinimum": -0.5}),
            Some("0"),
            None,
        ),
        (
            json!({"type": "integer", "maximum": 3, "exclusiveMaximum": 3}),
            None,
            Some("2"),
        ),
    ];
    for (property, min, max) in cases {
        assert_eq!(
            field(property.clone()).kind,
            number(true, min, max, None),
            "{property}"
        );
    }
    let decimal = field(json!({"type": "number", "exclusiveMinimum": 0}));
    assert_eq!(decimal.kind, number(false, Some("0"), None, None));
}

#[test]
fn bounds_and_defaults_keep_their_digits() {
    let property = r#"{"type": "integer", "minimum": -9223372036854775808,
        "maximum": 18446744073709551615, "default": 18446744073709551614}"#;
    let seed = field(serde_json::from_str(property).unwrap());
    let (min, max) = ("-9223372036854775808", "18446744073709551615");
    assert_eq!(seed.kind, number(true, Some(min), Some(max), None));
    assert_eq!(seed.default.as_deref(), Some("18446744073709551614"));
}

#[test]
fn large_whole_numbers_may_be_sent_as_text_and_keep_their_digits() {
    for (max, format) in [
        ("9007199254740991", None),
        ("9007199254740992", Some("int64")),
        ("9223372036854775807", Some("int64")),
        ("18446744073709551615", Some("uint64")),
    ] {
        let mut seed = Field::new("seed", number(true, Some("0"), Some(max), None));
        seed.default = Some(max.to_owned());
        let schema = InputSchema {
            fields: vec![seed],
            outputs: Vec::new(),
        };
        let written = document(&[("a".to_owned(), "A".to_owned(), schema.clone())], "/");
        let property = &written["components"]["schemas"]["AInputs"]["properties"]["seed"];
        let expected = match format {
            None => json!("integer"),
            Some(_) => json!(["integer", "string"]),
        };
        assert_eq!(property["type"], expected, "{max}");
        assert_eq!(property["format"].as_str(), format, "{max}");
        assert_eq!(property["maximum"].to_string(), max);
        assert_eq!(property["default"].to_string(), max);
        let (read, problems) = read(&serde_json::from_str(&written.to_string()).unwrap());
        assert_eq!(messages(&problems), [""; 0]);
        assert_eq!(read, [(Some("a".to_owned()), schema)]);
    }
}
