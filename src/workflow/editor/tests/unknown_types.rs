//! Inputs of types that a node pack may have taught the editor a widget for.

use super::classes::prompt_with;
use super::*;

fn with(inputs: Value, values: Value, required: Value) -> (Value, Vec<String>) {
    let node = json!({"id": 1, "type": "Own", "inputs": inputs, "widgets_values": values});
    let class = json!({"Own": {"input": {"required": required}}});
    let (prompt, problems) = prompt_with(&file(json!([node]), json!([])), class);
    (prompt["1"]["inputs"].clone(), problems)
}

#[track_caller]
fn check(inputs: Value, values: Value, required: Value, expected: Value) {
    assert_eq!(with(inputs, values, required), (expected, vec![]));
}

#[test]
fn an_input_without_a_socket_has_a_widget() {
    let required = json!({"mesh": ["NEWEST", {"socketless": true}], "n": ["INT", {}]});
    check(
        json!([]),
        json!(["any", 3]),
        required,
        json!({"mesh": "any", "n": 3}),
    );
}

#[test]
fn an_input_that_the_file_calls_a_widget_has_one() {
    let required = json!({"mesh": ["NEWEST", {}], "n": ["INT", {}]});
    let inputs = json!([widget("mesh", "NEWEST", None)]);
    check(
        inputs,
        json!(["any", 3]),
        required,
        json!({"mesh": "any", "n": 3}),
    );
}

#[test]
fn a_value_that_only_one_unknown_input_can_have_is_its() {
    let required = json!({"image": ["IMAGE", {}], "mesh": ["NEWEST", {}], "n": ["INT", {}]});
    let inputs = json!([input("image", "IMAGE", None)]);
    let expected = json!({"mesh": {"a": 1}, "n": 3});
    check(inputs, json!([{"a": 1}, 3]), required, expected);
    let required = json!({"n": ["INT", {}], "mesh": ["NEWEST", {"default": "x"}]});
    check(
        json!([]),
        json!([3, "y"]),
        required,
        json!({"n": 3, "mesh": "y"}),
    );
}

#[test]
fn a_value_that_several_unknown_inputs_can_have_is_a_problem() {
    let required = json!({"one": ["NEWEST", {}], "two": ["NEWEST", {}], "n": ["INT", {}]});
    let (_, problems) = with(json!([]), json!([{"a": 1}, 3]), required);
    let expected = "node 1 (Own): 1 of its values cannot be matched to its widgets, since its input `one` is of \
                    the type NEWEST, which is unknown here; use Export (API) in ComfyUI";
    assert_eq!(problems, [expected]);
}

#[test]
fn an_input_that_the_file_has_a_socket_for_has_no_widget() {
    let required = json!({"n": ["INT", {}], "mesh": ["NEWEST", {}]});
    let inputs = json!([input("mesh", "NEWEST", None)]);
    check(inputs, json!([3, {"a": 1}]), required, json!({"n": 3}));
}

#[test]
fn an_input_of_a_type_that_nodes_produce_has_no_widget() {
    let node = json!({"id": 1, "type": "Own", "widgets_values": [3, {"a": 1}, {"b": 2}]});
    let class = json!({"Own": {"input": {"required": {"n": ["INT", {}]},
        "optional": {"one": ["NEWEST", {}], "two": ["NEWEST", {}], "three": ["NEWEST", {}]}}},
        "Maker": {"input": {}, "output": ["NEWEST"]}});
    let (prompt, problems) = prompt_with(&file(json!([node]), json!([])), class);
    assert_eq!(
        (&prompt["1"]["inputs"], problems),
        (&json!({"n": 3}), vec![])
    );
}
