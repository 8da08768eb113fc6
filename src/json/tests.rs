use super::*;

fn read(text: &str) -> Result<Json<'_>, &'static str> {
    Json::read(text.as_bytes(), 8)
}

fn rewritten(text: &str) -> String {
    read(text).unwrap().to_text()
}

#[test]
fn a_value_is_written_as_it_was_read() {
    for text in [
        "null",
        "true",
        "18446744073709551615",
        "-0.10e+5",
        r#""a\"b\\c\u0000\u001F é 🎈""#,
        r#"[1,[],{"a":{},"b":[null]}]"#,
    ] {
        assert_eq!(rewritten(text), text);
    }
    assert_eq!(rewritten("\u{feff} [ 1 , 2 ] \n"), "[1,2]");
    assert_eq!(rewritten(r#""\ud83c\udf88\/""#), r#""🎈/""#);
}

#[test]
fn invalid_json_is_rejected() {
    for text in [
        "",
        "{",
        "[1",
        "[1,]",
        "{1:2}",
        "\"a",
        "tru",
        "1 2",
        "<html>",
        "\"\u{1}\"",
        "01",
        "-",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    assert!(Json::read(b"\"\xff\"", 8).is_err());
}

#[test]
fn values_below_the_depth_are_skipped() {
    let text = r#"[1,{"a":"]}\"\\","b":[[{}]]},2]"#;
    assert_eq!(
        Json::read(text.as_bytes(), 1).unwrap().items(),
        [
            Json::Number("1".into()),
            Json::Null,
            Json::Number("2".into())
        ]
    );
}

#[test]
fn deep_nesting_is_skipped_and_unclosed_nesting_rejected() {
    let deep = 1_000_000;
    let closed = "[".repeat(deep) + &"]".repeat(deep);
    assert!(read(&closed).is_ok());
    assert!(read(&"[".repeat(deep)).is_err());
    assert!(read(&"[{\"a\":".repeat(deep)).is_err());
}

#[test]
fn the_last_of_duplicate_members_wins_and_a_missing_one_is_null() {
    let json = read(r#"{"a":1,"a":"2"}"#).unwrap();
    assert_eq!(json.get("a").text(), Some("2"));
    assert_eq!(json.get("b"), &Json::Null);
    assert_eq!(json.get("a").get("b").items(), []);
}

proptest::proptest! {
    #[test]
    fn it_agrees_with_serde_json(text in r#"[\[\]{}:,"a0-9.eE\\u -]{0,24}"#) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        let ours = Json::read(text.as_bytes(), 64);
        proptest::prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?} {:?}", ours, theirs);
    }

    #[test]
    fn any_text_reads_back(text in ".*") {
        let mut out = String::new();
        write_text(&text, &mut out);
        proptest::prop_assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text);
    }
}
