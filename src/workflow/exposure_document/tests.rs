use serde_json::{Value, json};

use super::*;
use crate::{Condition, Problem, Sharing, Workflow};

fn messages(problems: &[Problem]) -> Vec<&str> {
    let messages = problems.iter().map(|problem| problem.message.as_str());
    messages.collect()
}

fn workflow() -> Value {
    json!({
        "3": {"class_type": "KSampler", "inputs": {"seed": 5, "steps": 20, "positive": ["6", 0]}},
        "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "a cat"}}})
}

fn document() -> Value {
    json!({"flowdeck": 1, "title": "Cats", "cover": "cat.jpg", "metadata": false,
        "share": {"inputs": false}, "keep": "7d", "keep_runs": 100, "keep_bytes": "2GB", "outputs": ["3"], "fields": [
        {"node": "6", "input": "text", "name": "prompt", "label": "Prompt", "help": "What to draw"},
        {"node": "3", "input": "steps", "name": "steps", "advanced": true, "min": "1", "max": "30",
         "visibleIf": {"field": "prompt", "is": "a cat"}}],
        "examples": [{"name": "Dog", "values": {"prompt": "a dog"}}]})
}

#[test]
fn a_document_reads_back_as_it_was_written() {
    let (read, problems) = ExposureDocument::parse(&document().to_string());
    assert_eq!(messages(&problems), Vec::<&str>::new());
    assert_eq!(read.to_value(), document());
    let visible_if = Condition {
        field: "prompt".to_owned(),
        is: "a cat".to_owned(),
    };
    assert_eq!(read.fields[1].settings.visible_if, Some(visible_if));
}

#[test]
fn what_cannot_be_read_limits_nothing() {
    let (read, problems) = ExposureDocument::parse(
        r#"{"flowdeck": 1, "keep": "7 weeks", "keep_runs": 0, "keep_bytes": 5}"#,
    );
    assert!(read.about.keep.is_unlimited());
    let messages = messages(&problems);
    let expected = [
        "exposure's keep: ",
        "exposure's keep_runs: ",
        "exposure's keep_bytes: ",
    ];
    assert_eq!(messages.len(), 3, "{messages:?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(
            message.contains(expected) && message.contains("must be"),
            "{message}"
        );
    }
    for (key, value) in [
        ("keep", json!("7w")),
        ("keep_bytes", json!("2gb")),
        ("keep_runs", json!(0)),
    ] {
        assert!(!is_published(&json!({"flowdeck": 1, key: value})), "{key}");
    }
}

fn is_published(document: &Value) -> bool {
    let published = include_str!("../../../www/schema/exposure.json");
    let published: Value = serde_json::from_str(published).unwrap();
    assert!(jsonschema::draft202012::meta::is_valid(&published));
    jsonschema::draft202012::is_valid(&published, document)
}

#[test]
fn the_json_schema_accepts_what_is_written() {
    assert!(is_published(&document()));
    assert!(!is_published(
        &json!({"flowdeck": 1, "fields": [{"node": "3", "input": "seed", "lable": "x"}]})
    ));
}

#[test]
fn defaults_are_not_written_and_every_digit_is() {
    let (read, problems) = ExposureDocument::parse(
        r#"{"$schema": "x", "flowdeck": 1, "title": null, "fields": [
            {"node": "3", "input": "seed", "advanced": false, "max": 18446744073709551615}]}"#,
    );
    assert_eq!(messages(&problems), Vec::<&str>::new());
    let field =
        json!({"node": "3", "input": "seed", "name": "seed_3", "max": "18446744073709551615"});
    assert_eq!(read.to_value(), json!({"flowdeck": 1, "fields": [field]}));
}

#[test]
fn a_document_says_what_may_be_shared() {
    for (share, expected) in [
        (json!(null), Sharing::Allowed),
        (json!(true), Sharing::Allowed),
        (json!({}), Sharing::Allowed),
        (json!({"inputs": true}), Sharing::Allowed),
        (json!({"inputs": false}), Sharing::WithoutInputs),
        (json!(false), Sharing::Forbidden),
    ] {
        let document = json!({"flowdeck": 1, "share": share});
        let (read, problems) = ExposureDocument::read(&document);
        assert_eq!(messages(&problems), Vec::<&str>::new());
        assert_eq!(read.about.sharing, expected, "{share}");
        let (again, _) = ExposureDocument::read(&read.to_value());
        assert_eq!(again.about.sharing, expected, "{share}");
        assert_eq!(is_published(&document), !share.is_null());
    }
}

#[test]
fn nothing_may_be_shared_if_the_choice_cannot_be_read() {
    for (share, problem) in [
        (json!("no"), "share: must be true, false or an object"),
        (json!({"inputs": 0}), "share.inputs: must be true or false"),
        (json!({"input": false}), "share.input: there is no such key"),
    ] {
        let document = json!({"flowdeck": 1, "share": share});
        assert!(!is_published(&document));
        has_problem(&document, problem);
        let sharing = ExposureDocument::read(&document).0.about.sharing;
        assert_eq!(sharing, Sharing::Forbidden, "{share}");
    }
    let sharing = ExposureDocument::parse("{").0.about.sharing;
    assert_eq!(sharing, Sharing::Forbidden);
}

/// The document has a problem with this place and message.
fn has_problem(document: &Value, expected: &str) {
    let (_, problems) = ExposureDocument::read(document);
    let messages = messages(&problems);
    let found = messages.iter().any(|message| message.contains(expected));
    assert!(found, "{expected}: {messages:?}");
}

#[test]
fn a_problem_of_the_document_names_its_place() {
    let fields = json!([{"node": "3", "input": "seed"}]);
    let version = "flowdeck: must be 1";
    has_problem(&json!([]), "the exposure is not a JSON object");
    has_problem(&json!({ "fields": fields }), version);
    has_problem(&json!({"flowdeck": 2, "fields": fields}), version);
    has_problem(
        &json!({"flowdeck": 1, "metadata": 0}),
        "metadata: must be true or false",
    );
    has_problem(
        &json!({"flowdeck": 1, "outputs": [9]}),
        "outputs[0]: must be the ID of a node, as text",
    );
    has_problem(
        &json!({"flowdeck": 1, "fields": {}}),
        "fields: must be a list",
    );
    has_problem(
        &json!({"flowdeck": 1, "fields": [5]}),
        "fields[0]: must be an object",
    );
    has_problem(&json!({"output": []}), "output: there is no such key");
    let (_, problems) = ExposureDocument::parse("{");
    assert!(
        problems[0].message.contains("not valid JSON"),
        "{problems:?}"
    );
}

#[test]
fn a_problem_of_a_field_names_its_place() {
    let cases = [
        ("node", json!(null), "node: is missing"),
        ("node", json!(3), "node: must be text"),
        ("input", json!(""), "input: must be text"),
        ("lable", json!("x"), "lable: there is no such key"),
        ("advanced", json!(1), "advanced: must be true or false"),
        ("min", json!([]), "min: must be a number"),
        ("maxLength", json!(0), "maxLength: must be a whole number"),
        ("visibleIf", json!("x"), "visibleIf: must be an object"),
        (
            "visibleIf",
            json!({"field": "b", "is": 1}),
            "visibleIf.field: no earlier field has the name `b`",
        ),
        (
            "visibleIf",
            json!({"field": "a"}),
            "visibleIf.is: must be text",
        ),
        ("name", json!("a"), "name: `a` is the name of another field"),
    ];
    for (key, value, expected) in cases {
        let mut field = json!({"node": "3", "input": "seed", "name": "b"});
        field[key] = value;
        let first = json!({"node": "6", "input": "text", "name": "a"});
        let document = json!({"flowdeck": 1, "fields": [first, field]});
        has_problem(&document, &format!("fields[1].{expected}"));
    }
}

#[test]
fn fields_are_bound_to_inputs_with_values() {
    let bound = |node: &str, input: &str| {
        let document = json!({"flowdeck": 1, "fields": [
            {"node": "6", "input": "text"}, {"node": node, "input": input, "name": "second"}]});
        let (mut workflow, _) = Workflow::from_value(&workflow());
        let problems = workflow.expose(&ExposureDocument::read(&document).0);
        let message = problems.first().map(|problem| problem.message.clone());
        (workflow.app_inputs.len(), message.unwrap_or_default())
    };
    let cases = [
        ("4", "seed", "fields[1].node: the workflow has no node `4`"),
        ("3", "cfg", "fields[1].input: node `3` has no input `cfg`"),
        (
            "3",
            "positive",
            "fields[1].input: the `positive` of node `3` comes from another node",
        ),
        (
            "6",
            "text",
            "fields[1].input: another field is bound to this input",
        ),
    ];
    for (node, input, expected) in cases {
        let (count, message) = bound(node, input);
        assert!(
            count == 1 && message.contains(expected),
            "{count} {message}"
        );
    }
    assert_eq!(bound("3", "seed"), (2, String::new()));
}

#[test]
fn a_workflow_can_carry_its_exposure() {
    let mut api = workflow();
    api["extra"] = json!({"flowdeck": document(), "linearData": {"inputs": [["3", "seed"]]}});
    let editor = json!({"nodes": [{"id": 6, "type": "CLIPTextEncode", "mode": 0, "widgets_values": ["a cat"]}],
        "links": [], "extra": {"flowdeck": {"flowdeck": 1, "fields": [{"node": "6", "input": "text", "name": "prompt"}]}}});
    for (file, names) in [(api, vec!["prompt", "steps"]), (editor, vec!["prompt"])] {
        let (workflow, problems) = Workflow::parse(&file.to_string());
        assert_eq!(messages(&problems), Vec::<&str>::new());
        let found: Vec<_> = workflow
            .app_inputs
            .iter()
            .map(|input| &*input.name)
            .collect();
        assert_eq!(found, names);
        // The API format carries the settings too.
        let (again, _) = Workflow::from_value(&workflow.to_value());
        assert_eq!(again.app_inputs, workflow.app_inputs);
    }
}

#[test]
fn marks_come_before_a_saved_exposure() {
    let mut marked = workflow();
    marked["1"] = json!({"class_type": "InputText", "inputs": {"name": "title"}});
    let (mut workflow, _) = Workflow::from_value(&marked);
    let problems = workflow.expose(&ExposureDocument::read(&document()).0);
    assert!(workflow.app_inputs.is_empty());
    assert!(
        problems[0].message.contains("marks its inputs"),
        "{problems:?}"
    );
}

#[test]
fn an_exposure_without_fields_describes_a_workflow_with_marks() {
    let mut marked = workflow();
    marked["1"] = json!({"class_type": "InputText", "inputs": {"name": "title"}});
    let (mut workflow, _) = Workflow::from_value(&marked);
    let about = json!({"flowdeck": 1, "title": "Cats", "metadata": false});
    let problems = workflow.expose(&ExposureDocument::read(&about).0);
    assert_eq!(messages(&problems), Vec::<&str>::new());
    assert_eq!(workflow.about.title.as_deref(), Some("Cats"));
    assert!(workflow.about.omit_metadata);
}

#[test]
fn an_output_that_the_workflow_lacks_is_a_problem() {
    let (mut workflow, _) = Workflow::from_value(&workflow());
    let outputs = json!({"flowdeck": 1, "outputs": ["3", "9"]});
    let problems = workflow.expose(&ExposureDocument::read(&outputs).0);
    assert_eq!(
        messages(&problems),
        ["the exposure's outputs[1]: the workflow has no node `9`"]
    );
}

#[test]
fn an_exposure_without_a_usable_field_leaves_app_mode() {
    let mut file = workflow();
    file["extra"] = json!({"flowdeck": {"flowdeck": 1, "fields": [{"node": "9", "input": "x"}]},
        "linearData": {"inputs": [["3", "seed"]]}});
    let (workflow, problems) = Workflow::parse(&file.to_string());
    assert_eq!(workflow.app_inputs[0].name, "seed_3");
    assert_eq!(problems.len(), 1);
}

#[test]
fn a_document_with_very_many_fields_is_cut_off() {
    let field = json!({"node": "3", "input": "seed"});
    let (read, problems) =
        ExposureDocument::read(&json!({"flowdeck": 1, "fields": vec![field; 5000]}));
    assert_eq!((read.fields.len(), problems.len()), (1, 201));
}
