//! Links through nodes that are not executed: reroutes, primitives, Get and Set, muted and bypassed
//! nodes.

use super::*;

#[test]
fn a_link_is_followed_through_reroutes() {
    let file = file(
        json!([
            {"id": 1, "type": "A", "outputs": [{"name": "x", "type": "IMAGE"}]},
            {"id": 2, "type": "Reroute", "inputs": [input("", "*", 1)], "outputs": [{"name": "", "type": "IMAGE"}]},
            {"id": 3, "type": "Reroute", "inputs": [input("", "*", 2)]},
            {"id": 4, "type": "B", "title": "End", "inputs": [input("image", "IMAGE", 3)]},
            {"id": 5, "type": "Note", "widgets_values": ["read me"]},
            {"id": 6, "type": "MarkdownNote", "widgets_values": ["# read me"]},
        ]),
        json!([
            [1, 1, 0, 2, 0, "IMAGE"],
            [2, 2, 0, 3, 0, "*"],
            [3, 3, 0, 4, 0, "IMAGE"]
        ]),
    );
    let expected = json!({
        "1": {"class_type": "A", "inputs": {}},
        "4": {"class_type": "B", "inputs": {"image": ["1", 0]}, "_meta": {"title": "End"}},
    });
    assert_eq!(clean(&file), expected);
}

#[test]
fn links_may_be_objects() {
    let file = json!({"version": 1, "state": {}, "nodes": [
            {"id": "1", "type": "A", "outputs": [{"type": "X"}, {"type": "IMAGE"}]},
            {"id": 2, "type": "B", "inputs": [input("image", "IMAGE", 7)]},
        ], "links": [{"id": 7, "origin_id": "1", "origin_slot": 1, "target_id": 2, "target_slot": 0, "type": "IMAGE"}]});
    assert_eq!(clean(&file)["2"]["inputs"], json!({"image": ["1", 1]}));
}

#[test]
fn an_old_file_is_converted() {
    let file = json!({"version": 0.3, "config": {}, "groups": [], "extra": {}, "last_node_id": 9, "nodes": [
            {"id": 1, "type": "KSampler", "pos": {"0": 10, "1": 20}, "size": {"0": 315, "1": 262}, "flags": {}, "order": 1,
             "mode": 0, "inputs": [{"name": "model", "type": "MODEL", "link": 3},
                {"name": "positive", "type": "CONDITIONING", "link": null}], "outputs": null, "properties": null,
             "widgets_values": [5, true, 20, 8, "euler", "normal", 1]},
            {"id": 2, "type": "CheckpointLoaderSimple", "pos": [1, 2], "widgets_values": ["a.ckpt"],
             "outputs": [{"name": "MODEL", "type": "MODEL", "links": [3]}]},
        ], "links": [null, [3, 2, 0, 1, 0, "MODEL"]]});
    let inputs = json!({"model": ["2", 0], "seed": 5, "steps": 20, "cfg": 8, "sampler_name": "euler",
        "scheduler": "normal", "denoise": 1});
    assert_eq!(clean(&file)["1"]["inputs"], inputs);
}

#[test]
fn a_primitives_value_goes_into_linked_widgets() {
    let file = file(
        json!([
            {"id": 1, "type": "PrimitiveNode", "widgets_values": [18446744073709551615u64, "randomize"],
             "outputs": [{"name": "INT", "type": "INT", "widget": {"name": "seed"}}]},
            {"id": 3, "type": "KSampler", "inputs": [widget("seed", "INT", 1)],
             "widgets_values": [5, "fixed", 20, 8, "euler", "normal", 1]},
        ]),
        json!([[1, 1, 0, 3, 0, "INT"]]),
    );
    let expected = json!({"seed": 18446744073709551615u64, "steps": 20, "cfg": 8,
        "sampler_name": "euler", "scheduler": "normal", "denoise": 1});
    assert_eq!(
        clean(&file),
        json!({"3": {"class_type": "KSampler", "inputs": expected}})
    );
}

#[test]
fn a_get_node_passes_on_the_input_of_its_set_node() {
    let file = file(
        json!([
            {"id": 1, "type": "A"},
            {"id": 2, "type": "SetNode", "inputs": [input("MODEL", "MODEL", 1)], "widgets_values": ["m"]},
            {"id": 3, "type": "GetNode", "widgets_values": ["m"]},
            {"id": 4, "type": "B", "inputs": [input("model", "MODEL", 2)]},
        ]),
        json!([[1, 1, 0, 2, 0, "MODEL"], [2, 3, 0, 4, 0, "MODEL"]]),
    );
    assert_eq!(clean(&file)["4"]["inputs"], json!({"model": ["1", 0]}));
}

#[test]
fn nodes_that_only_the_javascript_of_packs_has_are_followed_or_left_out() {
    let file = file(
        json!([
            {"id": 1, "type": "A", "outputs": [{"name": "MODEL", "type": "MODEL"}]},
            {"id": 2, "type": "easy setNode", "inputs": [input("MODEL", "MODEL", 1)], "widgets_values": ["m"]},
            {"id": 3, "type": "easy getNode", "widgets_values": ["m"]},
            {"id": 5, "type": "mxReroute", "inputs": [input("", "*", 2)]},
            {"id": 4, "type": "B", "inputs": [input("model", "MODEL", 3)]},
            {"id": 6, "type": "Note Plus (mtb)", "widgets_values": ["a", "b"]},
            {"id": 7, "type": "easy bookmark", "widgets_values": ["1", 1]},
        ]),
        json!([
            [1, 1, 0, 2, 0, "MODEL"],
            [2, 3, 0, 5, 0, "MODEL"],
            [3, 5, 0, 4, 0, "MODEL"]
        ]),
    );
    let expected = json!({"1": {"class_type": "A", "inputs": {}},
        "4": {"class_type": "B", "inputs": {"model": ["1", 0]}}});
    assert_eq!(clean(&file), expected);
}

#[test]
fn a_muted_node_and_the_links_to_it_are_left_out() {
    let file = file(
        json!([
            {"id": 1, "type": "A", "mode": 2},
            {"id": 2, "type": "B", "inputs": [input("image", "IMAGE", 1), widget("text", "STRING", 2)],
             "widgets_values": ["own"]},
        ]),
        json!([[1, 1, 0, 2, 0, "IMAGE"], [2, 1, 1, 2, 1, "STRING"]]),
    );
    assert_eq!(
        clean(&file),
        json!({"2": {"class_type": "B", "inputs": {"text": "own"}}})
    );
}

#[test]
fn a_bypassed_nodes_input_replaces_its_output() {
    let bypassed = |inputs: Value, output: &str, wanted: &str| {
        let file = file(
            json!([
                {"id": 1, "type": "A"}, {"id": 2, "type": "B"},
                {"id": 3, "type": "C", "mode": 4, "inputs": inputs, "outputs": [{"type": "CLIP"}, {"type": output}]},
                {"id": 4, "type": "D", "inputs": [input("x", wanted, 3)]},
            ]),
            json!([
                [1, 1, 0, 3, 0, "?"],
                [2, 2, 0, 3, 1, "?"],
                [3, 3, 1, 4, 0, "?"]
            ]),
        );
        clean(&file)["4"]["inputs"]["x"][0].clone()
    };
    let inputs = |first, second| json!([input("a", first, 1), input("b", second, 2)]);
    assert_eq!(
        bypassed(inputs("MODEL", "MODEL"), "MODEL", "MODEL"),
        "2",
        "the same position"
    );
    assert_eq!(
        bypassed(inputs("MODEL", "CLIP"), "MODEL", "MODEL"),
        "1",
        "the same type"
    );
    assert_eq!(
        bypassed(inputs("IMAGE,MASK", "CLIP"), "MASK", "MASK"),
        "1",
        "a type that fits"
    );
    assert_eq!(
        bypassed(inputs("CLIP", "CLIP"), "MODEL", "MODEL"),
        Value::Null,
        "none"
    );
    assert_eq!(
        bypassed(inputs("CLIP", "VAE"), "MODEL", "*"),
        "2",
        "anything"
    );
}

#[test]
fn a_link_to_a_missing_origin_is_a_problem() {
    let file = file(
        json!([
            {"id": 1, "type": "A", "outputs": [{"type": "X"}]},
            {"id": 2, "type": "B", "title": "T", "inputs": [input("a", "X", 1), input("b", "X", 2), input("c", "X", 3)]},
        ]),
        json!([[1, 7, 0, 2, 0, "X"], [2, 1, 4, 2, 1, "X"]]),
    );
    let (prompt, problems) = prompt(&file);
    assert_eq!(prompt["2"]["inputs"], json!({}));
    let expected = [
        "node 2 (B) “T”: its input `a` comes from node 7, which is not in the workflow",
        "node 2 (B) “T”: its input `b` comes from output 4 of node 1, which has no such output",
        "node 2 (B) “T”: its input `c` comes from link 3, which is not in the workflow",
    ];
    assert_eq!(problems, expected);
}

#[test]
fn nodes_have_the_order_of_the_api_export() {
    let file = file(
        json!([{"id": 10, "type": "A"}, {"id": 9, "type": "B"}]),
        json!([]),
    );
    let (workflow, _) = Workflow::from_value(&file);
    let ids: Vec<_> = workflow.nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["9", "10"]);
}

/// The value of a widget behind a primitive, with other nodes between them.
fn behind_primitive(nodes: &[Value], links: Value) -> Value {
    let mut all = vec![
        json!({"id": 1, "type": "PrimitiveNode", "widgets_values": [7, "fixed"]}),
        json!({"id": 9, "type": "ModelSamplingAuraFlow", "widgets_values": [3],
               "inputs": [widget("shift", "FLOAT", 9)]}),
    ];
    all.extend(nodes.iter().cloned());
    clean(&file(json!(all), links))["9"]["inputs"]["shift"].clone()
}

#[test]
fn a_primitive_sets_only_widgets_that_it_is_linked_to() {
    let link = json!([1, 1, 0, 2, 0, "FLOAT"]);
    let reroute = json!({"id": 2, "type": "Reroute", "inputs": [input("", "*", 1)]});
    let through = json!([link, [9, 2, 0, 9, 0, "FLOAT"]]);
    assert_eq!(behind_primitive(&[reroute], through), 3);
    let set =
        json!({"id": 2, "type": "SetNode", "widgets_values": ["A"], "inputs": [input("", "*", 1)]});
    let get = json!({"id": 3, "type": "GetNode", "widgets_values": ["A"]});
    let through = json!([link, [9, 3, 0, 9, 0, "FLOAT"]]);
    assert_eq!(behind_primitive(&[set, get], through), 3);
    assert_eq!(behind_primitive(&[], json!([[9, 1, 0, 9, 0, "FLOAT"]])), 7);
}

#[test]
fn a_bypassed_primitive_still_sets_widgets() {
    let nodes = json!([
        {"id": 1, "type": "PrimitiveNode", "mode": 4, "widgets_values": [7, "fixed"]},
        {"id": 9, "type": "ModelSamplingAuraFlow", "widgets_values": [3], "inputs": [widget("shift", "FLOAT", 9)]},
    ]);
    let file = file(nodes, json!([[9, 1, 0, 9, 0, "FLOAT"]]));
    assert_eq!(clean(&file)["9"]["inputs"]["shift"], 7);
}
