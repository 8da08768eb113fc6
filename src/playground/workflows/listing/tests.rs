use super::*;

fn listed(inputs: &str) -> WorkflowEntry {
    let entry = serde_json::json!({ "id": "a", "inputs": inputs });
    serde_json::from_value(entry).unwrap()
}

#[test]
fn a_list_of_names_and_types_gives_fields_in_its_order() {
    let (schema, problems) =
        schema_of(&listed(r#"{ "text_51536": "string", "image_2": "image" }"#));
    let kinds: Vec<_> = schema
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.kind.name()))
        .collect();
    assert_eq!(kinds, [("text_51536", "text"), ("image_2", "image")]);
    assert!(problems.is_empty());
}

#[test]
fn a_list_that_cannot_be_read_is_a_problem_that_says_what_to_do() {
    let (schema, problems) = schema_of(&listed("not json"));
    assert!(schema.fields.is_empty());
    assert!(problems[0].message.contains("open the workflow's file"));
}
