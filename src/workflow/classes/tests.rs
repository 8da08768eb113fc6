use serde_json::json;

use super::*;

fn class(definition: &Value) -> NodeClass {
    let classes = NodeClasses::from_iter([("One".to_owned(), definition.clone())]);
    classes.get("One").unwrap().clone()
}

fn sampler() -> Value {
    json!({"display_name": "Sampler", "output": ["LATENT", ["a", "b"]], "output_node": true, "deprecated": true,
           "description": "left out",
           "input": {"required": {"steps": ["INT", {"default": 20, "min": 1, "lazy": true}],
                                  "model": ["MODEL"],
                                  "sampler": [["euler", "ddim", 3], {"tooltip": "How"}]},
                     "optional": {"flag": ["BOOLEAN", {}]}},
           "input_order": {"required": ["model", "steps", "sampler"], "optional": ["flag"]}})
}

#[test]
fn a_class_is_read_in_the_editor_s_order() {
    let class = class(&sampler());
    let names: Vec<_> = class
        .inputs
        .iter()
        .map(|input| input.name.as_str())
        .collect();
    assert_eq!(names, ["model", "steps", "sampler", "flag"]);
    let widgets: Vec<_> = class.widgets().map(|input| input.name.as_str()).collect();
    assert_eq!(widgets, ["steps", "sampler", "flag"]);
    assert!(class.is_output && class.is_deprecated && !class.input("flag").unwrap().is_required);
    assert_eq!(class.outputs, ["LATENT", "COMBO"]);
    assert_eq!(class.input("steps").unwrap().default(), Some(&json!(20)));
    assert_eq!(class.input("sampler").unwrap().tooltip(), Some("How"));
    let options = InputKind::Choice([json!("euler"), json!("ddim"), json!(3)].into());
    assert_eq!(class.input("sampler").unwrap().kind, options);
    assert!(!class.input("steps").unwrap().settings.contains_key("lazy"));
}

#[test]
fn an_input_that_the_order_repeats_is_read_once() {
    let class = class(&json!({"input": {"required": {"a": ["INT"], "b": ["INT"]}},
        "input_order": {"required": ["b", "a", "b", "c"]}}));
    let names: Vec<_> = class.inputs.iter().map(|input| &*input.name).collect();
    assert_eq!(names, ["b", "a"]);
}

#[test]
fn both_forms_of_a_choice_and_its_variants_are_read() {
    let class = class(&json!({"input": {"required": {
        "old": [["a"]], "new": ["COMBO", {"options": ["a"]}],
        "several": ["COMBO", {"options": ["a"], "multiselect": true}],
        "file": [["x.png"], {"image_upload": true}], "remote": ["COMBO", {"remote": {"route": "/x"}}]}}}));
    let kind = |name| class.input(name).unwrap().kind.clone();
    assert_eq!(kind("old"), kind("new"));
    assert!(
        class.input("several").unwrap().is_multiple() && !class.input("new").unwrap().is_multiple()
    );
    assert_eq!(class.input("file").unwrap().upload(), Some(Upload::Image));
    assert_eq!(kind("remote"), InputKind::Choice([].into()));
}

#[test]
fn a_dynamic_choice_has_the_inputs_of_its_options() {
    let class = class(
        &json!({"input": {"required": {"format": ["COMFY_DYNAMICCOMBO_V3", {"options": [
        {"key": "auto", "inputs": {"required": {}}},
        {"key": "mp4", "inputs": {"required": {"quality": ["INT", {"default": 3}]}}}, {"broken": 1}]}]}}}),
    );
    let InputKind::Dynamic(options) = &class.inputs[0].kind else {
        panic!("{:?}", class.inputs[0]);
    };
    assert_eq!(options.len(), 2);
    assert_eq!(
        (options[1].key.as_str(), options[1].inputs[0].name.as_str()),
        ("mp4", "quality")
    );
}

#[test]
fn dynamic_choices_end_at_a_depth() {
    let mut input = json!(["INT", {}]);
    for _ in 0..50 {
        input = json!(["COMFY_DYNAMICCOMBO_V3", {"options": [{"key": "a", "inputs": {"required": {"b": input}}}]}]);
    }
    let class = class(&json!({"input": {"required": {"b": input}}}));
    assert_eq!(class.inputs.len(), 1);
}

#[test]
fn controls_and_links_are_told_apart() {
    let class = class(&json!({"input": {"required": {
        "seed": ["INT", {}], "noise_seed": ["INT", {"control_after_generate": false}],
        "number": ["INT", {"control_after_generate": true}], "plain": ["INT"],
        "linked": ["STRING", {"forceInput": true}], "color": ["COLOR", {}], "own": ["MINE", {}],
        "curve": ["CURVE", {"widgetType": "CURVE"}]}}}));
    let control = |name| class.input(name).unwrap().controls(name) > 0;
    assert!(control("seed") && control("number") && !control("noise_seed") && !control("plain"));
    let widget = |name| class.input(name).unwrap().is_widget();
    assert!(widget("color") && widget("curve") && !widget("linked") && !widget("own"));
}

#[test]
fn the_reduced_form_reads_back_alike() {
    let mut classes = NodeClasses::from_iter([("Sampler".to_owned(), sampler())]);
    let dynamic = json!({"input": {"optional": {"format": ["COMFY_DYNAMICCOMBO_V3", {"tooltip": "t", "options": [
        {"key": "mp4", "inputs": {"required": {"quality": ["INT", {"default": 18_446_744_073_709_551_615_u64}]}}}]}]}}});
    classes.insert("Video".to_owned(), &dynamic);
    let written = classes.to_value().to_string();
    assert!(
        !written.contains("description") && !written.contains("lazy"),
        "{written}"
    );
    assert!(written.contains("18446744073709551615"), "{written}");
    assert_eq!(NodeClasses::read(&written).unwrap(), classes);
}

#[test]
fn anything_else_than_definitions_is_left_out() {
    for definition in [
        json!(null),
        json!([]),
        json!({"input": [1], "output": "x", "output_node": "yes"}),
        json!({"input": {"required": {"a": [], "b": 5, "c": [7], "d": null}}}),
    ] {
        let class = class(&definition);
        assert!(class.inputs.is_empty() && !class.is_output, "{definition}");
    }
    assert!(NodeClasses::read("[]").is_err() && NodeClasses::read("{").is_err());
}

#[test]
fn given_bytes_must_be_definitions() {
    let sampler = json!({ "Sampler": sampler() }).to_string();
    for text in [sampler.clone(), format!("\u{feff}{sampler}")] {
        let classes = NodeClasses::parse(text.as_bytes()).unwrap();
        assert_eq!(classes, NodeClasses::read(&sampler).unwrap());
    }
    assert!(NodeClasses::parse(b"{}").unwrap().is_empty());
    for (bytes, why) in [
        (&b"\xff"[..], "not UTF-8"),
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"[]", "not an object of node classes"),
        (
            br#"{"status": "success", "data": {}}"#,
            "not an object of node classes",
        ),
    ] {
        assert!(
            NodeClasses::parse(bytes).unwrap_err().contains(why),
            "{why}"
        );
    }
}

#[test]
fn merged_classes_have_the_options_of_both() {
    let loader =
        |models: Value| json!({"input": {"required": {"name": [models], "steps": ["INT", {}]}}});
    let engine = |models| NodeClasses::from_iter([("Loader".to_owned(), loader(models))]);
    let mut all = engine(json!(["a", "b"]));
    all.merge(&engine(json!(["b", "c"])));
    all.merge(&NodeClasses::from_iter([("Other".to_owned(), sampler())]));
    assert_eq!(
        all.get("Loader"),
        engine(json!(["a", "b", "c"])).get("Loader")
    );
    assert_eq!(all.len(), 2);
}

#[test]
fn a_file_that_two_engines_spell_differently_is_one_option() {
    let loader = |models: Value| json!({"input": {"required": {"name": [models]}}});
    let engine = |models| NodeClasses::from_iter([("Loader".to_owned(), loader(models))]);
    let mut all = engine(json!(["XL\\a.sft", "7", 7]));
    all.merge(&engine(json!(["XL/a.sft", "XL/A.sft", "XL/b.sft", 7, 8])));
    assert_eq!(
        all.get("Loader"),
        engine(json!(["XL\\a.sft", "7", 7, "XL/A.sft", "XL/b.sft", 8])).get("Loader")
    );
}

#[test]
fn definitions_as_python_writes_them_are_read() {
    let text = r#"{"A": {"input": {"required": {"x": ["FLOAT", {"default": NaN, "max": Infinity}],
        "file": [["a\udc00.png", "b.png"]]}}}}"#;
    for classes in [
        NodeClasses::parse(text.as_bytes()).unwrap(),
        NodeClasses::read(text).unwrap(),
    ] {
        let class = classes.get("A").unwrap();
        assert!(class.input("x").unwrap().settings.is_empty());
        let files = InputKind::Choice([json!("a\u{fffd}.png"), json!("b.png")].into());
        assert_eq!(class.input("file").unwrap().kind, files);
    }
}

#[test]
fn equal_lists_and_settings_are_stored_once() {
    let loader = json!({"input": {"required": {"name": [["a", "b"], {"tooltip": "x"}]}}});
    let mut classes = NodeClasses::default();
    classes.insert("One".to_owned(), &loader);
    classes.insert("Two".to_owned(), &loader);
    let inputs = ["One", "Two"].map(|name| &classes.get(name).unwrap().inputs[0]);
    let [one, two] = inputs.map(|input| match &input.kind {
        InputKind::Choice(options) => (options, &input.settings),
        other => panic!("{other:?}"),
    });
    assert!(Arc::ptr_eq(one.0, two.0) && Arc::ptr_eq(one.1, two.1));
}

#[test]
fn loaders_of_packs_take_uploads_although_only_their_javascript_says_so() {
    let classes = json!({
        "VHS_LoadVideo": {"input": {"required": {"video": [["a.mp4"], {}], "format": [["None"], {}]}}},
        "VHS_LoadAudioUpload": {"input": {"required": {"audio": [[]]}}},
        "FL_LoadImage": {"input": {"optional": {"image": [["", "a.png"]]}}},
        "Custom": {"input": {"required": {"video": [["a.mp4"], {}]}}},
    });
    let classes = NodeClasses::read(&classes.to_string()).unwrap();
    let upload = |class: &str, input: &str| {
        let input = classes.get(class).and_then(|class| class.input(input));
        input.and_then(ClassInput::upload)
    };
    assert_eq!(upload("VHS_LoadVideo", "video"), Some(Upload::Video));
    assert_eq!(upload("VHS_LoadVideo", "format"), None);
    assert_eq!(upload("VHS_LoadAudioUpload", "audio"), Some(Upload::Audio));
    assert_eq!(upload("FL_LoadImage", "image"), Some(Upload::Image));
    assert_eq!(upload("Custom", "video"), None);
    let again = NodeClasses::read(&classes.to_value().to_string()).unwrap();
    assert!(again == classes);
}
