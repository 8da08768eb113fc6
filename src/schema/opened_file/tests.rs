use serde_json::{Value, json};

use super::*;
use crate::ChoiceInput;

fn workflow() -> Value {
    json!({
        "3": {"class_type": "KSampler", "inputs": {
            "seed": 5, "steps": 20, "sampler_name": "euler", "model": ["4", 0], "positive": ["6", 0],
            "latent_image": ["5", 0]}},
        "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "a.safetensors"}},
        "5": {"class_type": "EmptyLatentImage", "inputs": {"width": 512}},
        "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "x".repeat(100), "clip": ["4", 1]},
            "_meta": {"title": "What to draw"}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["3", 0], "filename_prefix": "x"}},
    })
}

fn open(workflow: &Value, exposure: Option<&Value>) -> OpenedFile {
    let exposure = exposure.map(Value::to_string);
    let bytes = workflow.to_string();
    open_file(bytes.as_bytes(), exposure.as_deref(), None)
}

fn choice(opened: &OpenedFile) -> &FieldChoice {
    let workflow = opened.workflow.as_ref().unwrap();
    workflow.choice.as_ref().unwrap()
}

fn names(inputs: &[ChoiceInput]) -> Vec<&str> {
    let names = inputs.iter().map(|input| input.field["name"].as_str());
    names.map(Option::unwrap).collect()
}

fn chosen(opened: &OpenedFile) -> Vec<&str> {
    let inputs = &choice(opened).inputs;
    let count = inputs.iter().take_while(|input| input.is_chosen).count();
    assert!(inputs[count..].iter().all(|input| !input.is_chosen));
    names(&inputs[..count])
}

/// The names of the fields in the form.
fn fields(opened: &OpenedFile) -> Vec<&str> {
    let fields = opened.schemas[0].1.fields.iter();
    fields.map(|field| field.name.as_str()).collect()
}

#[test]
fn an_ordinary_workflow_lists_every_input_with_the_suggested_ones_chosen() {
    let opened = open(&workflow(), None);
    assert!(opened.problems.is_empty(), "{:?}", opened.problems);
    assert!(!choice(&opened).is_own);
    let suggested = ["prompt", "width", "seed", "steps", "checkpoint"];
    assert_eq!(chosen(&opened), suggested);
    assert_eq!(fields(&opened), suggested);
    let inputs = &choice(&opened).inputs;
    let others = ["sampler", "filename_prefix"];
    assert_eq!(names(&inputs[5..]), others);
    let prompt = &inputs[0];
    assert!(prompt.is_suggested && !inputs[5].is_suggested);
    let texts = (prompt.title.as_deref(), prompt.class.as_str());
    assert_eq!(texts, (Some("What to draw"), "CLIPTextEncode"));
    assert_eq!(prompt.value, "x".repeat(80) + "…");
    assert_eq!(inputs[1].value, "512");
}

#[test]
fn the_choice_is_an_exposure_that_makes_the_same_form() {
    let opened = open(&workflow(), None);
    let mut exposure = choice(&opened).about.clone();
    let inputs = choice(&opened).inputs.iter();
    exposure["fields"] = inputs.rev().map(|input| input.field.clone()).collect();
    let again = open(&workflow(), Some(&exposure));
    assert!(again.problems.is_empty(), "{:?}", again.problems);
    let reversed: Vec<_> = names(&choice(&opened).inputs).into_iter().rev().collect();
    assert_eq!(fields(&again), reversed);
    assert_eq!(chosen(&again), reversed);
}

#[test]
fn the_fields_of_an_exposure_come_first_with_their_settings() {
    let exposure = json!({"flowdeck": 1, "title": "Draw", "fields": [
        {"node": "4", "input": "ckpt_name", "name": "width", "label": "Model"},
        {"node": "3", "input": "steps", "name": "steps", "max": "30", "advanced": true},
    ]});
    let opened = open(&workflow(), Some(&exposure));
    assert_eq!(chosen(&opened), ["width", "steps"]);
    let choice = choice(&opened);
    assert_eq!(choice.about["title"], "Draw");
    assert_eq!(choice.inputs[0].label, "Model");
    assert_eq!(choice.inputs[1].field["max"], "30");
    assert_eq!(choice.inputs[1].field["advanced"], true);
    // Its own name is taken.
    let other = choice
        .inputs
        .iter()
        .find(|input| input.field["node"] == "5")
        .unwrap();
    assert_eq!(other.field["name"], "width_5");
}

#[test]
fn the_fields_of_app_mode_are_chosen() {
    let text = include_str!("../../../tests/workflows/subgraphs-app-mode.json");
    let opened = open_file(text.as_bytes(), None, None);
    assert_eq!(chosen(&opened), fields(&opened));
    assert!(choice(&opened).is_own);
    assert!(choice(&opened).inputs.len() > fields(&opened).len());
}

#[test]
fn a_file_that_is_not_text_has_its_workflow_as_text() {
    let wide: Vec<u8> = workflow()
        .to_string()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let opened = open_file(&[&[0xFF, 0xFE], &wide[..]].concat(), None, None);
    let text = opened
        .workflow
        .as_ref()
        .unwrap()
        .api_format
        .clone()
        .unwrap();
    let again = open_file(text.as_bytes(), None, None);
    assert_eq!(
        (again.schemas, again.problems),
        (opened.schemas, opened.problems)
    );
}

#[test]
fn marks_leave_no_choice_and_other_files_are_no_workflows() {
    let marked = json!({"1": {"class_type": "InputText", "inputs": {"name": "title"}},
        "2": {"class_type": "SaveText", "inputs": {"text": ["1", 0]}}});
    let opened = open(&marked, None);
    assert_eq!(
        opened.workflow,
        Some(OpenedWorkflow {
            choice: None,
            missing: Vec::new(),
            map: None,
            api_format: None
        })
    );
    assert_eq!(fields(&opened), ["title"]);
    let schema = open(
        &json!({"fields": [{"name": "title", "kind": "text"}]}),
        None,
    );
    assert_eq!((fields(&schema), &schema.workflow), (vec!["title"], &None));
    assert_eq!(open(&json!({}), None).workflow, None);
}

#[test]
fn an_exposure_that_does_not_fit_is_a_problem() {
    for exposure in [
        "{",
        "[]",
        r#"{"flowdeck":1,"fields":[{"node":"99","input":"text"}]}"#,
    ] {
        let bytes = workflow().to_string();
        let opened = open_file(bytes.as_bytes(), Some(exposure), None);
        assert_eq!(
            opened.problems.len(),
            1,
            "{exposure}: {:?}",
            opened.problems
        );
        assert_eq!(chosen(&opened).len(), 5, "{exposure}");
    }
}

/// The problems of the workflow on engines with these classes, in `GET /object_info`'s format.
fn missing_on(engines: &Value) -> Vec<String> {
    let engines = NodeClasses::read(&engines.to_string()).unwrap();
    let bytes = workflow().to_string();
    let opened = open_file(bytes.as_bytes(), None, Some(&engines));
    let missing = opened.workflow.unwrap().missing;
    missing.iter().map(ToString::to_string).collect()
}

fn engines(classes: &[&str]) -> Value {
    let class = |name: &&str| (name.to_string(), json!({"input": {}, "output": []}));
    Value::Object(classes.iter().map(class).collect())
}

#[test]
fn what_the_connected_engines_lack_is_known_before_a_run() {
    let all = [
        "KSampler",
        "EmptyLatentImage",
        "CLIPTextEncode",
        "SaveImage",
        "CheckpointLoaderSimple",
    ];
    assert_eq!(missing_on(&engines(&all)), Vec::<String>::new());
    let without_loader = missing_on(&engines(&all[..4]));
    assert_eq!(without_loader.len(), 1);
    assert!(without_loader[0].contains("no connected engine has the node CheckpointLoaderSimple"));
    let embedded = missing_on(&engines(&["SaveImage"]));
    assert_eq!(embedded.len(), 1);
    assert!(embedded[0].contains("the embedded engines don't have"));
}

#[test]
fn a_model_that_no_engine_has_is_known_before_a_run() {
    let mut engines = engines(&[
        "KSampler",
        "EmptyLatentImage",
        "CLIPTextEncode",
        "SaveImage",
    ]);
    engines["CheckpointLoaderSimple"] =
        json!({"input": {"required": {"ckpt_name": [["b.safetensors"]]}}, "output": ["MODEL"]});
    let missing = missing_on(&engines);
    assert_eq!(missing.len(), 1);
    assert!(missing[0].contains("a.safetensors"), "{missing:?}");
}

#[test]
fn a_model_that_a_chosen_field_replaces_is_a_problem_of_this_field() {
    let mut engines = engines(&[
        "KSampler",
        "EmptyLatentImage",
        "CLIPTextEncode",
        "SaveImage",
    ]);
    engines["CheckpointLoaderSimple"] =
        json!({"input": {"required": {"ckpt_name": [["b.safetensors"]]}}, "output": ["MODEL"]});
    let engines = NodeClasses::read(&engines.to_string()).unwrap();
    let field = |exposure: Value| {
        let (bytes, exposure) = (workflow().to_string(), exposure.to_string());
        let opened = open_file(bytes.as_bytes(), Some(&exposure), Some(&engines));
        let missing = opened.workflow.unwrap().missing;
        assert_eq!(missing.len(), 1, "{missing:?}");
        missing[0].field.clone()
    };
    let model =
        json!({"flowdeck": 1, "fields": [{"node": "4", "input": "ckpt_name", "name": "model"}]});
    assert_eq!(field(model).as_deref(), Some("model"));
    let seed = json!({"flowdeck": 1, "fields": [{"node": "3", "input": "seed", "name": "seed"}]});
    assert_eq!(field(seed), None);
}

#[test]
fn a_file_in_utf_16_opens_like_one_in_utf_8() {
    let text = workflow().to_string();
    let units = || "\u{feff}".encode_utf16().chain(text.encode_utf16());
    let wide: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
    let (opened, same) = (
        open_file(&wide, None, None),
        open_file(text.as_bytes(), None, None),
    );
    assert_eq!(choice(&opened), choice(&same));
    assert_eq!(
        (opened.schemas, opened.problems),
        (same.schemas, same.problems)
    );
    let document = crate::document::write(&open(&workflow(), None).schemas[0].1, None);
    let wide: Vec<u8> = document
        .to_string()
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    assert_eq!(open_file(&wide, None, None).schemas.len(), 1);
}

#[test]
fn the_default_of_a_choice_is_the_engine_s_spelling_of_the_file() {
    let engine = json!({"CheckpointLoaderSimple": {"input": {"required": {
        "ckpt_name": [["XL/a.safetensors", "b.safetensors"]]}}}});
    let classes: NodeClasses = engine.as_object().unwrap().clone().into_iter().collect();
    let mut workflow = workflow();
    workflow["4"]["inputs"]["ckpt_name"] = json!("XL\\a.safetensors");
    let exposure = json!({"flowdeck": 1, "fields": [{"node": "4", "input": "ckpt_name"}]});
    let bytes = workflow.to_string();
    let opened = open_file(
        bytes.as_bytes(),
        Some(&exposure.to_string()),
        Some(&classes),
    );
    let field = &opened.schemas[0].1.fields[0];
    assert_eq!(field.default.as_deref(), Some("XL/a.safetensors"));
    let crate::FieldKind::Choice { options } = &field.kind else {
        panic!("{:?}", field.kind);
    };
    assert_eq!(options, &["XL/a.safetensors", "b.safetensors"]);
    let check = |text: &str| {
        let values = [(
            "ckpt_name_4".to_owned(),
            crate::FieldValue::Text(text.into()),
        )];
        crate::check(&opened.schemas[0].1, &values)
    };
    assert!(check("XL\\a.safetensors").is_empty() && check("xl/A.safetensors").is_empty());
    assert_eq!(check("XL-a.safetensors")[0].kind, "enum");
    let missing = opened.workflow.unwrap().missing;
    assert!(
        !missing
            .iter()
            .any(|problem| problem.message.contains("a.safetensors")),
        "{missing:?}"
    );
}

#[test]
fn a_file_in_windows_1252_has_a_note() {
    let prompt = "größe ".repeat(20);
    let text = workflow().to_string().replace(&"x".repeat(100), &prompt);
    let bytes: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    let opened = open_file(&bytes, None, None);
    assert_eq!(
        opened.problems,
        Vec::from_iter(Problem::of_encoding(&bytes))
    );
    assert!(opened.problems[0].is_note());
    let fields = &opened.schemas[0].1.fields;
    assert!(
        fields
            .iter()
            .any(|field| field.default == Some(prompt.clone())),
        "{fields:?}"
    );
    assert_eq!(open(&workflow(), None).problems, []);
}
