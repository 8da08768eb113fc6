//! Values that the editor changes on their way into the prompt, and classes with rules of their own.

use super::classes::{named, prompt_with};
use super::*;

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
