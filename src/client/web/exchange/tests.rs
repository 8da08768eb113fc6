use super::*;
use crate::schema::FileInfo;

const KEY: &str = "key-0123456789";

#[test]
fn a_text_part_is_its_name_and_text() {
    let input = FieldValue::Text("two\nlines".to_owned());
    assert_eq!(line("title", &input), "\ntitle=two\nlines");
}

#[test]
fn a_file_part_is_its_name_type_and_size() {
    let input = FieldValue::File(FileInfo {
        name: "sea.png".to_owned(),
        content_type: "image/png".to_owned(),
        size: 1234,
        sniffed: None,
    });
    let expected = "\nphoto=@sea.png;type=image/png (1234 bytes)";
    assert_eq!(line("photo", &input), expected);
}

#[test]
fn the_key_is_replaced() {
    let text = ["echo ", KEY, "!"].concat();
    assert_eq!(truncate_without_key(&text, 100, KEY), "echo <API_KEY>!");
}

#[test]
fn truncation_leaves_no_part_of_the_key() {
    for max in 1..200 {
        let truncated = truncate_without_key(&[KEY; 20].join(" "), max, KEY);
        assert!(!truncated.contains("key-"), "{max}: {truncated}");
        assert!(truncated.len() <= max + "…".len(), "{max}: {truncated}");
    }
}

#[test]
fn a_short_text_is_not_truncated() {
    assert_eq!(truncate_without_key("é", 2, KEY), "é");
}
