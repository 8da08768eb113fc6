use serde_json::json;

use super::*;

fn rejected(value: Value) -> Vec<ValidationItem> {
    let (workflow, _) = Workflow::from_value(&json!({
        "1": { "class_type": "InputNumber", "inputs": { "name": "width" } },
        "2": { "class_type": "EmptyImage", "inputs": { "width": ["1", 0], "height": 64 } },
        "3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0] } },
    }));
    let (schema, _) = schema::read(&workflow);
    validation_items(value.as_object().unwrap(), &workflow, &schema)
}

fn rejection(node: &str, input: &str) -> Value {
    let errors = json!([{
        "type": "value_bigger_than_max", "message": "Value 999999 bigger than max of 16384",
        "details": input, "extra_info": { "input_name": input },
    }]);
    json!({ "error": {}, "node_errors": { node: { "errors": errors, "class_type": "EmptyImage" } } })
}

#[test]
fn an_error_of_an_input_is_assigned_to_the_field_that_feeds_it() {
    let items = rejected(rejection("2", "width"));
    assert_eq!(items[0].field(), Some("width"));
    assert!(items[0].msg.contains("bigger than max of 16384"));
    assert_eq!(items[0].kind, "value_bigger_than_max");
}

#[test]
fn an_error_of_an_input_without_a_field_is_assigned_to_the_body() {
    let items = rejected(rejection("2", "height"));
    assert_eq!((items[0].field(), items[0].loc.len()), (None, 1));
}

#[test]
fn an_error_of_a_field_s_own_node_is_assigned_to_that_field() {
    assert_eq!(
        rejected(rejection("1", "default"))[0].field(),
        Some("width")
    );
}

#[test]
fn a_rejection_without_node_errors_keeps_the_engine_s_words() {
    let items = rejected(
        json!({ "error": { "message": "Node 'X' not found.", "details": "Node ID '#1'" } }),
    );
    assert!(items[0].msg.contains("Node 'X' not found.: Node ID '#1'"));
    assert_eq!(rejected(json!({})).len(), 1);
}

#[test]
fn very_many_or_long_errors_are_cut() {
    let error = json!({ "message": "m".repeat(1000), "details": "d".repeat(1 << 20) });
    let errors = vec![error; 100];
    let items = rejected(json!({ "node_errors": { "2": { "errors": errors } } }));
    let length: usize = items.iter().map(|item| item.msg.len()).sum();
    assert!((1..20_000).contains(&length), "{length}");
    let errors = vec![json!({ "message": "m" }); 10_000];
    let items = rejected(json!({ "node_errors": { "2": { "errors": errors } } }));
    assert!((1..1000).contains(&items.len()), "{}", items.len());
}
