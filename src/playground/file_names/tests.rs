use super::*;

#[test]
fn folders_and_leading_dots_are_removed() {
    assert_eq!(safe_name("../../etc/passwd"), "passwd");
    assert_eq!(safe_name(r"C:\temp\a.png"), "a.png");
    assert_eq!(safe_name(".."), "file");
    assert_eq!(safe_name(".hidden"), "hidden");
}

#[test]
fn reserved_characters_are_replaced() {
    assert_eq!(safe_name("a<b>:\"|?*\u{1}.png"), "a_b_______.png");
}

#[test]
fn numbers_are_padded_to_the_same_width() {
    assert_eq!(numbered(3, 12, "a.png"), "03 a.png");
    assert_eq!(numbered(3, 9, "a.png"), "3 a.png");
}

#[test]
fn an_id_is_put_before_the_extension() {
    assert_eq!(with_id("a.b.png", "1f"), "a.b-1f.png");
    assert_eq!(with_id("notes", "1f"), "notes-1f");
}

#[test]
fn repeated_names_are_numbered() {
    let names = ["a.png", "A.png", "a.png", "b"].map(str::to_owned);
    let expected = ["a.png", "A-2.png", "a-3.png", "b"];
    assert_eq!(unique(names.into_iter()), expected);
}
