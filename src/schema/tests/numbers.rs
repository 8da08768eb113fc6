use super::*;

fn canonical(text: &str) -> Option<String> {
    Some(decimal(text)?.to_string())
}

#[test]
fn only_digits_make_a_text_a_decimal() {
    let cases = [
        ("12", Some("12")),
        (" -0.50 ", Some("-0.50")),
        ("+.5", Some("0.5")),
        ("5.", Some("5")),
        ("1e3", Some("1000")),
        ("1.50E-2", Some("0.0150")),
        ("-1e-28", Some("-0.0000000000000000000000000001")),
        ("000000000000000000000000000000000000001", Some("1")),
        ("0e99999999999999999999", Some("0")),
        ("1_000", None),
        ("1,5", None),
        ("0x10", None),
        ("1e", None),
        ("e5", None),
        ("1e5e1", None),
        ("--1", None),
        (".", None),
        ("", None),
        ("NaN", None),
        ("inf", None),
        ("٣", None),
        ("1 000", None),
        ("1e-29", None),
        ("1e29", None),
        ("1e99999999999999999999", None),
        ("10000000000000000000000000000000e9223372036854775807", None),
        ("0.12345678901234567890123456789", None),
    ];
    for (text, expected) in cases {
        assert_eq!(canonical(text).as_deref(), expected, "{text:?}");
    }
}

#[test]
fn a_number_with_too_many_digits_is_too_long_not_invalid() {
    let cases = [
        ("0.1234567890123456789012345678901", "decimal_max_digits"),
        ("123456789012345678901234567890123", "decimal_max_digits"),
        ("1e400", "decimal_max_digits"),
        ("0.10000000000000000000000000000000000000", "ok"),
        ("twelve", "float_parsing"),
    ];
    let number = field("InputNumber", json!({"min": 0, "max": 5, "default": 1}));
    for (value, expected) in cases {
        assert_eq!(checked(&number, text(value)), expected, "{value}");
    }
}

#[test]
fn every_64_bit_integer_keeps_its_digits() {
    let bounds: Value = serde_json::from_str(
        r#"{"min": -9223372036854775808, "max": 18446744073709551615, "integer": true}"#,
    )
    .unwrap();
    let seed = field("InputNumber", bounds);
    for (value, expected) in [
        ("-9223372036854775808", "ok"),
        ("-9223372036854775809", "greater_than_equal"),
        ("18446744073709551615", "ok"),
        ("18446744073709551615.0", "ok"),
        ("18446744073709551615.5", "int_parsing"),
        ("18446744073709551616", "less_than_equal"),
    ] {
        assert_eq!(checked(&seed, text(value)), expected, "{value}");
    }
}

#[test]
fn sizes_read_like_those_of_a_file_manager() {
    let cases = [
        (0, "0 B"),
        (999, "999 B"),
        (1_000, "1 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (2_350_000, "2.4 MB"),
        (1_500_000_000, "1.5 GB"),
        (u64::MAX, "18446744073.7 GB"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(size(bytes), expected);
    }
}

proptest::proptest! {
    #[test]
    fn every_decimal_with_28_digits_keeps_its_value(digits in "[1-9][0-9]{0,27}", place in 0usize..28) {
        let (whole, fraction) = digits.split_at(place.min(digits.len()));
        let text = format!("{whole}.{fraction}");
        let expected = text.trim_end_matches('.');
        let expected = if expected.starts_with('.') { format!("0{expected}") } else { expected.to_owned() };
        assert_eq!(canonical(&text), Some(expected));
    }

    #[test]
    fn an_exponent_only_moves_the_decimal_point(number: i64, exponent in 0u32..9) {
        let moved = decimal(&format!("{number}e{exponent}")).unwrap();
        let expected = i128::from(number) * 10_i128.pow(exponent);
        assert_eq!(moved.to_string(), expected.to_string());
    }

    #[test]
    fn no_text_makes_a_decimal_panic(text in "[-+.eE0-9]{0,80}") {
        let _ = decimal(&text);
    }
}
