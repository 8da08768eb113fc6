use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, NaiveDateTime};
use serde_json::{Value, json};

use super::*;
use schema::{self, InputSchema};
use crate::inputs::{StoredFile, StoredInput};
use workflow::Workflow;
use workflow::classes::NodeClasses;

const SOME_TIME: NaiveDateTime = DateTime::UNIX_EPOCH.naive_utc();

fn classes(definitions: &Value) -> Arc<NodeClasses> {
    let definitions = definitions.as_object().unwrap().clone();
    Arc::new(definitions.into_iter().collect())
}

fn text(field: &str, value: &str) -> StoredInput {
    StoredInput {
        path: field.to_owned(),
        value: value.to_owned(),
        shortened: false,
        file: None,
    }
}

fn photo(sent_as: &str) -> StoredInput {
    StoredInput {
        file: Some(StoredFile {
            stored: "0".to_owned(),
            sent_as: sent_as.to_owned(),
            content_type: "image/png".to_owned(),
            size: 7,
        }),
        ..text("photo", "mine.png")
    }
}

fn accepted(workflow: &Value) -> Accepted {
    let (workflow, _) = Workflow::from_value(workflow);
    let schema: InputSchema = schema::read(&workflow).0;
    Accepted::stored(workflow, schema)
}

fn job(workflow: &Value, inputs: &[StoredInput]) -> Job {
    Job::new("r", "w", accepted(workflow), inputs, None)
}

/// A photo with a text, saved under a name that the photo is part of.
fn poster() -> Value {
    json!({
        "1": {"class_type": "InputImage", "inputs": {"name": "photo"}},
        "2": {"class_type": "InputText", "inputs": {"name": "title"}},
        "3": {"class_type": "Untouched", "inputs": {"amount": 7}},
        "4": {"class_type": "Print", "inputs": {"image": ["1", 0], "text": ["2", 0], "more": ["3", 0]}},
        "9": {"class_type": "SaveImage", "inputs": {"images": ["4", 0], "filename_prefix": "%1.image%"}},
    })
}

fn sent(job: &Job, classes: &Arc<NodeClasses>, names: &[(&str, &str)]) -> Value {
    let names = names.iter();
    let names: HashMap<String, String> = names
        .map(|(sent, name)| ((*sent).to_owned(), (*name).to_owned()))
        .collect();
    job.prepared(classes).graph(&names, SOME_TIME).unwrap().to_value()
}

#[test]
fn a_graph_is_made_once_for_each_set_of_classes() {
    let job = job(&poster(), &[text("title", "Hi")]);
    let (one, other) = (classes(&json!({})), classes(&json!({"Print": {}})));
    let first = job.prepared(&one);
    assert!(Arc::ptr_eq(&first, &job.prepared(&one)));
    assert!(!Arc::ptr_eq(&first, &job.prepared(&other)));
    assert!(Arc::ptr_eq(&first, &job.prepared(&one)));
}

#[test]
fn graphs_for_classes_that_are_gone_are_forgotten() {
    let job = job(&poster(), &[text("title", "Hi")]);
    let light = job.weight();
    for _ in 0..3 {
        job.prepared(&classes(&json!({})));
    }
    let own = job.prepared(&classes(&json!({}))).weight();
    assert!(job.weight() - light <= own);
}

#[test]
fn a_file_gets_the_name_that_the_engine_has_given_it() {
    let job = job(&poster(), &[photo("abc.png"), text("title", "Hi")]);
    let classes = classes(&json!({}));
    let unchanged = sent(&job, &classes, &[("abc.png", "abc.png")]);
    assert_eq!(unchanged["1"]["inputs"]["image"], "abc.png");
    let renamed = sent(&job, &classes, &[("abc.png", "sub/abc (1).png")]);
    assert_eq!(renamed["1"]["inputs"]["image"], "sub/abc (1).png");
    assert_eq!(renamed["9"]["inputs"]["filename_prefix"], "sub_abc (1).png");
}

#[test]
fn nodes_that_no_value_reaches_are_shared_by_all_runs() {
    let many: serde_json::Map<String, Value> = (10..500)
        .map(|id| {
            let node = json!({"class_type": "Untouched", "inputs": {"text": "x".repeat(1000)}});
            (id.to_string(), node)
        })
        .collect();
    let mut workflow = poster();
    workflow.as_object_mut().unwrap().extend(many);
    let job = job(&workflow, &[text("title", "Hi")]);
    let classes = classes(&json!({}));
    assert_eq!(sent(&job, &classes, &[])["400"], workflow["400"]);
    assert!(job.weight() < 16_000, "{}", job.weight());
}

#[test]
fn a_text_that_points_outside_the_output_folder_is_an_error_of_its_field() {
    let mut workflow = poster();
    workflow["9"]["inputs"]["filename_prefix"] = json!(["2", 0]);
    let job = job(&workflow, &[text("title", "../../out")]);
    let prepared = job.prepared(&classes(&json!({})));
    let fields: Vec<_> = prepared.refusal().iter().map(|item| item.field()).collect();
    assert_eq!(fields, [Some("title")]);
    assert!(prepared.graph(&HashMap::new(), SOME_TIME).is_err());
}

#[test]
fn a_value_that_does_not_fit_is_an_error_of_its_field() {
    let print = json!({"Print": {"input": {"required": {"text": ["INT", {}]}}}});
    let job = job(&poster(), &[text("title", "Hi")]);
    let prepared = job.prepared(&classes(&print));
    let errors: Vec<_> = prepared
        .refusal()
        .iter()
        .map(|item| (item.field(), &*item.kind))
        .collect();
    assert_eq!(errors, [(Some("title"), "int_parsing")]);
}

/// An engine that prints a text on an image and saves it. `more` are further required inputs of `Print`.
fn printing(more: &Value) -> Arc<NodeClasses> {
    let mut required = json!({"text": ["STRING", {}]});
    let more = more.as_object().unwrap().clone();
    required.as_object_mut().unwrap().extend(more);
    classes(&json!({
        "LoadImage": {"input": {"required": {"image": [[], {"image_upload": true}]}}, "output": ["IMAGE", "MASK"]},
        "Untouched": {"input": {"required": {"amount": ["INT", {}]}}, "output": ["INT"]},
        "Print": {"input": {"required": required, "optional": {"image": ["IMAGE"]}}, "output": ["IMAGE"]},
        "SaveImage": {
            "input": {"required": {"images": ["IMAGE"], "filename_prefix": ["STRING", {}]}},
            "output": [], "output_node": true,
        },
    }))
}

#[test]
fn an_input_that_lacks_the_value_of_a_field_is_an_error_of_the_field() {
    let job = job(&poster(), &[text("title", "Hi")]);
    assert_eq!(job.prepared(&printing(&json!({}))).explanation(), None);
    let prepared = job.prepared(&printing(&json!({"image": ["IMAGE"]})));
    let errors = prepared.refusal().iter();
    let errors: Vec<_> = errors.map(|item| (item.field(), &*item.kind)).collect();
    assert_eq!(errors, [(Some("photo"), "required_input_missing")]);
    assert!(prepared.problems().is_empty());
}

#[test]
fn what_the_engine_refuses_whatever_the_values_are_is_a_problem_with_node_and_input() {
    let job = job(&poster(), &[text("title", "Hi")]);
    assert_eq!(job.prepared(&printing(&json!({}))).explanation(), None);
    let prepared = job.prepared(&printing(&json!({"size": ["INT", {}]})));
    assert!(prepared.refusal().is_empty());
    let problem = &prepared.problems()[0];
    let at = (problem.node.as_deref(), problem.input.as_deref());
    assert_eq!(at, (Some("4"), Some("size")));
    assert!(prepared.explanation().unwrap().contains("size"));
}
