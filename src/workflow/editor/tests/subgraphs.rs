//! Subgraphs: their nodes in the prompt, links across their boundaries, promoted widgets.

use super::*;

const ID: &str = "0d7c0f3e-0000-4000-8000-000000000001";
const OUTER: &str = "0d7c0f3e-0000-4000-8000-000000000002";

/// A subgraph `image → Blur(radius) → image` with `radius` as an input too.
fn blur() -> Value {
    json!({"id": ID, "version": 1, "name": "Blur", "inputNode": {"id": -10}, "outputNode": {"id": -20},
        "inputs": [{"name": "image", "type": "IMAGE", "linkIds": [1]}, {"name": "radius", "type": "INT", "linkIds": [2]}],
        "outputs": [{"name": "IMAGE", "type": "IMAGE", "linkIds": [3]}],
        "nodes": [{"id": 8, "type": "ImageBlur", "title": "Soft",
            "inputs": [input("image", "IMAGE", 1), widget("blur_radius", "INT", 2), widget("sigma", "FLOAT", None)],
            "outputs": [{"name": "IMAGE", "type": "IMAGE", "links": [3]}], "widgets_values": [1, 0.5]}],
        "links": [
            {"id": 1, "origin_id": -10, "origin_slot": 0, "target_id": 8, "target_slot": 0, "type": "IMAGE"},
            {"id": 2, "origin_id": -10, "origin_slot": 1, "target_id": 8, "target_slot": 1, "type": "INT"},
            {"id": 3, "origin_id": 8, "origin_slot": 0, "target_id": -20, "target_slot": 0, "type": "IMAGE"}]})
}

fn with(definitions: Value, nodes: Value, links: Value) -> Value {
    let mut file = file(nodes, links);
    file["definitions"] = json!({"subgraphs": definitions});
    file
}

/// An image through one blur, with additional properties of its node.
fn one(host: Value) -> Value {
    let mut node = json!({"id": 57, "type": ID, "inputs": [input("image", "IMAGE", 1), widget("radius", "INT", None)],
        "outputs": [{"name": "IMAGE", "type": "IMAGE"}]});
    for (name, value) in host.as_object().unwrap() {
        node[name] = value.clone();
    }
    with(
        json!([blur()]),
        json!([{"id": 1, "type": "LoadImage", "widgets_values": ["a.png", "image"]}, node,
               {"id": 60, "type": "SaveImage", "inputs": [input("images", "IMAGE", 2)], "widgets_values": ["x"]}]),
        json!([[1, 1, 0, 57, 0, "IMAGE"], [2, 57, 0, 60, 0, "IMAGE"]]),
    )
}

#[test]
fn inner_nodes_of_a_subgraph_are_prefixed_with_its_nodes_id() {
    let expected = json!({
        "1": {"class_type": "LoadImage", "inputs": {"image": "a.png"}},
        "60": {"class_type": "SaveImage", "inputs": {"filename_prefix": "x", "images": ["57:8", 0]}},
        "57:8": {"class_type": "ImageBlur", "_meta": {"title": "Soft"},
                 "inputs": {"blur_radius": 1, "sigma": 0.5, "image": ["1", 0]}},
    });
    assert_eq!(clean(&one(json!({}))), expected);
}

#[test]
fn a_promoted_widget_overrides_the_inner_value() {
    let radius = |host: Value| clean(&one(host))["57:8"]["inputs"]["blur_radius"].clone();
    assert_eq!(
        radius(json!({"widgets_values": [9]})),
        9,
        "in the order of the inputs"
    );
    assert_eq!(
        radius(json!({"widgets_values": [9, "fixed"]})),
        9,
        "with the control's value"
    );
    assert_eq!(
        radius(json!({"widgets_values_named": {"radius": 9}})),
        9,
        "by name"
    );
    assert_eq!(radius(json!({"widgets_values": []})), 1, "nothing");
    let proxied =
        json!({"properties": {"proxyWidgets": [["-1", "radius"]]}, "widgets_values": [9]});
    assert_eq!(radius(proxied), 9, "by a proxy for the input");
}

#[test]
fn a_proxy_of_an_older_file_names_the_inner_widget() {
    let host = json!({"properties": {"proxyWidgets": [["8", "8: sigma"], ["8", "blur_radius"]]},
        "widgets_values": [0.25, 4]});
    let inputs = &clean(&one(host))["57:8"]["inputs"];
    assert_eq!(
        (&inputs["sigma"], &inputs["blur_radius"]),
        (&json!(0.25), &json!(4))
    );
}

#[test]
fn a_proxy_of_an_editor_only_widget_is_left_out() {
    let proxies = json!([
        ["8", "sigma"],
        ["8", "control_after_generate"],
        ["8", "$$canvas-image-preview"],
        ["-1", "radius"]
    ]);
    let host =
        json!({"properties": {"proxyWidgets": proxies}, "widgets_values": [0.25, "fixed", "", 4]});
    let expected = json!({"blur_radius": 4, "sigma": 0.25, "image": ["1", 0]});
    assert_eq!(clean(&one(host))["57:8"]["inputs"], expected);
}

#[test]
fn a_link_into_a_promoted_widget_overrides_its_value() {
    let mut file = one(json!({"widgets_values": [9],
        "inputs": [input("image", "IMAGE", 1), widget("radius", "INT", 5)]}));
    file["nodes"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 70, "type": "PrimitiveInt", "widgets_values": [3, "fixed"]}));
    file["links"]
        .as_array_mut()
        .unwrap()
        .push(json!([5, 70, 0, 57, 1, "INT"]));
    assert_eq!(
        clean(&file)["57:8"]["inputs"]["blur_radius"],
        json!(["70", 0])
    );
}

#[test]
fn subgraphs_may_be_nested_and_repeated() {
    let outer = json!({"id": OUTER, "inputNode": {"id": -10}, "outputNode": {"id": -20},
        "inputs": [{"name": "in", "type": "IMAGE", "linkIds": [1]}, {"name": "r", "type": "INT", "linkIds": [4]}],
        "outputs": [{"name": "out", "type": "IMAGE", "linkIds": [3]}],
        "nodes": [
            {"id": 5, "type": ID, "inputs": [input("image", "IMAGE", 1), widget("radius", "INT", 4)], "outputs": [{"type": "IMAGE"}]},
            {"id": 6, "type": ID, "inputs": [input("image", "IMAGE", 2)], "outputs": [{"type": "IMAGE"}], "widgets_values": [7]}],
        "links": [
            {"id": 1, "origin_id": -10, "origin_slot": 0, "target_id": 5, "target_slot": 0},
            {"id": 2, "origin_id": 5, "origin_slot": 0, "target_id": 6, "target_slot": 0},
            {"id": 3, "origin_id": 6, "origin_slot": 0, "target_id": -20, "target_slot": 0},
            {"id": 4, "origin_id": -10, "origin_slot": 1, "target_id": 5, "target_slot": 1}]});
    let file = with(
        json!([blur(), outer]),
        json!([{"id": 1, "type": "LoadImage", "widgets_values": ["a.png", "image"]},
               {"id": 2, "type": OUTER, "inputs": [input("in", "IMAGE", 1), widget("r", "INT", None)], "outputs": [{"type": "IMAGE"}], "widgets_values": [3]},
               {"id": 3, "type": "SaveImage", "inputs": [input("images", "IMAGE", 2)], "widgets_values": ["x"]}]),
        json!([[1, 1, 0, 2, 0, "IMAGE"], [2, 2, 0, 3, 0, "IMAGE"]]),
    );
    let prompt = clean(&file);
    assert_eq!(
        prompt["2:5:8"]["inputs"],
        json!({"blur_radius": 3, "sigma": 0.5, "image": ["1", 0]})
    );
    assert_eq!(
        prompt["2:6:8"]["inputs"],
        json!({"blur_radius": 7, "sigma": 0.5, "image": ["2:5:8", 0]})
    );
    assert_eq!(prompt["3"]["inputs"]["images"], json!(["2:6:8", 0]));
}

#[test]
fn a_muted_subgraph_is_left_out_and_a_bypassed_one_passes_on() {
    let muted = clean(&one(json!({"mode": 2})));
    assert_eq!(muted["60"]["inputs"], json!({"filename_prefix": "x"}));
    assert_eq!(muted["57:8"], Value::Null);
    let bypassed = clean(&one(json!({"mode": 4})));
    assert_eq!(bypassed["60"]["inputs"]["images"], json!(["1", 0]));
    assert_eq!(bypassed["57:8"], Value::Null);
}

#[test]
fn a_bypassed_subgraph_inside_another_keeps_its_nodes_and_passes_on() {
    let outer = json!({"id": OUTER, "inputNode": {"id": -10}, "outputNode": {"id": -20},
        "inputs": [{"name": "in", "type": "IMAGE", "linkIds": [1]}],
        "outputs": [{"name": "out", "type": "IMAGE", "linkIds": [3]}],
        "nodes": [{"id": 5, "type": ID, "mode": 4, "inputs": [input("image", "IMAGE", 1)],
                   "outputs": [{"type": "IMAGE"}]}],
        "links": [
            {"id": 1, "origin_id": -10, "origin_slot": 0, "target_id": 5, "target_slot": 0},
            {"id": 3, "origin_id": 5, "origin_slot": 0, "target_id": -20, "target_slot": 0}]});
    let mut file = one(json!({"type": OUTER, "inputs": [input("in", "IMAGE", 1)]}));
    file["definitions"] = json!({"subgraphs": [blur(), outer]});
    let prompt = clean(&file);
    assert_eq!(prompt["60"]["inputs"]["images"], json!(["1", 0]));
    assert_eq!(prompt["57:5:8"]["inputs"]["image"], json!(["1", 0]));
}

#[test]
fn a_missing_subgraph_is_a_problem() {
    let mut file = one(json!({"title": "Gone"}));
    file["definitions"] = Value::Null;
    let (_, problems) = prompt(&file);
    assert_eq!(
        problems[0],
        format!(
            "node 57 ({ID}) “Gone”: its subgraph or group is missing from the file; save the workflow again"
        )
    );
}

/// A subgraph whose input `text` leads to a preview first and then to a prompt's widget.
fn shared(host: Value) -> Value {
    let inner = json!({"id": ID, "inputNode": {"id": -10}, "outputNode": {"id": -20}, "outputs": [],
        "inputs": [{"name": "text", "type": "STRING", "linkIds": [1, 2]}],
        "nodes": [
            {"id": 5, "type": "PreviewAny", "inputs": [input("source", "*", 1)]},
            {"id": 6, "type": "PrimitiveString", "inputs": [widget("value", "STRING", 2)],
             "outputs": [{"name": "STRING", "type": "STRING"}], "widgets_values": ["inner"]}],
        "links": [{"id": 1, "origin_id": -10, "origin_slot": 0, "target_id": 5, "target_slot": 0},
                  {"id": 2, "origin_id": -10, "origin_slot": 0, "target_id": 6, "target_slot": 0}]});
    let mut node = json!({"id": 57, "type": ID, "inputs": [input("text", "STRING", None)]});
    for (name, value) in host.as_object().unwrap() {
        node[name] = value.clone();
    }
    with(json!([inner]), json!([node]), json!([]))
}

#[test]
fn a_promoted_value_also_reaches_inputs_without_a_widget() {
    let sent = |host: Value| {
        let prompt = clean(&shared(host));
        let value = |id: &str, input: &str| prompt[id]["inputs"][input].clone();
        (value("57:5", "source"), value("57:6", "value"))
    };
    let both = |text: &str| (json!(text), json!(text));
    assert_eq!(
        sent(json!({"widgets_values": ["mine"]})),
        both("mine"),
        "in order"
    );
    assert_eq!(sent(json!({})), both("inner"), "of the inner widget");
    let proxied = |node: &str, name: &str| json!({"properties": {"proxyWidgets": [[node, name]]}, "widgets_values": ["mine"]});
    assert_eq!(
        sent(proxied("6", "value")),
        both("mine"),
        "by a proxy of the inner widget"
    );
    assert_eq!(
        sent(proxied("-1", "text")),
        both("mine"),
        "by a proxy for the input"
    );
    let named = json!({"widgets_values_named": {"text": "mine"}});
    assert_eq!(sent(named), both("mine"), "by name");
}

#[test]
fn a_shared_value_comes_from_the_innermost_widget() {
    let mut file = shared(json!({}));
    let outer = json!({"id": OUTER, "inputNode": {"id": -10}, "outputNode": {"id": -20}, "outputs": [],
        "inputs": [{"name": "t", "type": "STRING", "linkIds": [1, 2]}],
        "nodes": [{"id": 7, "type": "PreviewAny", "inputs": [input("source", "*", 1)]},
                  {"id": 8, "type": ID, "inputs": [widget("text", "STRING", 2)]}],
        "links": [{"id": 1, "origin_id": -10, "origin_slot": 0, "target_id": 7, "target_slot": 0},
                  {"id": 2, "origin_id": -10, "origin_slot": 0, "target_id": 8, "target_slot": 0}]});
    file["definitions"]["subgraphs"]
        .as_array_mut()
        .unwrap()
        .push(outer);
    file["nodes"] = json!([{"id": 9, "type": OUTER, "inputs": [widget("t", "STRING", None)]}]);
    let prompt = clean(&file);
    for (id, input) in [("9:7", "source"), ("9:8:5", "source"), ("9:8:6", "value")] {
        assert_eq!(prompt[id]["inputs"][input], "inner", "{id}");
    }
}

#[test]
fn a_promoted_value_reaches_an_input_that_another_brings() {
    let mut file = shared(json!({"widgets_values": ["mine"]}));
    file["definitions"]["subgraphs"][0]["nodes"][0] =
        json!({"id": 5, "type": "Grows", "inputs": [input("values.a", "STRING", 1)]});
    let classes = json!({"Grows": {"input": {"required": {"values": ["COMFY_AUTOGROW_V3", {}]}}}});
    let (prompt, _) = super::classes::prompt_with(&file, classes);
    assert_eq!(prompt["57:5"]["inputs"], json!({"values.a": "mine"}));
}

#[test]
fn an_entered_choice_that_is_promoted_has_its_own_index() {
    let mut file = shared(json!({"widgets_values": ["b"]}));
    file["definitions"]["subgraphs"][0]["nodes"][1] = json!({"id": 6, "type": "CustomCombo",
        "inputs": [widget("choice", "COMBO", 2)], "widgets_values": ["a", 0, "a", "b", ""]});
    let inputs = &clean(&file)["57:6"]["inputs"];
    assert_eq!(
        (&inputs["choice"], &inputs["index"]),
        (&json!("b"), &json!(1))
    );
}

/// A subgraph whose input `text` is that of a prompt, which is also a proxy if there are any.
fn prompt_inside(host: Value, linked: bool) -> Value {
    let link = linked.then_some(1);
    let inner = json!({"id": ID, "inputNode": {"id": -10}, "outputNode": {"id": -20}, "outputs": [],
        "inputs": [{"name": "text", "type": "STRING", "linkIds": [1]}],
        "nodes": [{"id": 6, "type": "CLIPTextEncode", "inputs": [widget("text", "STRING", link)],
                   "widgets_values": [TEXT]}],
        "links": [{"id": 1, "origin_id": -10, "origin_slot": 0, "target_id": 6, "target_slot": 0}]});
    let mut node = json!({"id": 57, "type": ID, "inputs": [widget("text", "STRING", None)]});
    for (name, value) in host.as_object().unwrap() {
        node[name] = value.clone();
    }
    with(json!([inner]), json!([node]), json!([]))
}

const TEXT: &str = r#"{"url": "https://a.b/c", "style": "\{x\}"} /* all */"#;

#[test]
fn a_text_that_a_subgraph_shows_is_sent_as_it_is() {
    let text = |file: Value| clean(&file)["57:6"]["inputs"]["text"].clone();
    let proxied = |values: Value| json!({"properties": {"proxyWidgets": [["6", "text"]]}, "widgets_values": values});
    assert_eq!(text(prompt_inside(json!({}), true)), TEXT, "the inner text");
    let without_values = proxied(json!([]));
    assert_eq!(text(prompt_inside(without_values.clone(), true)), TEXT);
    assert_eq!(
        text(prompt_inside(without_values, false)),
        TEXT,
        "a proxy alone"
    );
    let own = proxied(json!(["b // c"]));
    assert_eq!(text(prompt_inside(own.clone(), true)), "b // c");
    assert_eq!(text(prompt_inside(own, false)), "b // c");
    let inside = r#"{"url": "https:"#;
    assert_eq!(
        text(prompt_inside(json!({}), false)).as_str().unwrap(),
        inside,
        "not shown"
    );
}

#[test]
fn a_primitive_that_a_subgraph_shows_is_sent_as_it_is() {
    let text = |host: Value| {
        let mut file = prompt_inside(host, true);
        file["definitions"]["subgraphs"][0]["inputs"] = json!([]);
        file["definitions"]["subgraphs"][0]["links"][0]["origin_id"] = json!(7);
        let nodes = file["definitions"]["subgraphs"][0]["nodes"]
            .as_array_mut()
            .unwrap();
        nodes.push(json!({"id": 7, "type": "PrimitiveNode", "widgets_values": ["b // c"]}));
        clean(&file)["57:6"]["inputs"]["text"].clone()
    };
    assert_eq!(text(json!({"inputs": []})), "b ");
    let proxies = json!({"inputs": [], "properties": {"proxyWidgets": [["7", "value"]]}});
    assert_eq!(text(proxies), "b // c");
}
