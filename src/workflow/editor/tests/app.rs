//! App Mode inputs.

use super::*;
use crate::AppInput;

fn shown(mut file: Value, entries: Value) -> (Vec<AppInput>, Vec<String>) {
    file["id"] = json!("5b1f0f3e-0000-4000-8000-000000000009");
    file["extra"] = json!({"linearMode": true, "linearData": {"inputs": entries, "outputs": [9]}});
    let (workflow, problems) = Workflow::from_value(&file);
    (
        workflow.app_inputs,
        problems.iter().map(Problem::to_string).collect(),
    )
}

fn sampler() -> Value {
    file(
        json!([{"id": 3, "type": "KSampler", "title": "Draw", "widgets_values": [5, "fixed", 20, 8, "euler", "normal", 1],
            "inputs": [widget("seed", "INT", None), {"name": "steps", "type": "INT", "label": "How long", "widget": {"name": "steps"}}]}]),
        json!([]),
    )
}

fn targets(input: &AppInput) -> Vec<(&str, &str)> {
    input
        .targets
        .iter()
        .map(|target| (&*target.node, &*target.input))
        .collect()
}

#[test]
fn an_entry_names_a_node_and_its_widget() {
    let (inputs, problems) = shown(
        sampler(),
        json!([[3, "seed"], ["3", "steps", {"height": 10}]]),
    );
    assert!(problems.is_empty(), "{problems:?}");
    let found: Vec<_> = inputs
        .iter()
        .map(|input| (&*input.name, input.label.as_deref(), input.slot.as_deref()))
        .collect();
    let expected = [
        ("seed_3", Some("Draw: seed"), Some("INT")),
        ("steps_3", Some("How long"), Some("INT")),
    ];
    assert_eq!(found, expected);
    assert_eq!(targets(&inputs[0]), [("3", "seed")]);
}

#[test]
fn an_entry_of_a_newer_file_is_a_single_id() {
    let id = "5b1f0f3e-0000-4000-8000-000000000009:3:se%65d";
    let (inputs, problems) = shown(sampler(), json!([[id, "Seed"]]));
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        (&*inputs[0].name, inputs[0].label.as_deref()),
        ("seed_3", Some("Draw"))
    );
}

#[test]
fn a_primitives_entry_targets_every_input_it_is_linked_to() {
    let mut file = sampler();
    file["nodes"].as_array_mut().unwrap().extend([
        json!({"id": 7, "type": "PrimitiveNode", "title": "Seed", "widgets_values": [1, "fixed"]}),
        json!({"id": 8, "type": "RandomNoise", "inputs": [widget("noise_seed", "INT", 2)], "widgets_values": [1, "fixed"]}),
    ]);
    file["nodes"][0]["inputs"][0]["link"] = json!(1);
    file["links"] = json!([[1, 7, 0, 3, 0, "INT"], [2, 7, 0, 8, 0, "INT"]]);
    let (inputs, problems) = shown(file, json!([[7, "value"]]));
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(targets(&inputs[0]), [("3", "seed"), ("8", "noise_seed")]);
    assert_eq!(
        (&*inputs[0].name, inputs[0].label.as_deref()),
        ("value_7", Some("Seed"))
    );
}

#[test]
fn a_subgraphs_entry_targets_the_inner_widget() {
    let id = "0d7c0f3e-0000-4000-8000-000000000001";
    let mut file = file(
        json!([{"id": 57, "type": id, "title": "Blur", "inputs": [widget("radius", "INT", None)], "widgets_values": [4]}]),
        json!([]),
    );
    file["definitions"] = json!({"subgraphs": [{"id": id,
        "inputs": [{"name": "radius", "type": "INT", "linkIds": [2]}], "outputs": [],
        "nodes": [{"id": 8, "type": "ImageBlur", "inputs": [widget("blur_radius", "INT", 2), widget("sigma", "FLOAT", None)], "widgets_values": [1, 1]}],
        "links": [{"id": 2, "origin_id": -10, "origin_slot": 0, "target_id": 8, "target_slot": 0}]}]});
    for (entry, name, target) in [
        (json!([57, "radius"]), "radius_57", "blur_radius"),
        (json!(["57:8", "sigma"]), "sigma_57:8", "sigma"),
        (json!([8, "sigma"]), "sigma_8", "sigma"),
    ] {
        let (inputs, problems) = shown(file.clone(), json!([entry]));
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(
            (&*inputs[0].name, targets(&inputs[0])),
            (name, vec![("57:8", target)])
        );
    }
}

#[test]
fn an_entry_without_a_target_is_left_out_as_in_the_editor() {
    let mut file = sampler();
    file["nodes"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 4, "type": "PrimitiveInt", "mode": 2, "widgets_values": [1, "fixed"]}));
    let entries = json!([[4, "value"], [99, "x"], "y", [3], [3, "seed"]]);
    let (inputs, problems) = shown(file, entries);
    assert!(problems.is_empty(), "{problems:?}");
    let names: Vec<_> = inputs.iter().map(|input| &*input.name).collect();
    assert_eq!(names, ["seed_3"]);
}
