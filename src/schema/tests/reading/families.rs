//! Fields from other families of marker nodes, from App Mode and from ComfyUI's own nodes.

use super::*;

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
fn a_preview_is_an_output_only_if_nothing_is_saved() {
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
    assert_eq!(outputs(&[preview, ("FSSaveImage", json!({}))]), ["2"]);
}
