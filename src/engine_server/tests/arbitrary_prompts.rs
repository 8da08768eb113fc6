//! No prompt makes the engine panic or hang.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::prompt_nodes::workflow;
use engine::files::MemoryStore;
use engine::prompt_validation::validate_prompt;
use engine::{RunContext, nodes, runner};

/// Validates a prompt and runs its valid outputs.
fn validate_and_run(prompt: &Value) {
    let Ok(workflow) = workflow(prompt) else {
        return;
    };
    let store = MemoryStore::default();
    let validation = validate_prompt(&workflow, None, &store);
    assert_eq!(validation.error.is_some(), validation.outputs.is_empty());
    let context = RunContext {
        store: &store,
        interrupted: &AtomicBool::new(false),
        h264: None,
        png_metadata: &[],
    };
    // It may fail, but it must end.
    let _ended = runner::run(&workflow, &validation.outputs, &context, &mut |_| {});
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let keys = prop_oneof![
            Just("class_type".to_owned()),
            Just("inputs".to_owned()),
            "[a-z0-9]{1,3}"
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((keys, inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// A plausible input value.
fn input_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (0..6_usize, 0..2_u8).prop_map(|(node, slot)| json!([node.to_string(), slot])),
        4 => prop::sample::select(vec![
            json!(0), json!(1), json!(7), json!(-1), json!(i64::MAX), json!(u64::MAX), json!(2.5), json!("3"),
            json!("%width%"), json!("../x"), json!("bilinear"), json!("bicubic"), json!("area"), json!("lanczos"),
            json!("nearest-exact"), json!("center"), json!("disabled"), json!("overlay"), json!("soft_light"),
            json!("left"), json!("top"), json!("txt"), json!("#fff"), json!("90 degrees"), json!("äöü\n🎉 x"),
            json!(true), json!(["1"]), json!({ "__value__": [1] }),
        ]),
        1 => json_value(),
    ]
}

/// A graph of known classes with all inputs, valid or not.
fn graph_value() -> impl Strategy<Value = Value> {
    let count = nodes::classes().count();
    let node = (0..count, prop::collection::vec(input_value(), 8)).prop_map(|(class, values)| {
        let class = nodes::classes().nth(class).unwrap();
        let inputs: Map<String, Value> = class
            .inputs
            .iter()
            .map(|input| input.name.to_owned())
            .zip(values)
            .collect();
        json!({ "class_type": class.name, "inputs": inputs })
    });
    prop::collection::vec(node, 1..6).prop_map(|nodes| {
        let nodes = nodes
            .into_iter()
            .enumerate()
            .map(|(id, node)| (id.to_string(), node));
        Value::Object(nodes.collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_json_is_accepted_or_rejected(prompt in json_value()) {
        validate_and_run(&prompt);
    }

    #[test]
    fn any_graph_of_known_classes_is_run_or_rejected(prompt in graph_value()) {
        validate_and_run(&prompt);
    }
}

#[test]
fn a_long_chain_does_not_overflow_the_stack() {
    let mut prompt =
        json!({ "0": { "class_type": "PrimitiveString", "inputs": { "value": "x" } } });
    for id in 1..1999 {
        let inputs =
            json!({ "string_a": [(id - 1).to_string(), 0], "string_b": "", "delimiter": "" });
        prompt[id.to_string()] = json!({ "class_type": "StringConcatenate", "inputs": inputs });
    }
    prompt["end"] = json!({ "class_type": "PreviewAny", "inputs": { "source": ["1998", 0] } });
    let valid = workflow(&prompt).unwrap();
    let validation = validate_prompt(&valid, None, &MemoryStore::default());
    assert_eq!(validation.outputs, ["end"]);
    prompt["0"] = json!({ "class_type": "ImageInvert", "inputs": { "image": ["1998", 0] } });
    let cyclic = workflow(&prompt).unwrap();
    let validation = validate_prompt(&cyclic, None, &MemoryStore::default());
    assert!(validation.error.is_some());
}
