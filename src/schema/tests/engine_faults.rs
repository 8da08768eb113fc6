//! What an engine refuses of a workflow, whatever values a run gives.

use serde_json::{Value, json};

use crate::{FieldKind, engine_faults, engine_problems, read_with};
use workflow::classes::NodeClasses;
use workflow::{AppInput, Target, Workflow};

fn classes() -> NodeClasses {
    let inputs =
        |required: Value, output: Value| json!({"input": {"required": required}, "output": output});
    let output = |required: Value| json!({"input": {"required": required}, "output": [], "output_node": true});
    [
        (
            "Draw",
            inputs(
                json!({"style": [["ink", "oil"]], "steps": ["INT", {"min": 1, "max": 50}]}),
                json!(["IMAGE"]),
            ),
        ),
        (
            "Tint",
            inputs(
                json!({"image": ["IMAGE"], "text": ["STRING"]}),
                json!(["IMAGE"]),
            ),
        ),
        (
            "Load",
            inputs(json!({"name": [["a.safetensors"]]}), json!(["IMAGE"])),
        ),
        ("Words", inputs(json!({}), json!(["STRING"]))),
        (
            "LoadImage",
            inputs(
                json!({"image": [[], {"image_upload": true}]}),
                json!(["IMAGE", "MASK"]),
            ),
        ),
        (
            "SaveImage",
            output(json!({"images": ["IMAGE"], "filename_prefix": ["STRING", {"default": "x"}]})),
        ),
        ("PreviewImage", output(json!({"images": ["IMAGE"]}))),
    ]
    .map(|(name, definition)| (name.to_owned(), definition))
    .into_iter()
    .collect()
}

fn faults(workflow: &Workflow) -> Vec<(String, String, &'static str)> {
    let classes = classes();
    let (schema, problems) = read_with(workflow, &classes);
    let faults = engine_faults(workflow, &schema, &classes, &problems).blocking;
    let named = |text: &Option<String>| text.clone().unwrap_or_default();
    faults
        .iter()
        .map(|fault| (named(&fault.node), named(&fault.input), fault.kind.name()))
        .collect()
}

fn drawing(inputs: Value) -> Workflow {
    let nodes = json!({
        "1": {"class_type": "Draw", "inputs": inputs},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}},
    });
    Workflow::from_value(&nodes).0
}

fn app(node: &str, input: &str) -> AppInput {
    AppInput {
        name: input.to_owned(),
        targets: vec![Target {
            node: node.to_owned(),
            input: input.to_owned(),
        }],
        ..AppInput::default()
    }
}

#[test]
fn a_fixed_value_that_the_engine_refuses_is_a_fault_at_its_input() {
    for (inputs, input, kind) in [
        (
            json!({"style": "chalk", "steps": 5}),
            "style",
            "value_not_in_list",
        ),
        (
            json!({"style": "ink", "steps": "many"}),
            "steps",
            "invalid_input_type",
        ),
        (
            json!({"style": "ink", "steps": 99}),
            "steps",
            "value_bigger_than_max",
        ),
        (json!({"style": "ink"}), "steps", "required_input_missing"),
    ] {
        let expected = ("1".to_owned(), input.to_owned(), kind);
        assert_eq!(faults(&drawing(inputs)), [expected]);
    }
    assert_eq!(faults(&drawing(json!({"style": "oil", "steps": 5}))), []);
}

#[test]
fn a_value_that_a_field_changes_is_not_a_fault() {
    let mut workflow = drawing(json!({"style": "chalk", "steps": 99}));
    workflow.app_inputs = vec![app("1", "style")];
    assert_eq!(
        faults(&workflow),
        [("1".to_owned(), "steps".to_owned(), "value_bigger_than_max")]
    );
    workflow.app_inputs.push(app("1", "steps"));
    assert_eq!(faults(&workflow), []);
}

#[test]
fn links_of_the_wrong_type_and_to_missing_outputs_are_faults() {
    for (link, kind) in [
        (json!(["1", 0]), "return_type_mismatch"),
        (json!(["1", 1]), "exception_during_validation"),
    ] {
        let nodes = json!({
            "1": {"class_type": "Words", "inputs": {}},
            "9": {"class_type": "SaveImage", "inputs": {"images": link, "filename_prefix": "x"}},
        });
        let (workflow, _) = Workflow::from_value(&nodes);
        let expected = ("9".to_owned(), "images".to_owned(), kind);
        assert_eq!(faults(&workflow), [expected], "{link}");
    }
}

#[test]
fn what_marker_nodes_feed_is_not_a_fault_unless_no_value_can_fit() {
    let nodes = |slot: u32| {
        json!({
            "1": {"class_type": "InputImage", "inputs": {"name": "photo"}},
            "2": {"class_type": "InputText", "inputs": {"name": "title"}},
            "3": {"class_type": "Tint", "inputs": {"image": ["1", slot], "text": ["2", 0]}},
            "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0], "filename_prefix": "x"}},
        })
    };
    let (workflow, _) = Workflow::from_value(&nodes(0));
    assert_eq!(faults(&workflow), []);
    let (workflow, _) = Workflow::from_value(&nodes(1));
    assert_eq!(
        faults(&workflow),
        [("3".to_owned(), "image".to_owned(), "return_type_mismatch")]
    );
}

#[test]
fn only_faults_of_main_outputs_count() {
    let nodes = json!({
        "1": {"class_type": "Draw", "inputs": {"style": "ink", "steps": 5}},
        "7": {"class_type": "PreviewImage", "inputs": {}},
        "8": {"class_type": "SaveImage", "inputs": {"filename_prefix": "x"}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}},
    });
    let (mut workflow, _) = Workflow::from_value(&nodes);
    assert_eq!(faults(&workflow), [], "another output remains");
    workflow.names_outputs = true;
    workflow.first_outputs = vec!["8".to_owned(), "9".to_owned()];
    let expected = ("8", "images", "required_input_missing");
    assert_eq!(
        faults(&workflow),
        [(expected.0.to_owned(), expected.1.to_owned(), expected.2)]
    );
    workflow.first_outputs = vec!["9".to_owned()];
    assert_eq!(faults(&workflow), []);
}

#[test]
fn a_missing_model_is_reported_once() {
    let nodes = json!({
        "1": {"class_type": "Load", "inputs": {"name": "b.safetensors"}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}},
    });
    let (workflow, _) = Workflow::from_value(&nodes);
    assert_eq!(faults(&workflow), []);
    assert_eq!(workflow.missing_on(&classes()).len(), 1);
}

#[test]
fn what_the_file_s_own_problems_say_is_not_repeated() {
    let nodes = json!({
        "9": {"class_type": "SaveImage", "inputs": {"images": ["7", 0], "filename_prefix": "x"}},
    });
    let (workflow, problems) = Workflow::from_value(&nodes);
    assert_eq!(problems.len(), 1);
    let (classes, (schema, _)) = (classes(), read_with(&workflow, &classes()));
    let faults = |own| engine_faults(&workflow, &schema, &classes, own).blocking;
    assert!(faults(&problems).is_empty());
    assert_eq!(faults(&[]).len(), 1);
}

#[test]
fn a_default_that_the_engine_refuses_is_dropped() {
    let mut workflow = drawing(json!({"style": "chalk", "steps": 99}));
    workflow.app_inputs = vec![app("1", "style"), app("1", "steps")];
    let (schema, problems) = read_with(&workflow, &classes());
    assert!(problems.is_empty(), "{problems:?}");
    for field in &schema.fields {
        assert!(field.required && field.default.is_none(), "{field:?}");
    }
    let options = vec!["ink".to_owned(), "oil".to_owned()];
    assert_eq!(schema.fields[0].kind, FieldKind::Choice { options });
}

#[test]
fn a_missing_model_stays_the_default() {
    let nodes = json!({"1": {"class_type": "Load", "inputs": {"name": "b.safetensors"}}});
    let (mut workflow, _) = Workflow::from_value(&nodes);
    workflow.app_inputs = vec![app("1", "name")];
    let (schema, _) = read_with(&workflow, &classes());
    assert_eq!(schema.fields[0].default.as_deref(), Some("b.safetensors"));
}

#[test]
fn a_default_that_names_a_missing_model_is_a_problem_of_its_field() {
    let output =
        json!({"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}});
    let file = |name: &str| json!({"class_type": "Load", "inputs": {"name": name}});
    let mark =
        json!({"class_type": "InputText", "inputs": {"name": "model", "default": "b.safetensors"}});
    let fed = json!({"class_type": "Load", "inputs": {"name": ["5", 0]}});
    for (nodes, expected) in [
        (
            json!({"1": file("b.safetensors"), "9": output}),
            Some("name"),
        ),
        (json!({"1": file("a.safetensors"), "9": output}), None),
        (json!({"1": fed, "5": mark, "9": output}), Some("model")),
    ] {
        let (mut workflow, _) = Workflow::from_value(&nodes);
        if nodes["5"].is_null() {
            workflow.app_inputs = vec![app("1", "name")];
        }
        let (schema, own) = read_with(&workflow, &classes());
        let problems = engine_problems(&workflow, &schema, &classes(), own).blocking;
        let fields: Vec<_> = problems.iter().map(|one| one.field.as_deref()).collect();
        assert_eq!(
            fields,
            expected.map(Some).into_iter().collect::<Vec<_>>(),
            "{problems:?}"
        );
    }
}

#[test]
fn an_uploaded_file_is_not_a_model_whatever_it_is_called() {
    let nodes = json!({
        "1": {"class_type": "LoadImage", "inputs": {"image": "weights.safetensors"}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "x"}},
    });
    let (mut workflow, _) = Workflow::from_value(&nodes);
    workflow.app_inputs = vec![app("1", "image")];
    let (schema, own) = read_with(&workflow, &classes());
    let refused = engine_problems(&workflow, &schema, &classes(), own);
    assert_eq!(refused.blocking, []);
}
