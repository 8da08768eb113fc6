use super::{changes, literal, read, rebase};
use schema::{Bounds, FieldKind};

fn pair(name: &str, text: &str) -> (String, String) {
    (name.to_owned(), text.to_owned())
}

#[test]
fn numbers_keep_their_digits() {
    let read = read(r#"{"seed": 18446744073709551615, "cfg": 7.10}"#);
    assert_eq!(
        read,
        Ok(vec![
            pair("seed", "18446744073709551615"),
            pair("cfg", "7.10")
        ])
    );
}

#[test]
fn texts_and_switches_are_unchanged() {
    let read = read(r#"{"title": "a \"b\"", "outline": false, "photo": null}"#);
    assert_eq!(
        read,
        Ok(vec![pair("title", "a \"b\""), pair("outline", "false")])
    );
}

#[test]
fn text_that_is_not_a_json_object_is_rejected() {
    assert_eq!(read("[1]"), Err("is not a JSON object"));
    assert_eq!(read("{\"a\": }"), Err("it is not JSON, or incomplete"));
}

#[test]
fn a_text_that_does_not_fit_its_kind_is_written_as_a_string() {
    let number = FieldKind::Number(Bounds::default());
    assert_eq!(
        literal(&number, "18446744073709551615"),
        "18446744073709551615"
    );
    assert_eq!(literal(&number, "seven"), "\"seven\"");
    assert_eq!(literal(&FieldKind::Boolean, "true"), "true");
    assert_eq!(literal(&FieldKind::Boolean, "yes"), "\"yes\"");
}

#[test]
fn only_members_that_were_added_or_edited_are_changes() {
    let base = r#"{"title": "before", "size": 64}"#;
    let edited = r#"{"title": "before", "size": 32, "caption": "new"}"#;
    let expected = vec![pair("size", "32"), pair("caption", "new")];
    assert_eq!(changes(edited, base), Ok(expected));
    assert_eq!(changes(base, base), Ok(Vec::new()));
    assert_eq!(changes("[1]", base), Err("is not a JSON object"));
}

#[test]
fn typed_json_takes_over_what_changed_in_the_form_since() {
    let base = r#"{"title": "a", "size": 1.50, "word": "x"}"#;
    let now = r#"{"title": "b", "size": 1.50, "word": "x"}"#;
    let edited = r#"{"title": "mine", "size": 2.50, "extra": "new\nline"}"#;
    let rebased = rebase(edited, base, now);
    let expected = r#"{
  "title": "b",
  "size": 2.50,
  "word": "x",
  "extra": "new\nline"
}"#;
    assert_eq!(rebased.as_deref(), Ok(expected));
}

#[test]
fn typed_json_without_a_remaining_change_is_the_forms() {
    let now = r#"{"title": "b"}"#;
    let rebased = rebase(r#"{"title": "mine"}"#, r#"{"title": "a"}"#, now);
    assert_eq!(rebased.as_deref(), Ok(now));
    assert!(rebase("{title", r#"{"title": "a"}"#, now).is_err());
}
