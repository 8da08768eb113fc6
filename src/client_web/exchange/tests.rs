use super::*;
use schema::FileInfo;

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
