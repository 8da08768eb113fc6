use super::*;

#[test]
fn a_name_leads_nowhere_else() {
    assert_eq!(safe_name("../../etc/passwd"), "passwd");
    assert_eq!(safe_name(r"C:\temp\a.png"), "a.png");
    assert_eq!(safe_name(".."), "file");
    assert_eq!(safe_name(".hidden"), "hidden");
}

#[test]
fn a_name_has_no_reserved_characters() {
    assert_eq!(safe_name("a<b>:\"|?*\u{1}.png"), "a_b_______.png");
}

#[test]
fn a_place_has_as_many_digits_as_the_last() {
    assert_eq!(numbered(3, 12, "a.png"), "03 a.png");
    assert_eq!(numbered(3, 9, "a.png"), "3 a.png");
}

#[test]
fn the_same_name_is_numbered() {
    let names = ["a.png", "A.png", "a.png", "b"].map(str::to_owned);
    let expected = ["a.png", "A-2.png", "a-3.png", "b"];
    assert_eq!(distinct(names.into_iter()), expected);
}
