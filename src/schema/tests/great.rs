//! Inputs of a size at which anything quadratic would not come to an end.

use super::*;

const MANY: usize = 40_000;

/// The schema of many fields, each of its own node and with a few options.
fn great(prefix: &str) -> InputSchema {
    let field = |place: usize| Field {
        node: place.to_string(),
        ..Field::new(
            format!("{prefix}{place}"),
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
fn a_great_document_is_read() {
    let schema = great("a");
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
        .map(|place| (place.to_string(), format!("Workflow {place}"), one.clone()))
        .collect();
    let text = openapi::document(&workflows, "/").to_string();
    assert_eq!(fields_of(&text), 10_000);
}

#[test]
fn a_great_listing_is_read() {
    let inputs: serde_json::Map<_, _> = (0..MANY)
        .map(|place| (format!("a{place}"), json!("image")))
        .collect();
    let inputs = Value::Object(inputs).to_string();
    let entry = json!({ "id": "x", "inputs": inputs });
    assert_eq!(fields_of(&json!([entry]).to_string()), MANY);
}

#[test]
fn great_schemas_are_compared_and_checked() {
    let (old, new) = (great("a"), great("b"));
    let found = changes(&old, &new);
    // Each has another name, by its node, and another label.
    assert_eq!(found.len(), 2 * MANY);
    let values: Vec<_> = (0..MANY)
        .map(|place| (format!("a{place}"), text("c")))
        .collect();
    assert_eq!(check(&old, &values).len(), MANY);
}

#[test]
fn a_field_of_many_options_is_compared_with_a_field_of_others() {
    let choice = |prefix: &str| {
        let options = (0..MANY).map(|place| format!("{prefix}{place}")).collect();
        InputSchema {
            fields: vec![Field::new("a", FieldKind::Choice { options })],
            outputs: Vec::new(),
        }
    };
    let found = changes(&choice("a"), &choice("b"));
    assert_eq!(found.len(), 1);
    assert!(found[0].message.len() < 1000, "{}", found[0].message);
}
