//! Which numbers the editor draws anew after each run.

use serde_json::{Value, json};

use super::{file, input, widget};
use crate::Workflow;
use crate::classes::NodeClasses;

/// The inputs that are drawn anew.
fn random(file: &Value) -> Vec<String> {
    let (workflow, _) = Workflow::parse_with(&file.to_string(), NodeClasses::core());
    let targets = workflow.random.iter();
    targets
        .map(|target| format!("{}.{}", target.node, target.input))
        .collect()
}

const NONE: [&str; 0] = [];

#[test]
fn a_node_says_how_its_own_numbers_change() {
    let own = |values: Value| {
        let node = json!({"id": 1, "type": "KSampler", "widgets_values": values});
        random(&file(json!([node]), json!([])))
    };
    let values = |control| json!([5, control, 20, 8, "euler", "normal", 1]);
    assert_eq!(own(values("randomize")), ["1.seed"]);
    assert_eq!(own(values("fixed")), NONE);
    let named = json!({"seed": 5, "control_after_generate": "randomize", "steps": 20});
    assert_eq!(own(named), ["1.seed"]);
}

#[test]
fn a_primitive_says_it_for_the_widgets_that_it_sets() {
    let linked = |primitive: &str, own: &str| {
        let nodes = json!([
            {"id": 1, "type": "PrimitiveNode", "widgets_values": [7, primitive],
             "outputs": [{"name": "INT", "type": "INT", "widget": {"name": "seed"}}]},
            {"id": 3, "type": "KSampler", "inputs": [widget("seed", "INT", 1)],
             "widgets_values": [5, own, 20, 8, "euler", "normal", 1]},
        ]);
        random(&file(nodes, json!([[1, 1, 0, 3, 0, "INT"]])))
    };
    assert_eq!(linked("randomize", "fixed"), ["3.seed"]);
    assert_eq!(linked("fixed", "randomize"), NONE);
    assert_eq!(linked("increment", "fixed"), NONE);
}

/// A file with a subgraph in node 57. Inside, the sampler 8 has a seed that is an input of the subgraph; or that
/// primitive 9 sets.
fn subgraph(host: Value, primitive: Option<&str>, own: &str) -> Value {
    const ID: &str = "9f6a0cd0-7a5b-4d0e-9a43-7d4e3c5b0a11";
    let mut host = host;
    host["id"] = json!(57);
    host["type"] = json!(ID);
    let sampler = json!({"id": 8, "type": "KSampler", "inputs": [widget("seed", "INT", 1)],
        "widgets_values": [5, own, 20, 8, "euler", "normal", 1]});
    let (nodes, origin) = match primitive {
        Some(control) => {
            let primitive =
                json!({"id": 9, "type": "PrimitiveNode", "widgets_values": [7, control]});
            (json!([sampler, primitive]), 9)
        }
        None => (json!([sampler]), -10),
    };
    let links = json!([{"id": 1, "origin_id": origin, "origin_slot": 0, "target_id": 8,
        "target_slot": 0, "type": "INT"}]);
    let graph = json!({"id": ID, "inputNode": {"id": -10}, "outputNode": {"id": -20},
        "inputs": [{"name": "seed", "type": "INT", "linkIds": [1]}], "outputs": [],
        "nodes": nodes, "links": links});
    let mut file = file(json!([host]), json!([]));
    file["definitions"] = json!({"subgraphs": [graph]});
    file
}

#[test]
fn a_promoted_widget_changes_as_its_subgraphs_node_says() {
    let shown = |host, own| random(&subgraph(host, None, own));
    let proxies = json!([["8", "seed"], ["8", "control_after_generate"]]);
    let host =
        |control| json!({"properties": {"proxyWidgets": proxies}, "widgets_values": [9, control]});
    assert_eq!(shown(host("randomize"), "fixed"), ["57:8.seed"]);
    assert_eq!(shown(host("fixed"), "randomize"), NONE);
    let in_order =
        |control| json!({"inputs": [widget("seed", "INT", None)], "widgets_values": [9, control]});
    assert_eq!(shown(in_order("randomize"), "fixed"), ["57:8.seed"]);
    assert_eq!(shown(in_order("fixed"), "randomize"), NONE);
}

#[test]
fn a_promoted_widget_otherwise_changes_as_inside() {
    let inside = |own| random(&subgraph(json!({"widgets_values": [9]}), None, own));
    assert_eq!(inside("randomize"), ["57:8.seed"]);
    assert_eq!(inside("fixed"), NONE);
}

#[test]
fn a_promoted_primitive_keeps_its_value_beside_its_control() {
    let proxies = json!([["9", "value"], ["9", "control_after_generate"]]);
    let host = json!({"properties": {"proxyWidgets": proxies}, "widgets_values": [9, "randomize"]});
    let file = subgraph(host, Some("fixed"), "fixed");
    assert_eq!(random(&file), ["57:8.seed"]);
    assert_eq!(super::clean(&file)["57:8"]["inputs"]["seed"], 9);
    let outside = subgraph(
        json!({"inputs": [input("seed", "INT", None)]}),
        Some("randomize"),
        "fixed",
    );
    assert_eq!(random(&outside), ["57:8.seed"]);
}
