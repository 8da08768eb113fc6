mod additional;
mod step;
mod strict;

use serde_json::{Value, json};

use super::*;
use crate::{Bounds, Field, FieldKind, InputSchema, Problem};
use json::Json;

/// Reads a document built with serde_json.
fn read(document: &Value) -> (Option<String>, InputSchema, Vec<Problem>) {
    let text = document.to_string();
    super::read(&Json::read(text.as_bytes(), 16).unwrap())
}

fn problems(document: &Value) -> Vec<String> {
    let (.., problems) = read(document);
    problems.iter().map(Problem::to_string).collect()
}

fn problem_of(field: Value) -> String {
    let mut problems = problems(&json!({ "fields": [field] }));
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems.remove(0)
}

#[test]
fn a_field_only_needs_a_name_and_a_kind() {
    let (id, schema, problems) = read(&json!({"fields": [{"name": "a", "kind": "image"}]}));
    assert_eq!((id, problems), (None, Vec::new()));
    assert_eq!(schema.fields, [Field::new("a", FieldKind::Image)]);
}

#[test]
fn a_serialized_schema_is_a_document() {
    let kind = FieldKind::Text {
        multiline: true,
        max_length: Some(5),
    };
    let schema = InputSchema {
        fields: vec![Field::new("a", kind)],
        outputs: Vec::new(),
    };
    let text = serde_json::to_string(&schema).unwrap();
    let (_, read, problems) = read(&serde_json::from_str(&text).unwrap());
    assert_eq!((read, problems), (schema, Vec::new()));
}

#[test]
fn numbers_may_be_written_as_numbers_or_as_text() {
    let text = r#"{"fields": [{"name": "a", "kind": "number", "integer": true,
        "max": 18446744073709551615, "min": "-5", "default": 7, "step": null}]}"#;
    let (_, schema, problems) = read(&serde_json::from_str(text).unwrap());
    let bounds = Bounds {
        integer: true,
        min: Some("-5".to_owned()),
        max: Some("18446744073709551615".to_owned()),
        step: None,
    };
    assert_eq!(problems, []);
    assert_eq!(schema.fields[0].kind, FieldKind::Number(bounds));
    assert_eq!(schema.fields[0].default.as_deref(), Some("7"));
}

#[test]
fn a_field_of_unknown_kind_takes_text() {
    let field = json!({"name": "a", "kind": "colour", "default": "red"});
    let (_, schema, problems) = read(&json!({ "fields": [field] }));
    assert_eq!(schema.fields[0].kind.name(), "text");
    assert_eq!(schema.fields[0].default.as_deref(), Some("red"));
    let message = problems[0].to_string();
    assert!(
        message.starts_with("field 1 (`a`): its `kind` is not one of"),
        "{message}"
    );
}

#[test]
fn problems_name_the_field() {
    let cases = [
        (json!(7), "field 1 is not a JSON object"),
        (json!({"kind": "text"}), "field 1 has no `name`"),
        (
            json!({"name": "a", "kind": "text", "help": 7}),
            "field 1 (`a`): its `help` is not text",
        ),
        (
            json!({"name": "a", "kind": "text", "required": "yes"}),
            "`required` is neither true",
        ),
        (
            json!({"name": "a", "kind": "text", "maxLength": 0}),
            "`maxLength` is not a whole number",
        ),
        (
            json!({"name": "a", "kind": "number", "min": "low"}),
            "`min` is not a number",
        ),
        (
            json!({"name": "a", "kind": "number", "min": 2, "max": 1}),
            "greater than its `max`",
        ),
        (
            json!({"name": "a", "kind": "slider", "min": 2}),
            "a slider needs",
        ),
        (
            json!({"name": "a", "kind": "choice", "options": ["a", 1]}),
            "not a list of texts",
        ),
        (
            json!({"name": "a", "kind": "text", "default": []}),
            "`default` is not text",
        ),
    ];
    for (field, expected) in cases {
        let problem = problem_of(field.clone());
        assert!(problem.contains(expected), "{field}: {problem}");
    }
}

#[test]
fn problems_of_the_whole_document_are_reported() {
    let cases = [
        (json!([]), "a schema document is a JSON object"),
        (json!({}), "the document's `fields` is not a list"),
        (json!({"flowdeck": 2, "fields": []}), "has version 2"),
        (
            json!({"fields": [], "outputs": {}}),
            "the document's `outputs` is not a list",
        ),
        (
            json!({"fields": [], "outputs": [{"kind": "smell"}]}),
            "output 1: its `kind`",
        ),
        (
            json!({"fields": [{"name": "a", "kind": "image"}, {"name": "a", "kind": "text"}]}),
            "field 2: its name `a` is already used",
        ),
    ];
    for (document, expected) in cases {
        let found = problems(&document);
        assert!(found[0].contains(expected), "{document}: {found:?}");
    }
}
