//! Inputs so large that quadratic code would not finish.

use super::*;

const MANY: usize = 40_000;

/// A schema with many fields, each from its own node and with a few options.
fn large(prefix: &str) -> InputSchema {
    let field = |index: usize| Field {
        node: index.to_string(),
        ..Field::new(
            format!("{prefix}{index}"),
            FieldKind::Choice {
                options: vec!["a".to_owned(), "b".to_owned()],
            },
        )
    };
    InputSchema {
        fields: (0..MANY).map(field).collect(),
        outputs: Vec::new(),
    }
}

fn fields_of(text: &str) -> usize {
    let (schemas, problems) = from_json(text);
    assert_eq!(problems, []);
    schemas.iter().map(|(_, schema)| schema.fields.len()).sum()
}

#[test]
fn a_large_document_is_read() {
    let schema = large("a");
    assert_eq!(fields_of(&document::write(&schema, None).to_string()), MANY);
    let workflows = [("x".to_owned(), "X".to_owned(), schema)];
    let text = openapi::document(&workflows, "/").to_string();
    assert_eq!(fields_of(&text), MANY);
}

#[test]
fn many_workflows_in_one_document_are_read() {
    let one = InputSchema {
        fields: vec![Field::new("a", FieldKind::Image)],
        outputs: Vec::new(),
    };
    let workflows: Vec<_> = (0..10_000)
        .map(|index| (index.to_string(), format!("Workflow {index}"), one.clone()))
        .collect();
    let text = openapi::document(&workflows, "/").to_string();
    assert_eq!(fields_of(&text), 10_000);
}

#[test]
fn a_large_listing_is_read() {
    let inputs: serde_json::Map<_, _> = (0..MANY)
        .map(|index| (format!("a{index}"), json!("image")))
        .collect();
    let inputs = Value::Object(inputs).to_string();
    let entry = json!({ "id": "x", "inputs": inputs });
    assert_eq!(fields_of(&json!([entry]).to_string()), MANY);
}

#[test]
fn large_schemas_are_compared_and_checked() {
    let (old, new) = (large("a"), large("b"));
    let found = changes(&old, &new);
    // Every field is renamed (same node) and relabelled.
    assert_eq!(found.len(), 2 * MANY);
    let values: Vec<_> = (0..MANY)
        .map(|index| (format!("a{index}"), text("c")))
        .collect();
    assert_eq!(check(&old, &values).len(), MANY);
}

#[test]
fn fields_with_many_different_options_are_compared() {
    let choice = |prefix: &str| {
        let options = (0..MANY).map(|index| format!("{prefix}{index}")).collect();
        InputSchema {
            fields: vec![Field::new("a", FieldKind::Choice { options })],
            outputs: Vec::new(),
        }
    };
    let found = changes(&choice("a"), &choice("b"));
    assert_eq!(found.len(), 1);
    assert!(found[0].message.len() < 1000, "{}", found[0].message);
}
