use super::*;
use schema::{self, from_json};

const GERMAN: usize = 0;

/// The German texts of problems; empty for a problem without a translation.
fn german(problems: &[Problem]) -> Vec<String> {
    let text = |problem: &Problem| {
        let message = translated(problem, GERMAN).unwrap_or_default();
        node_label(problem, GERMAN).unwrap_or_default() + &message
    };
    problems.iter().map(text).collect()
}

#[test]
fn a_node_is_named_with_its_class_and_title() {
    let text = r#"{"5": {"class_type": "SaveImage", "_meta": {"title": "End"},
                         "inputs": {"images": ["9", 0]}}}"#;
    assert_eq!(
        german(&from_json(text).1),
        [
            "Knoten 5 (SaveImage) „End“: Der Eingang `images` kommt von Knoten 9, den es im Workflow nicht gibt"
        ]
    );
}

#[test]
fn invalid_json_is_reported_with_line_and_column() {
    let words = german(&from_json("{\n\"1\": oh").1);
    assert!(
        words[0].starts_with("Das ist kein gültiges JSON (Zeile 2, Spalte "),
        "{words:?}"
    );
}

#[test]
fn common_problems_are_translated() {
    let second = r#"{
        "1": {"class_type": "ComfyUIDeployExternalText", "inputs": {"input_id": "title"}},
        "2": {"class_type": "ComfyUIDeployExternalText", "inputs": {"input_id": "title"}},
        "3": {"class_type": "SaveText", "inputs": {"text": ["1", 0], "more": ["2", 0]}}
    }"#;
    for text in [
        "",
        "{}",
        "7",
        "[]",
        "[7]",
        "openapi: 3.1.0",
        r#"{"1": 7}"#,
        r#"{"1": {"inputs": {}}}"#,
        r#"{"1": {"class_type": "KSampler", "inputs": {}}}"#,
        r#"{"1": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}}}"#,
        r#"{"openapi": "3.1.0"}"#,
        r#"{"swagger": "2.0"}"#,
        r#"{"nodes": [{"type": "Note"}]}"#,
        r#"{"nodes": [{"id": 1}]}"#,
        second,
    ] {
        let problems = from_json(text).1;
        let words = german(&problems);
        assert!(!words.is_empty(), "{text}");
        for (words, problem) in words.iter().zip(&problems) {
            assert!(translated(problem, GERMAN).is_some(), "{problem}");
            for argument in &problem.args {
                assert!(words.contains(argument.as_str()), "{words} {argument}");
            }
        }
    }
}

#[test]
fn an_image_without_a_workflow_is_a_translated_problem() {
    for bytes in [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"\xff\xd8\xff\xd9",
        b"\xff\x00\xfe",
    ] {
        let (_, problems) = schema::from_file(bytes);
        assert!(translated(&problems[0], GERMAN).is_some(), "{problems:?}");
    }
}

#[test]
fn a_problem_with_no_code_or_an_unknown_one_is_not_translated() {
    assert_eq!(translated(&Problem::whole("m"), GERMAN), None);
    assert_eq!(
        translated(&Problem::whole("m").coded("tomorrow", &[]), GERMAN),
        None
    );
}

#[test]
fn rare_problems_of_a_document_are_not_translated() {
    let (_, problems) = from_json(r#"{"flowdeck": 1, "fields": 7}"#);
    assert_eq!(problems.len(), 1);
    assert_eq!(translated(&problems[0], GERMAN), None);
}
