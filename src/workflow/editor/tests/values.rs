//! Values that the editor changes on their way into the prompt, and classes with rules of their own.

use std::collections::HashMap;

use super::classes::{named, prompt_with};
use super::*;
use crate::ExposureDocument;
use crate::classes::NodeClasses;
use crate::lower::{Fill, lower};

#[test]
fn a_primitives_number_fits_the_widget_that_it_sets() {
    let set = |value: Value, definition: Value| {
        let nodes = json!([{"id": 2, "type": "PrimitiveNode", "widgets_values": [value, "fixed"]},
            {"id": 1, "type": "Own", "inputs": [widget("n", "INT", 1)]}]);
        let class = json!({"Own": {"input": {"required": {"n": definition}}}});
        prompt_with(&file(nodes, json!([[1, 2, 0, 1, 0, "INT"]])), class).0["1"]["inputs"]["n"]
            .clone()
    };
    assert_eq!(set(json!(7.6), json!(["INT", {}])), 8);
    assert_eq!(set(json!(20), json!(["INT", {"min": 2, "step": 8}])), 18);
    assert_eq!(set(json!(u64::MAX), json!(["INT", {}])), json!(u64::MAX));
    assert_eq!(
        set(json!(7.777), json!(["FLOAT", {"step": 0.1, "round": 0.01}])),
        json!(7.8)
    );
    assert_eq!(
        set(json!(0.333), json!(["FLOAT", {"step": 0.01}])),
        json!(0.33)
    );
    assert_eq!(
        set(json!(1.7), json!(["FLOAT", {"step": 0.01, "max": 1}])),
        json!(1)
    );
    assert_eq!(
        set(
            json!(0.333),
            json!(["FLOAT", {"step": 0.01, "round": false}])
        ),
        json!(0.333)
    );
    assert_eq!(set(json!("text"), json!(["INT", {}])), "text");
}

#[test]
fn a_prompt_loses_its_comments() {
    let required = json!({"text": ["STRING", {"dynamicPrompts": true}], "plain": ["STRING", {}]});
    let text = |text: &str| named(json!([text, "a // b"]), required.clone(), json!({})).0;
    let of = |before: &str| text(before)["text"].as_str().unwrap().to_owned();
    assert_eq!(
        of("a cat // no dog\nand /* a\nb */ more / less"),
        "a cat \nand  more / less"
    );
    assert_eq!(of("open /* for ever"), "open /* for ever");
    assert_eq!(of(r"\{x\} \(y\) é/"), r"{x} \(y\) é/");
    assert_eq!(
        of(r"{red|blue} \{x\}"),
        r"{red|blue} \{x\}",
        "drawn for each run"
    );
    assert_eq!(text("")["plain"], "a // b");
}

#[test]
fn a_primitives_text_is_read_like_the_widgets_own() {
    let nodes = json!([{"id": 2, "type": "PrimitiveNode", "widgets_values": ["a cat // no dog"]},
        {"id": 1, "type": "Own", "inputs": [widget("text", "STRING", 1), widget("plain", "STRING", 2)]}]);
    let class = json!({"Own": {"input": {"required": {"text": ["STRING", {"dynamicPrompts": true}],
        "plain": ["STRING", {}], "more": ["STRING", {"dynamicPrompts": true, "default": "x // y"}]}}}});
    let links = json!([[1, 2, 0, 1, 0, "STRING"], [2, 2, 0, 1, 1, "STRING"]]);
    let (prompt, _) = prompt_with(&file(nodes, links), class);
    let expected = json!({"text": "a cat ", "plain": "a cat // no dog", "more": "x "});
    assert_eq!(prompt["1"]["inputs"], expected);
}

#[test]
fn the_texts_that_an_option_brings_are_sent_as_they_are() {
    let option =
        json!({"key": "a", "inputs": {"required": {"text": ["STRING", {"dynamicPrompts": true}]}}});
    let required = json!({"model": ["COMFY_DYNAMICCOMBO_V3", {"options": [option]}]});
    let (inputs, _) = named(json!(["a", "b // c"]), required, json!({}));
    assert_eq!(inputs["model.text"], "b // c");
}

#[test]
fn the_loras_of_rgthrees_loader_are_named_by_number() {
    let lora = |name: &str, two: Value| json!({"on": true, "lora": name, "strength": 1, "strengthTwo": two});
    let values = json!([{}, {"type": "PowerLoraLoaderHeaderWidget"}, lora("a", json!(null)),
        lora("b", json!(0.5)), {}, ""]);
    let node = json!({"id": 1, "type": "Power Lora Loader (rgthree)", "widgets_values": values});
    let expected = json!({"lora_1": {"on": true, "lora": "a", "strength": 1}, "lora_2": lora("b", json!(0.5))});
    assert_eq!(
        clean(&file(json!([node]), json!([])))["1"]["inputs"],
        expected
    );
}

#[test]
fn a_renamed_class_gets_its_new_name() {
    let node = json!({"id": 1, "type": "T2IAdapterLoader", "widgets_values": ["a.safetensors"]});
    let expected =
        json!({"class_type": "ControlNetLoader", "inputs": {"control_net_name": "a.safetensors"}});
    assert_eq!(clean(&file(json!([node]), json!([])))["1"], expected);
}

#[test]
fn a_file_name_may_refer_to_widgets() {
    let name = |text: &str| {
        let nodes = json!([
            {"id": 2, "type": "EmptyImage", "title": "Canvas", "widgets_values": [64, 32, 1, 0],
             "properties": {"Node name for S&R": "Pic"}},
            {"id": 3, "type": "CLIPTextEncode", "title": "Folder", "widgets_values": ["a/b"]},
            {"id": 4, "type": "PrimitiveNode", "title": "Count", "widgets_values": [7, "fixed"]},
            {"id": 1, "type": "SaveImage", "widgets_values": [text]}]);
        clean(&file(nodes, json!([])))["1"]["inputs"]["filename_prefix"].clone()
    };
    assert_eq!(name("%Pic.width%x%Canvas.height%-%Count.value%"), "64x32-7");
    assert_eq!(
        name("%Folder.text%"),
        "a_b",
        "no character that makes a folder"
    );
    for unchanged in [
        "%width%",
        "%Gone.text%",
        "%date:yyyy-MM-dd%",
        "100%",
        "%%",
        "5% %Pic.width",
    ] {
        assert_eq!(name(unchanged), unchanged);
    }
}

#[test]
fn a_file_name_refers_to_the_values_of_a_run_until_they_are_known() {
    let nodes = json!([
        {"id": 2, "type": "EmptyImage", "title": "Canvas", "widgets_values": [64, 32, 1, 0]},
        {"id": 3, "type": "PrimitiveInt", "title": "Size", "widgets_values": [5, "fixed"]},
        {"id": 1, "type": "SaveImage", "widgets_values": ["%Canvas.width%_%Size.value%"]}]);
    let plain = clean(&file(nodes.clone(), json!([])));
    assert_eq!(plain["1"]["inputs"]["filename_prefix"], "64_%3.value%");
    let mut app = file(nodes, json!([]));
    app["extra"] = json!({"linearData": {"inputs": [[2, "width"]]}});
    let app = clean(&app);
    assert_eq!(app["1"]["inputs"]["filename_prefix"], "%2.width%_5");
}

#[test]
fn a_file_name_follows_every_field_also_one_that_is_chosen_later() {
    let seed = |workflow: &mut Workflow| {
        let document = json!({"fields": [{"name": "seed", "node": "3", "input": "seed"}]});
        let (document, _) = ExposureDocument::read(&document);
        assert_eq!(workflow.expose(&document), []);
    };
    let nodes = json!([
        {"id": 2, "type": "PrimitiveNode", "title": "Count", "widgets_values": [7, "fixed"]},
        {"id": 3, "type": "KSampler", "title": "Sampler", "inputs": [widget("seed", "INT", 1)],
         "widgets_values": [5, "fixed", 20, 8, "euler", "normal", 1]},
        {"id": 1, "type": "SaveImage", "widgets_values": ["%Sampler.seed%_%Count.value%_%Sampler.steps%"]}]);
    let file = file(nodes, json!([[1, 2, 0, 3, 0, "INT"]]));
    let (mut workflow, _) = Workflow::from_value(&file);
    seed(&mut workflow);
    let name = |workflow: &Workflow| workflow.to_value()["1"]["inputs"]["filename_prefix"].clone();
    assert_eq!(name(&workflow), "%3.seed%_%3.seed%_20");
    let values = HashMap::from([("3.seed".to_owned(), Fill::Literal(json!(9)))]);
    let lowered = lower(&workflow, &values, NodeClasses::core());
    assert_eq!(name(&lowered), "9_9_20");
}

#[test]
fn a_file_name_may_refer_to_nodes_in_subgraphs_and_to_what_their_nodes_show() {
    const ID: &str = "0d7c0f3e-0000-4000-8000-000000000001";
    let inner = json!({"id": ID, "inputNode": {"id": -10}, "outputNode": {"id": -20}, "outputs": [],
        "inputs": [{"name": "text", "type": "STRING", "linkIds": [1]}],
        "nodes": [{"id": 6, "type": "CLIPTextEncode", "title": "Inner",
            "inputs": [widget("text", "STRING", 1)], "widgets_values": ["in"]}],
        "links": [{"id": 1, "origin_id": -10, "origin_slot": 0, "target_id": 6, "target_slot": 0}]});
    let nodes = json!([
        {"id": 57, "type": ID, "title": "Outer", "inputs": [widget("text", "STRING", None)],
         "widgets_values": ["cat"]},
        {"id": 1, "type": "SaveImage", "widgets_values": ["%Inner.text%-%Outer.text%"]}]);
    let mut file = file(nodes, json!([]));
    file["definitions"] = json!({"subgraphs": [inner]});
    let name = &clean(&file)["1"]["inputs"]["filename_prefix"];
    assert_eq!(name, "cat-cat");
}

#[test]
fn a_renamed_input_for_links_is_known_by_its_type() {
    let renamed = |own: Value| {
        let nodes = json!([{"id": 2, "type": "Own", "inputs": [input("old", "MODEL", 1)]},
            {"id": 1, "type": "Other"}]);
        let class = json!({"Own": {"input": {"required": own}}});
        let links = json!([[1, 1, 0, 2, 0, "MODEL"]]);
        prompt_with(&file(nodes, links), class).0["2"]["inputs"].clone()
    };
    let link = json!(["1", 0]);
    assert_eq!(
        renamed(json!({"clip": ["CLIP"], "new": ["MODEL"]})),
        json!({"new": link})
    );
    let kept = json!({"old": link});
    assert_eq!(renamed(json!({"new": ["CLIP"]})), kept, "another type");
    assert_eq!(
        renamed(json!({"a": ["MODEL"], "b": ["MODEL"]})),
        kept,
        "which of two"
    );
}
