use super::{OpenError, is_unusable};
use crate::playground::file_reader::NamedSchema;
use crate::schema::from_json;

/// Whether a form comes of this text, as of an opened file.
fn opens(text: &str) -> bool {
    let (schemas, problems) = from_json(text);
    let named = schemas.into_iter().next();
    let named = named.map(|(workflow_id, schema)| NamedSchema {
        workflow_id,
        schema,
    });
    !is_unusable(named.as_ref(), &problems)
}

#[test]
fn what_has_nothing_of_a_workflow_does_not_open() {
    for text in [
        "",
        "{}",
        "[]",
        "[7]",
        "7",
        r#"{"name": "a package", "scripts": {"test": "x"}}"#,
        r#"{"nodes": []}"#,
        r#"{"fields": []}"#,
        r#"{"flowdeck": 1, "workflow_id": "a", "fields": 7}"#,
        r#"{"1": {"class_type": "KSampler", "inputs": {}}}"#,
    ] {
        assert!(!opens(text), "{text}");
    }
}

#[test]
fn a_workflow_that_asks_for_nothing_opens() {
    for text in [
        r#"{"1": {"class_type": "SaveImage", "inputs": {}}}"#,
        r#"[{"id": "a"}]"#,
    ] {
        assert!(opens(text), "{text}");
    }
}

#[test]
fn a_workflow_with_a_field_opens_although_it_is_not_ready() {
    assert!(opens(
        r#"{"1": {"class_type": "InputText", "inputs": {"name": "a"}}}"#
    ));
}

#[test]
fn json_of_something_else_is_told_once() {
    let (_, problems) = from_json(r#"{"name": "a package", "scripts": {"test": "x"}}"#);
    let told = OpenError::new("package.json".to_owned(), problems).problems;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].code.as_deref(), Some("no_workflow"));
}

#[test]
fn another_reason_stays() {
    let (_, problems) = from_json("{");
    let told = OpenError::new("a.json".to_owned(), problems.clone()).problems;
    assert_eq!(told, problems);
}
