use super::*;
use api::WorkflowEntry;

fn listed(id: &str, inputs: &str) -> Listed {
    Listed::from(WorkflowEntry {
        id: id.to_owned(),
        inputs: Some(inputs.to_owned()),
        ..WorkflowEntry::default()
    })
}

fn opened() -> InputSchema {
    let text = r#"{
        "1": {"class_type": "InputText", "inputs": {"name": "title"}},
        "2": {"class_type": "InputSlider", "inputs": {"name": "softness"}},
        "3": {"class_type": "SaveText", "inputs": {"text": ["1", 0]}}
    }"#;
    let (mut schemas, _) = schema::from_json(text);
    schemas.remove(0).1
}

#[test]
fn the_only_workflow_with_the_same_fields_matches() {
    let entries = [
        listed("other", r#"{"title": "string"}"#),
        listed("poster", r#"{"softness": "number", "title": "string"}"#),
    ];
    assert_eq!(matching_id(&entries, &opened()).as_deref(), Some("poster"));
}

#[test]
fn two_workflows_with_the_same_fields_do_not_match() {
    let inputs = r#"{"softness": "number", "title": "string"}"#;
    let entries = [listed("a", inputs), listed("b", inputs)];
    assert_eq!(matching_id(&entries, &opened()), None);
}

#[test]
fn a_workflow_with_a_field_of_another_kind_does_not_match() {
    let entries = [listed("a", r#"{"softness": "string", "title": "string"}"#)];
    assert_eq!(matching_id(&entries, &opened()), None);
}

#[test]
fn a_workflow_without_fields_does_not_match() {
    let entries = [listed("a", "{}")];
    assert_eq!(matching_id(&entries, &InputSchema::default()), None);
}
