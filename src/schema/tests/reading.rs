mod families;

use super::*;

#[test]
fn a_field_has_its_nodes_settings() {
    let field = field(
        "InputNumber",
        json!({"name": "size", "label": "Size", "description": "In pixels.", "default": 512,
               "min": 64, "max": 2048, "step": 8, "integer": true}),
    );
    let bounds = Bounds {
        integer: true,
        min: Some("64".into()),
        max: Some("2048".into()),
        step: Some("8".into()),
    };
    let expected = Field {
        label: "Size".into(),
        help: Some("In pixels.".into()),
        default: Some("512".into()),
        node: "1".into(),
        ..Field::new("size", FieldKind::Number(bounds))
    };
    assert_eq!(field, expected);
}

#[test]
fn a_node_without_a_name_is_named_by_kind_and_id() {
    assert_eq!(field("InputText", json!({})).name, "text_1");
    assert_eq!(field("InputImage", json!({"name": " "})).name, "image_1");
    assert_eq!(field("InputSlider", json!({})).name, "slider_1");
}

#[test]
fn every_input_and_output_mark_is_found_in_order() {
    let (schema, problems) = schema_of(&[
        ("InputSlider", json!({})),
        ("SaveText", json!({})),
        ("InputImage", json!({})),
        ("KSampler", json!({})),
        ("InputText", json!({})),
        ("InputNumber", json!({})),
        ("SaveImage", json!({})),
    ]);
    let kinds: Vec<_> = schema
        .fields
        .iter()
        .map(|field| field.kind.name())
        .collect();
    let outputs: Vec<_> = schema.outputs.iter().map(|output| output.kind).collect();
    assert_eq!(kinds, ["slider", "image", "text", "number"]);
    assert_eq!(outputs, [OutputKind::Text, OutputKind::Image]);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn numbers_keep_their_digits() {
    let value = serde_json::from_str(r#"{"default": 18446744073709551615, "step": 0.10}"#).unwrap();
    let field = field("InputNumber", value);
    assert_eq!(field.default.as_deref(), Some("18446744073709551615"));
    assert!(
        matches!(field.kind, FieldKind::Number(Bounds { step: Some(step), .. }) if step == "0.10")
    );
}

#[test]
fn files_are_required_by_default_and_texts_are_not() {
    assert!(field("InputImage", json!({})).required);
    assert!(!field("InputImage", json!({"required": false})).required);
    assert!(!field("InputText", json!({})).required);
    assert!(field("InputText", json!({"required": true})).required);
    assert!(field("InputNumber", json!({})).required);
}

#[test]
fn a_slider_has_two_bounds_and_starts_at_the_minimum() {
    let field = field("InputSlider", json!({"max": 5}));
    let FieldKind::Slider(bounds) = &field.kind else {
        panic!("{field:?}")
    };
    assert_eq!(
        (bounds.min.as_deref(), bounds.max.as_deref()),
        (Some("0"), Some("5"))
    );
    assert_eq!(field.default.as_deref(), Some("0"));
}

#[test]
fn options_are_a_list_or_lines() {
    let options = FieldKind::Choice {
        options: vec!["a".into(), "b".into()],
    };
    assert_eq!(
        field("InputChoice", json!({"options": ["a", "b"]})).kind,
        options
    );
    assert_eq!(
        field("InputChoice", json!({"options": "a\n\n b "})).kind,
        options
    );
}

#[test]
fn a_duplicate_name_is_a_problem_that_names_both_nodes() {
    let name = json!({"name": "title"});
    let (schema, problems) = schema_of(&[
        ("InputText", name.clone()),
        ("InputNumber", name),
        ("SaveText", json!({})),
    ]);
    assert_eq!(schema.fields.len(), 1);
    assert_eq!(
        problems,
        ["node 2 (InputNumber): its name `title` is already used by node 1; rename one of them"]
    );
}

#[test]
fn an_unreadable_setting_is_a_problem_and_the_field_is_kept() {
    let cases = [
        (
            "InputNumber",
            json!({"min": "low"}),
            "`min` is not a number",
        ),
        (
            "InputNumber",
            json!({"min": 3, "max": 2}),
            "`min` is greater than its `max`",
        ),
        (
            "InputNumber",
            json!({"max": ["2", 0]}),
            "`max` comes from another node",
        ),
        (
            "InputNumber",
            json!({"integer": "yes"}),
            "`integer` is neither true nor false",
        ),
        (
            "InputText",
            json!({"max_length": -1}),
            "`max_length` is not a whole number",
        ),
        (
            "InputText",
            json!({"default": {}}),
            "`default` is not text, a number or a boolean",
        ),
        ("InputChoice", json!({}), "no `options`"),
    ];
    for (class, inputs, expected) in cases {
        let (schema, problems) = schema_of(&[(class, inputs.clone()), ("SaveText", json!({}))]);
        assert_eq!(schema.fields.len(), 1, "{class} {inputs}");
        assert!(
            problems.iter().any(|problem| problem.contains(expected)),
            "{expected}: {problems:?}"
        );
    }
}

#[test]
fn a_number_that_the_editor_saved_as_an_empty_text_is_not_set() {
    let number = field("InputNumber", json!({"min": "", "max": " ", "step": "5"}));
    let FieldKind::Number(bounds) = number.kind else {
        panic!("{number:?}");
    };
    assert_eq!((bounds.min, bounds.max), (None, None));
    assert_eq!(bounds.step.as_deref(), Some("5"));
}

#[test]
fn a_workflow_without_an_output_is_a_problem_unless_an_unknown_node_may_be_one() {
    let (_, problems) = schema_of(&[("InputText", json!({}))]);
    assert!(
        problems[0].starts_with("the workflow has no output"),
        "{problems:?}"
    );
    let (_, problems) = schema_of(&[("InputText", json!({})), ("Odd", json!({}))]);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn a_field_survives_json() {
    let fields = [
        field("InputText", json!({"multiline": true, "max_length": 5})),
        field("InputSlider", json!({"min": 0.1, "max": 1e3, "step": 0.1})),
        field("InputChoice", json!({"options": ["a"]})),
    ];
    for field in fields {
        let text = serde_json::to_string(&field).unwrap();
        assert_eq!(
            serde_json::from_str::<Field>(&text).unwrap(),
            field,
            "{text}"
        );
    }
}
