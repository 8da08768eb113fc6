use serde_json::{Value, json};

use super::*;

fn value(text: &str) -> Value {
    from_slice(text.as_bytes()).unwrap()
}

#[test]
fn numbers_that_json_does_not_have_are_null() {
    let text = r#"{"a": NaN, "b": [Infinity, -Infinity,-1, 2], "c": "NaN, -Infinity", "d\"": NaN}"#;
    let read = json!({"a": null, "b": [null, null, -1, 2], "c": "NaN, -Infinity", "d\"": null});
    assert_eq!(value(text), read);
    assert_eq!(value("NaN"), Value::Null);
}

#[test]
fn half_of_a_surrogate_pair_is_replaced_and_a_pair_stays() {
    for (text, read) in [
        (r#""a\udc00b""#, "a\u{fffd}b"),
        (r#""a\uD83D""#, "a\u{fffd}"),
        (r#""\ud83d\ude00""#, "😀"),
        (r#""\ud83d\ud83d\ude00\ude00""#, "\u{fffd}😀\u{fffd}"),
        (
            r#""\ud83d\n\udc00\\udc00\"""#,
            "\u{fffd}\n\u{fffd}\\udc00\"",
        ),
        (r#""\udc00\u00e9é""#, "\u{fffd}éé"),
    ] {
        assert_eq!(value(text), read, "{text}");
    }
    assert_eq!(value(r#"{"\udcff": 1}"#), json!({"\u{fffd}": 1}));
}

#[test]
fn surrogates_are_replaced_and_other_bytes_are_windows_1252() {
    let surrogates = b"[\"a\xed\xb0\x80b\xed\xa0\xbd\", \"c\"]";
    assert_eq!(
        from_slice::<Value>(surrogates).unwrap(),
        json!(["a\u{fffd}b\u{fffd}", "c"])
    );
    for (bytes, read) in [
        (
            &b"[\"gr\xf6\xdfe \x80\x9f\x81\xff\", NaN]"[..],
            "größe €Ÿ\u{81}ÿ",
        ),
        (b"[\"\xc3\xb6 \xf6\", NaN]", "ö ö"),
    ] {
        assert_eq!(from_slice::<Value>(bytes).unwrap(), json!([read, null]));
        assert!(is_windows_1252(bytes));
    }
    for unicode in [surrogates, &b"[\"\xc3\xb6\"]"[..], b"[\0\xf6\0]\0"] {
        assert!(!is_windows_1252(unicode), "{unicode:?}");
    }
}

#[test]
fn numbers_of_any_size_keep_their_digits() {
    let digits = "9".repeat(400);
    for number in [
        "1e+999",
        "-1e+400",
        "1e-05",
        "18446744073709551616",
        &digits,
    ] {
        assert_eq!(value(&format!("[{number}, NaN]"))[0].to_string(), number);
    }
}

#[test]
fn the_last_of_several_equal_keys_counts() {
    assert_eq!(value(r#"{"a": 1, "a": NaN, "a": 3}"#), json!({"a": 3}));
}

#[test]
fn a_byte_order_mark_and_utf_16_are_read() {
    let text = "{\"ü\": NaN}";
    let read = json!({"ü": null});
    assert_eq!(value(&format!("\u{feff}{text}")), read);
    for mark in ["", "\u{feff}"] {
        let units = || mark.encode_utf16().chain(text.encode_utf16());
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(from_slice::<Value>(&bytes).unwrap(), read);
            assert_eq!(super::text(&bytes).unwrap(), text);
        }
    }
}

#[test]
fn what_is_nested_too_deeply_is_null() {
    let deep = |levels: usize| format!("{}\"]{{\\\"\"{}", "[".repeat(levels), "]".repeat(levels));
    let read = value(&format!("{{\"deep\": {}, \"next\": 1}}", deep(100_000)));
    assert_eq!(read["next"], 1);
    let mut value = &read["deep"];
    while !value.is_null() {
        value = &value[0];
    }
    let odd = format!("[NaN, {}]", deep(50));
    assert!(
        from_slice::<Value>(odd.as_bytes())
            .unwrap()
            .to_string()
            .contains("]{")
    );
}

#[test]
fn other_texts_are_errors() {
    for text in [
        "",
        "{",
        "[1",
        "[NaN",
        "[nan]",
        "NaNa",
        "[-]",
        "\"\\u12\"",
        "\"\\",
        "[\"\\ud800",
        "[I]",
    ] {
        assert!(from_slice::<Value>(text.as_bytes()).is_err(), "{text}");
    }
    let open = "[".repeat(100_000);
    assert!(from_slice::<Value>(open.as_bytes()).is_err());
}

#[test]
fn strict_json_is_not_copied() {
    let text = r#"{"a": [1, -2.5, "Infinity \"N"], "I": "-\u00e9"}"#;
    assert!(matches!(strict(text.as_bytes()), Cow::Borrowed(same) if same == text));
    assert_eq!(strict(b"[NaN]"), "[null]");
}

#[test]
fn only_text_is_text() {
    assert_eq!(text("\u{feff}é".as_bytes()).unwrap(), "é");
    assert_eq!(text(b" {\"a\": \"\xff\"}").unwrap(), " {\"a\": \"ÿ\"}");
    for other in [
        &b"\x89PNG\r\n\x1a\n\0"[..],
        b"\xff\xd8\xff\xe0",
        b"RIFF\xff",
    ] {
        assert_eq!(text(other), None);
    }
}

proptest::proptest! {
    #[test]
    fn a_repaired_text_needs_no_repair_and_strict_json_is_read_as_it_is(
        text in r#"([\[\]{}:, "0-9Nae-]|\\\\|\\"|NaN|-Infinity|\\u[dD][89cC][0-9a-f]{2}|\\u00e9|"a": |é){0,60}"#,
    ) {
        let repaired = strict(text.as_bytes());
        assert!(repaired.len() <= 3 * text.len());
        assert!(matches!(strict(repaired.as_bytes()), Cow::Borrowed(same) if same == repaired));
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            assert_eq!(super::from_slice::<Value>(text.as_bytes()).unwrap(), value);
        }
    }
}
