//! The verdicts of ComfyUI 0.33.0 on a table of prompts, as its `validate_prompt` gives them for these classes.

use serde_json::{Value, json};

use super::*;
use crate::Workflow;
use crate::classes::NodeClasses;

const PROMPTS: &str = include_str!("tests/prompts.json");
const CLASSES: &str = include_str!("tests/classes.json");

fn validated(prompt: &Value) -> Validation {
    let (workflow, _) = Workflow::from_value(prompt);
    validate(&workflow, &NodeClasses::read(CLASSES).unwrap())
}

/// A fault as ComfyUI reports it; an exception does not name the input.
fn reported(fault: &Fault) -> Value {
    let input = fault.input.as_ref();
    let kind = fault.kind.name();
    let named = input.filter(|_| kind != "exception_during_validation");
    json!([fault.node, named, kind])
}

fn sorted(faults: impl Iterator<Item = Value>) -> Vec<String> {
    let mut faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
    faults.sort();
    faults
}

#[test]
fn every_value_and_link_gets_comfyui_s_verdict() {
    let table: Value = serde_json::from_str(PROMPTS).unwrap();
    for row in table["inputs"].as_array().unwrap() {
        let take = json!({"class_type": "Take", "inputs": {row[0].as_str().unwrap(): row[1]}});
        let source = json!({"class_type": "Source", "inputs": {}});
        let validation = validated(&json!({"1": source, "2": take}));
        let kinds: Vec<_> = validation
            .faults
            .iter()
            .map(|one| one.kind.name())
            .collect();
        let expected: Vec<_> = row[2].as_str().into_iter().collect();
        assert_eq!(kinds, expected, "{row}: {:?}", validation.faults);
        assert_eq!(
            validation.outputs.len(),
            usize::from(expected.is_empty()),
            "{row}"
        );
    }
}

#[test]
fn every_prompt_gets_comfyui_s_verdict() {
    let table: Value = serde_json::from_str(PROMPTS).unwrap();
    for row in table["prompts"].as_array().unwrap() {
        let validation = validated(&row["prompt"]);
        assert_eq!(json!(validation.outputs), row["outputs"], "{row}");
        let expected = row["faults"].as_array().unwrap().iter().cloned();
        assert_eq!(
            sorted(validation.faults.iter().map(reported)),
            sorted(expected),
            "{row}"
        );
    }
}

#[test]
fn a_prompt_with_very_many_faults_names_the_first() {
    let node = |id: usize| {
        (
            id.to_string(),
            json!({"class_type": "Take", "inputs": {"whole": 0}}),
        )
    };
    let mut nodes: serde_json::Map<String, Value> = (0..3000).map(node).collect();
    let sound = json!({"class_type": "Take", "inputs": {"whole": 1}});
    nodes.insert("sound".to_owned(), sound);
    let validation = validated(&nodes.into());
    assert_eq!(validation.faults.len(), 1000);
    assert_eq!(validation.outputs, ["sound"]);
}

#[test]
fn a_long_chain_is_followed_to_its_end() {
    let node = |id: usize| {
        let inputs = json!({"image": [(id + 1).to_string(), 0]});
        (
            id.to_string(),
            json!({"class_type": "Pass", "inputs": inputs}),
        )
    };
    let mut nodes: serde_json::Map<String, Value> = (0..50_000).map(node).collect();
    let take = json!({"class_type": "Take", "inputs": {"image": ["0", 0]}});
    nodes.insert("take".to_owned(), take);
    let validation = validated(&nodes.into());
    assert_eq!(validation.outputs, [] as [&str; 0]);
    let fault = &validation.faults[0];
    assert_eq!(
        (fault.node.as_deref(), fault.kind),
        (Some("49999"), FaultKind::MissingSource)
    );
}

#[test]
fn a_problem_names_the_node_and_the_input() {
    let prompt = json!({
        "1": {"class_type": "Source", "inputs": {}},
        "2": {"class_type": "Take", "_meta": {"title": "End"}, "inputs": {"image": ["1", 4], "choice": "c"}},
    });
    let (workflow, _) = Workflow::from_value(&prompt);
    let problems = Fault::problems(&validated(&prompt).faults, &workflow);
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "node 2 (Take) “End”: its input `image` takes IMAGE, but comes from node 1 (Source), which gives STRING; \
             connect another output",
            "node 2 (Take) “End”: its input `choice` must be one of a, b, 1, true, not “c”",
        ]
    );
    assert_eq!(problems[0].input.as_deref(), Some("image"));
    assert_eq!(
        problems[0].args,
        ["image", "IMAGE", "1", "Source", "STRING"]
    );
}

/// The kinds of the faults of a value of an input with this definition, of a node of this class.
fn faults_of(class: &str, definition: Value, value: Value) -> Vec<&'static str> {
    let definition = json!({"input": {"required": {"x": definition}}, "output_node": true});
    let classes = NodeClasses::from_iter([(class.to_owned(), definition)]);
    let prompt = json!({"1": {"class_type": class, "inputs": {"x": value}}});
    let faults = validate(&Workflow::from_value(&prompt).0, &classes).faults;
    faults.iter().map(|fault| fault.kind.name()).collect()
}

#[test]
fn what_object_info_does_not_show_is_not_judged() {
    let none: [&str; 0] = [];
    let list = || json!([["a"], {}]);
    for (definition, value) in [
        (json!([["a.png"], {"image_upload": true}]), json!("b.png")),
        (json!(["COMBO", {"remote": {"route": "/x"}}]), json!("b")),
    ] {
        assert_eq!(faults_of("Custom", definition, value), none);
    }
    assert_eq!(faults_of("CustomCombo", list(), json!("b")), none);
    assert_eq!(
        faults_of("Custom", list(), json!("b")),
        ["value_not_in_list"]
    );
}

#[test]
fn an_empty_list_of_options_takes_no_value() {
    for value in [json!("b"), json!("b.safetensors"), json!(null)] {
        let faults = faults_of("Custom", json!([[], {}]), value);
        assert_eq!(faults, ["value_not_in_list"]);
    }
    let remote = json!(["COMBO", {"remote": {"route": "/x"}}]);
    let none: [&str; 0] = [];
    assert_eq!(faults_of("Custom", remote, json!("b")), none);
}

#[test]
fn a_class_may_repeat_its_last_output() {
    let faults = |class: &str| {
        let output = json!({"input": {"required": {"x": ["LATENT"]}}, "output_node": true});
        let source = json!({"input": {}, "output": ["LATENT"]});
        let classes = [("Out".to_owned(), output), (class.to_owned(), source)];
        let prompt = json!({"1": {"class_type": class, "inputs": {}},
            "2": {"class_type": "Out", "inputs": {"x": ["1", 2]}}});
        let faults = validate(
            &Workflow::from_value(&prompt).0,
            &NodeClasses::from_iter(classes),
        )
        .faults;
        faults.len()
    };
    assert_eq!(faults("LatentBatchSplitter //Inspire"), 0);
    assert_eq!(faults("Other"), 1);
}
