//! Fields from other families of marker nodes, from App Mode and from ComfyUI's own nodes.

use super::*;
use crate::read_with;
use workflow::marks::OutputKind;

#[test]
fn flowscales_nodes_have_label_and_default() {
    let text = field(
        "FSLoadText",
        json!({"default_value": "a\nb", "label": "Prompt"}),
    );
    assert_eq!((&*text.name, &*text.label), ("text_1", "Prompt"));
    assert_eq!(text.default.as_deref(), Some("a\nb"));
    assert!(matches!(
        text.kind,
        FieldKind::Text {
            multiline: true,
            ..
        }
    ));
    let number = field("FSLoadInteger", json!({"default_value": 3}));
    assert!(matches!(&number.kind, FieldKind::Number(bounds) if bounds.integer));
    for (class, input, kind) in [
        ("FSLoadImage", "image", "image"),
        ("FSLoadVideo", "video", "video"),
        ("FSLoadAudio", "audio", "audio"),
        ("FSLoad3D", "model_file", "file"),
        ("FSLoadImageFromURL", "image_url", "text"),
        ("FSLoadLoRA", "default_lora_name", "text"),
    ] {
        let field = field(class, json!({input: "x", "label": "L"}));
        assert_eq!((field.kind.name(), &*field.label), (kind, "L"), "{class}");
        assert_eq!(field.required, kind != "text", "{class}");
    }
}

#[test]
fn comfydeploys_nodes_have_name_label_help_and_bounds() {
    let slider = field(
        "ComfyUIDeployExternalNumberSliderInt",
        json!({"input_id": "steps", "display_name": "Steps", "description": "How long.",
               "default_value": 4, "min_value": 1, "max_value": 9}),
    );
    assert_eq!((&*slider.name, &*slider.label), ("steps", "Steps"));
    assert_eq!(slider.help.as_deref(), Some("How long."));
    let bounds = Bounds {
        integer: true,
        min: Some("1".into()),
        max: Some("9".into()),
        step: None,
    };
    assert_eq!(slider.kind, FieldKind::Slider(bounds));
}

#[test]
fn comfydeploys_options_are_a_json_list_in_a_text_or_lines() {
    for options in ["[\"a\", \"b\"]", "a\nb"] {
        let field = field(
            "ComfyUIDeployExternalEnum",
            json!({"input_id": "e", "default_value": "", "options": options}),
        );
        let expected = FieldKind::Choice {
            options: vec!["a".into(), "b".into()],
        };
        assert_eq!(field.kind, expected, "{options}");
        assert_eq!(field.default.as_deref(), Some("a"));
    }
}

#[test]
fn a_seed_outside_its_bounds_is_not_a_default() {
    let seed = |default: i64| {
        let bounds = json!({"default_value": default, "min_value": 1, "max_value": 4294967295u32});
        field("ComfyUIDeployExternalSeed", bounds).default
    };
    assert_eq!(seed(-1), None);
    assert_eq!(seed(7).as_deref(), Some("7"));
}

#[test]
fn an_image_with_a_fallback_is_not_required() {
    let (schema, problems) = schema_of(&[
        (
            "ComfyUIDeployExternalImage",
            json!({"input_id": "photo", "default_value": ["2", 0]}),
        ),
        ("LoadImage", json!({"image": "a.png"})),
        ("SaveImage", json!({})),
    ]);
    assert!(problems.is_empty(), "{problems:?}");
    let fields: Vec<_> = schema
        .fields
        .iter()
        .map(|field| (&*field.name, field.required))
        .collect();
    assert_eq!(fields, [("photo", false)]);
}

#[test]
fn without_markers_core_loaders_and_primitives_are_the_inputs() {
    let nodes = json!({
        "1": {"class_type": "LoadImage", "inputs": {"image": "a.png"}, "_meta": {"title": "Photo"}},
        "2": {"class_type": "PrimitiveInt", "inputs": {"value": 18446744073709551615u64}},
        "3": {"class_type": "PrimitiveString", "inputs": {"value": ["2", 0]}},
        "4": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}},
    });
    let (schema, problems) = read(&Workflow::from_value(&nodes).0);
    assert!(problems.is_empty(), "{problems:?}");
    let fields: Vec<_> = schema
        .fields
        .iter()
        .map(|field| (&*field.name, &*field.label, field.default.as_deref()))
        .collect();
    let expected = [
        ("image_1", "Photo", None),
        ("number_2", "number_2", Some("18446744073709551615")),
    ];
    assert_eq!(fields, expected);
}

#[test]
fn a_preview_is_an_output_after_those_that_save() {
    let outputs = |nodes: &[(&str, Value)]| -> Vec<String> {
        let (schema, _) = schema_of(nodes);
        schema
            .outputs
            .into_iter()
            .map(|output| output.node)
            .collect()
    };
    let preview = ("PreviewImage", json!({}));
    assert_eq!(outputs(std::slice::from_ref(&preview)), ["1"]);
    assert_eq!(outputs(&[preview, ("FSSaveImage", json!({}))]), ["2", "1"]);
}

#[test]
fn an_output_node_of_any_class_is_an_output() {
    let outputs_of = |input: Value| {
        let definition = json!({"output_node": true, "input": {"required": input}});
        let classes = [("Odd".to_owned(), definition)].into_iter().collect();
        let nodes = json!({"7": {"class_type": "Odd", "inputs": {}}, "8": {"class_type": "Other", "inputs": {}}});
        let (workflow, _) = Workflow::from_value(&nodes);
        let (schema, problems) = read_with(&workflow, &classes);
        assert!(problems.is_empty(), "{problems:?}");
        let outputs = schema.outputs.into_iter();
        outputs
            .map(|output| (output.node, output.kind))
            .collect::<Vec<_>>()
    };
    for (kind, expected) in [
        ("IMAGE", OutputKind::Image),
        ("MASK", OutputKind::Image),
        ("VIDEO", OutputKind::Video),
        ("AUDIO", OutputKind::Audio),
        ("LATENT", OutputKind::File),
    ] {
        let input = json!({"name": ["STRING", {}], "it": [kind]});
        assert_eq!(outputs_of(input), [("7".to_owned(), expected)]);
    }
    let text = json!({"text": ["STRING", {"forceInput": true}]});
    assert_eq!(outputs_of(text), [("7".to_owned(), OutputKind::Text)]);
    assert_eq!(outputs_of(json!({})), [("7".to_owned(), OutputKind::File)]);
}

#[test]
fn comfyui_s_own_output_nodes_are_outputs() {
    let (schema, _) = schema_of(&[("SaveLatent", json!({})), ("KSampler", json!({}))]);
    assert_eq!(schema.outputs[0].node, "1");
    assert_eq!(schema.outputs.len(), 1);
}
