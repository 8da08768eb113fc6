//! Random files: reading a workflow and its schema finishes and does not panic, whatever they contain.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use super::*;

/// Realistic files to mutate.
const FILES: [&str; 5] = [
    include_str!("../../../tests/workflows/older-editor.json"),
    include_str!("../../../tests/workflows/subgraphs-app-mode.json"),
    include_str!("../../../tests/workflows/marked-version-1.json"),
    include_str!("../../../tests/workflows/group-node.json"),
    include_str!("../../../www/workflows/poster.json"),
];

/// Words that have a meaning to a reader.
const WORDS: [&str; 32] = [
    "nodes",
    "links",
    "id",
    "type",
    "inputs",
    "outputs",
    "link",
    "linkIds",
    "widget",
    "name",
    "widgets_values",
    "mode",
    "definitions",
    "subgraphs",
    "inputNode",
    "outputNode",
    "properties",
    "proxyWidgets",
    "extra",
    "linearData",
    "groupNodes",
    "external",
    "class_type",
    "_meta",
    "PrimitiveNode",
    "Reroute",
    "InputNumber",
    "workflow>a",
    "a",
    "-10",
    "-20",
    "1",
];

fn json() -> impl Strategy<Value = Value> {
    let word = select(WORDS.to_vec()).prop_map(Value::from);
    let number = prop_oneof![
        (-20i64..20).prop_map(Value::from),
        any::<f64>().prop_map(Value::from)
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number,
        word
    ];
    leaf.prop_recursive(6, 80, 8, |inner| {
        let key = select(WORDS.to_vec()).prop_map(str::to_owned);
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Value::Array),
            vec((key, inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// The pointers to all values of a document.
fn pointers(value: &Value, at: &str, pointers: &mut Vec<String>) {
    pointers.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                self::pointers(item, &format!("{at}/{index}"), pointers);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                self::pointers(member, &format!("{at}/{name}"), pointers);
            }
        }
        _ => {}
    }
}

/// Reads a workflow and its schema, writes it and reads it back.
fn is_read(text: &str) {
    let (workflow, _) = Workflow::parse(text);
    let (schema, _) = read(&workflow);
    let _ = fill(&schema, &Default::default(), &Default::default());
    let written = workflow.to_value();
    let (again, _) = Workflow::from_value(&written);
    // No node id of ComfyUI is a key of the editor's format.
    let parts = ["nodes", "links", "id", "definitions", "extra"];
    if !workflow
        .nodes
        .iter()
        .any(|node| parts.contains(&node.id.as_str()))
    {
        assert_eq!(again.to_value(), written);
    }
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in ".*") {
        is_read(&text);
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes in vec(any::<u8>(), 0..200)) {
        for start in [&b""[..], b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"\xFF\xD8\xFF\xE1"] {
            let _ = Workflow::read(&[start, &bytes].concat());
        }
    }

    #[test]
    fn no_json_makes_reading_panic(value in json()) {
        is_read(&value.to_string());
    }

    #[test]
    fn no_value_of_a_node_makes_reading_panic(value in "[\\[\\]{}\",:0-9a-z ]*") {
        is_read(&format!(r#"{{"1": {{"class_type": "InputNumber", "inputs": {{"min": {value}}}}}}}"#));
    }

    #[test]
    fn no_change_of_a_file_makes_reading_panic(
        file in select(FILES.to_vec()),
        changes in vec((any::<Index>(), json()), 1..4),
    ) {
        let mut document: Value = serde_json::from_str(file).unwrap();
        for (pointer_index, value) in changes {
            let mut found = Vec::new();
            pointers(&document, "", &mut found);
            *document.pointer_mut(pointer_index.get(&found).as_str()).unwrap() = value;
        }
        is_read(&document.to_string());
    }

    #[test]
    fn no_swap_within_a_file_makes_reading_panic(
        file in select(FILES.to_vec()),
        swaps in vec((any::<Index>(), any::<Index>()), 1..6),
    ) {
        let mut document: Value = serde_json::from_str(file).unwrap();
        for (from, to) in swaps {
            let mut found = Vec::new();
            pointers(&document, "", &mut found);
            let value = document.pointer(from.get(&found).as_str()).unwrap().clone();
            *document.pointer_mut(to.get(&found).as_str()).unwrap() = value;
        }
        is_read(&document.to_string());
    }
}
