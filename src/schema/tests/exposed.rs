use super::*;
use workflow::{Condition, ExposureDocument};

/// The schema of a workflow with an exposure of these fields, and its problems.
fn exposed(fields: Value) -> (InputSchema, Vec<String>) {
    let (mut workflow, _) = Workflow::from_value(&json!({
        "3": {"class_type": "Sampler", "inputs": {"seed": 5, "steps": 20, "mode": "fast", "tiled": true}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0]}}}));
    let (document, problems) = ExposureDocument::read(&json!({"flowdeck": 1, "fields": fields}));
    assert!(problems.is_empty(), "{problems:?}");
    let problems = workflow.expose(&document);
    assert!(problems.is_empty(), "{problems:?}");
    let (schema, problems) = read(&workflow);
    (schema, problems.iter().map(Problem::to_string).collect())
}

fn conditional() -> InputSchema {
    let (schema, problems) = exposed(json!([
        {"node": "3", "input": "tiled", "name": "tiled"},
        {"node": "3", "input": "steps", "name": "steps", "max": 30, "visibleIf": {"field": "tiled", "is": true}},
        {"node": "3", "input": "seed", "name": "seed", "visibleIf": {"field": "steps", "is": "20.0"}}]));
    assert!(problems.is_empty(), "{problems:?}");
    schema
}

#[test]
fn an_exposed_field_has_its_settings() {
    let (schema, problems) = exposed(json!([
        {"node": "3", "input": "mode", "name": "mode", "maxLength": 9},
        {"node": "3", "input": "steps", "name": "steps", "label": "Steps", "help": "More is slower",
         "advanced": true, "min": 1, "max": "30", "step": 1, "visibleIf": {"field": "mode", "is": "fast"}}]));
    assert!(problems.is_empty(), "{problems:?}");
    let bounds = Bounds {
        integer: false,
        min: Some("1".into()),
        max: Some("30".into()),
        step: Some("1".into()),
    };
    let expected = Field {
        label: "Steps".into(),
        help: Some("More is slower".into()),
        default: Some("20".into()),
        node: "3.steps".into(),
        advanced: true,
        visible_if: Some(Condition {
            field: "mode".into(),
            is: "fast".into(),
        }),
        ..Field::new("steps", FieldKind::Number(bounds))
    };
    assert_eq!(schema.fields[1], expected);
    let text = FieldKind::Text {
        multiline: false,
        max_length: Some(9),
    };
    assert_eq!(schema.fields[0].kind, text);
}

#[test]
fn a_custom_combo_offers_the_options_of_its_node() {
    let (mut workflow, _) = Workflow::from_value(&json!({
        "3": {"class_type": "CustomCombo",
              "inputs": {"choice": "oil", "index": 0, "option1": "oil", "option2": "ink", "option3": ""}},
        "9": {"class_type": "PreviewAny", "inputs": {"source": ["3", 0]}}}));
    let fields = json!([{"node": "3", "input": "choice", "name": "style"}]);
    let (document, _) = ExposureDocument::read(&json!({"flowdeck": 1, "fields": fields}));
    assert!(workflow.expose(&document).is_empty());
    let options = ["oil", "ink"].map(str::to_owned).to_vec();
    let (schema, _) = read(&workflow);
    assert_eq!(schema.fields[0].kind, FieldKind::Choice { options });
}

#[test]
fn a_setting_that_does_not_fit_is_a_problem_and_left_out() {
    let cases = [
        (
            json!({"input": "steps", "min": "low"}),
            "`min` is “low”, which is not a number",
        ),
        (
            json!({"input": "steps", "min": 30, "max": 10}),
            "`min` is greater than its `max`",
        ),
        (
            json!({"input": "steps", "step": 0}),
            "`step` must be greater than 0",
        ),
        (
            json!({"input": "steps", "max": 10}),
            "own value 20 is outside its bounds",
        ),
        (
            json!({"input": "steps", "maxLength": 3}),
            "`maxLength` is for texts only",
        ),
        (
            json!({"input": "mode", "min": 3}),
            "`min`, `max` and `step` are for numbers only",
        ),
    ];
    for (mut field, expected) in cases {
        field["node"] = json!("3");
        let (schema, problems) = exposed(json!([field]));
        assert_eq!(schema.fields.len(), 1);
        assert!(problems[0].contains(expected), "{problems:?}");
    }
}

#[test]
fn a_hidden_field_is_neither_checked_nor_filled() {
    let schema = conditional();
    let values = |tiled: &str| {
        [("tiled", tiled), ("steps", "99")].map(|(name, value)| (name.to_owned(), text(value)))
    };
    assert_eq!(check(&schema, &values("true")).len(), 1);
    assert_eq!(check(&schema, &values("off")), Vec::new());

    let texts = |tiled: &str| {
        let texts = [("tiled", tiled), ("steps", "9"), ("seed", "7")];
        texts
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into()
    };
    let filled = |tiled: &str| fill(&schema, &texts(tiled), &HashMap::new());
    assert_eq!(filled("yes")["3.steps"], Fill::Literal(json!(9)));
    assert_eq!(filled("no")["3.steps"], Fill::Nothing);
}

#[test]
fn a_condition_counts_defaults_and_hidden_fields() {
    let schema = conditional();
    let values = |tiled: &str| {
        [
            ("tiled".to_owned(), text(tiled)),
            ("seed".to_owned(), text("x")),
        ]
    };
    // The workflow's own 20 steps make the seed visible, unless the steps are hidden themselves.
    assert_eq!(check(&schema, &values("1")).len(), 1);
    assert_eq!(check(&schema, &values("0")), Vec::new());
}

#[test]
fn the_settings_survive_the_schema_document() {
    let schema = conditional();
    let written = document::write(&schema, None).to_string();
    let (mut read, problems) = from_json(&written);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(read.remove(0).1, schema);
    let broken = written.replace(r#""is":"true""#, r#""is":[]"#);
    let (_, problems) = from_json(&broken);
    assert!(
        problems[1].message.contains("`visibleIf` needs a `field`"),
        "{problems:?}"
    );
}

#[test]
fn the_outputs_that_an_exposure_names_come_first() {
    let save = json!({"class_type": "SaveImage", "inputs": {"images": ["1", 0]}});
    let file = json!({"1": {"class_type": "LoadImage", "inputs": {"image": "a.png"}},
        "2": save, "3": save, "4": save, "extra": {"flowdeck": {"flowdeck": 1, "outputs": ["4", "3"]}}});
    let (workflow, problems) = Workflow::parse(&file.to_string());
    assert_eq!(problems, []);
    let (schema, _) = read(&workflow);
    let outputs = schema.outputs.iter().map(|output| output.node.as_str());
    assert_eq!(outputs.collect::<Vec<_>>(), ["4", "3", "2"]);
}

#[test]
fn a_seed_in_the_api_format_starts_as_random_where_a_text_becomes_an_image() {
    let is_random = |more: serde_json::Value| {
        let mut file = json!({
            "3": {"class_type": "KSampler", "inputs": {"seed": 5, "steps": 20}},
            "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0]}},
            "extra": {"flowdeck": {"flowdeck": 1, "fields": [
                {"node": "3", "input": "seed", "name": "seed"},
                {"node": "3", "input": "steps", "name": "steps"},
            ]}},
        });
        for (id, node) in more.as_object().unwrap() {
            file[id] = node.clone();
        }
        let (workflow, _) = Workflow::parse(&file.to_string());
        let (schema, _) = read(&workflow);
        schema
            .fields
            .iter()
            .map(|field| field.random)
            .collect::<Vec<_>>()
    };
    assert_eq!(is_random(json!({})), [true, false]);
    let photo = json!({
        "3": {"class_type": "KSampler", "inputs": {"seed": 5, "steps": 20, "latent_image": ["4", 0]}},
        "4": {"class_type": "LoadImage", "inputs": {"image": "a.png"}},
    });
    assert_eq!(is_random(photo), [false, false]);
}

#[test]
fn a_seed_of_its_own_node_starts_as_random_too() {
    let file = json!({
        "2": {"class_type": "PrimitiveInt", "inputs": {"value": 5}},
        "3": {"class_type": "KSampler", "inputs": {"seed": ["2", 0], "steps": 20}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0]}},
        "extra": {"flowdeck": {"flowdeck": 1, "fields": [{"node": "2", "input": "value", "name": "seed"}]}},
    });
    let (workflow, _) = Workflow::parse(&file.to_string());
    assert!(read(&workflow).0.fields[0].random);
}

#[test]
fn a_seed_that_the_editor_randomizes_starts_as_random() {
    let is_random = |control: &str| {
        let file = json!({"version": 0.4, "links": [], "nodes": [{"id": 3, "type": "KSampler",
            "widgets_values": [5, control, 20, 8, "euler", "normal", 1]}]});
        let (mut workflow, _) = Workflow::from_value(&file);
        let fields = json!([{"node": "3", "input": "seed", "name": "seed"},
                            {"node": "3", "input": "steps", "name": "steps"}]);
        let (document, _) = ExposureDocument::read(&json!({"flowdeck": 1, "fields": fields}));
        workflow.expose(&document);
        let (schema, _) = read(&workflow);
        [schema.fields[0].random, schema.fields[1].random]
    };
    assert_eq!(is_random("randomize"), [true, false]);
    assert_eq!(is_random("fixed"), [false, false]);
}
