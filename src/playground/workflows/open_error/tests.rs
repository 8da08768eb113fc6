use super::{OpenError, is_unusable};
use crate::file_reader::NamedSchema;
use schema::from_json;

/// Whether a file with this text opens as a form.
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
fn a_file_without_a_workflow_does_not_open() {
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
fn a_workflow_without_inputs_opens() {
    for text in [
        r#"{"1": {"class_type": "SaveImage", "inputs": {}}}"#,
        r#"[{"id": "a"}]"#,
    ] {
        assert!(opens(text), "{text}");
    }
}

#[test]
fn a_workflow_with_a_field_opens_even_if_it_is_not_ready() {
    assert!(opens(
        r#"{"1": {"class_type": "InputText", "inputs": {"name": "a"}}}"#
    ));
}

#[test]
fn unrelated_json_is_reported_as_one_problem() {
    let (_, problems) = from_json(r#"{"name": "a package", "scripts": {"test": "x"}}"#);
    let reported = OpenError::new("package.json".to_owned(), problems).problems;
    assert_eq!(reported.len(), 1);
    assert_eq!(reported[0].code.as_deref(), Some("no_workflow"));
}

#[test]
fn other_problems_are_reported_unchanged() {
    let (_, problems) = from_json("{");
    let reported = OpenError::new("a.json".to_owned(), problems.clone()).problems;
    assert_eq!(reported, problems);
}
