use serde_json::{Value, json};

use super::*;

fn messages(text: &str) -> Vec<String> {
    Workflow::parse(text)
        .1
        .iter()
        .map(Problem::to_string)
        .collect()
}

#[test]
fn nodes_keep_the_files_order() {
    let text =
        r#"{"9": {"class_type": "B", "inputs": {}}, "2": {"class_type": "A", "inputs": {}}}"#;
    let (workflow, problems) = Workflow::parse(text);
    let ids: Vec<_> = workflow.nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["9", "2"]);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn a_workflow_is_written_as_read() {
    let text = r#"{"6":{"class_type":"KSampler","inputs":{"seed":18446744073709551615,"cfg":7.50,"model":["4",0]},"_meta":{"title":"Draw"}}}"#;
    let (workflow, _) = Workflow::parse(text);
    assert_eq!(workflow.to_value().to_string(), text);
}

#[test]
fn only_an_id_and_a_slot_make_a_link() {
    let value = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    assert_eq!(
        Link::of(&value(r#"["57:8", 1]"#)),
        Some(Link {
            node: "57:8",
            slot: 1
        })
    );
    for other in [
        r#"["1"]"#,
        r#"["1", -1]"#,
        r#"["1", 0.5]"#,
        r#"[1, 0]"#,
        r#"["1", 0, 0]"#,
        r#""1""#,
    ] {
        assert_eq!(Link::of(&value(other)), None, "{other}");
    }
}

#[test]
fn invalid_json_is_reported_with_line_and_column() {
    let messages = messages("{\n \"1\": oops");
    assert!(
        messages[0].starts_with("this is not valid JSON (line 2, column 7); "),
        "{messages:?}"
    );
}

#[test]
fn the_editors_format_is_detected() {
    assert_eq!(
        messages(r#"{"nodes": [], "links": []}"#),
        ["the workflow has no nodes"]
    );
    let (workflow, problems) = Workflow::parse(
        r#"{"nodes": [{"id": 3, "type": "LoadImage", "widgets_values": ["a.png", "image"]}]}"#,
    );
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        workflow.to_value().to_string(),
        r#"{"3":{"class_type":"LoadImage","inputs":{"image":"a.png"}}}"#
    );
}

#[test]
fn dependency_cycles_are_problems_and_their_nodes_are_kept() {
    let text = r#"{"1": {"class_type": "A", "inputs": {"x": ["3", 0]}}, "2": {"class_type": "B", "inputs": {"x": ["1", 0]}},
        "3": {"class_type": "C", "inputs": {"x": ["2", 0], "y": ["3", 0]}}}"#;
    let (workflow, problems) = Workflow::parse(text);
    assert_eq!(workflow.nodes.len(), 3);
    let words: Vec<_> = problems.iter().map(Problem::to_string).collect();
    assert_eq!(words.len(), 2, "{words:?}");
    assert!(words[0].contains("2 → 3 → 1 → 2"), "{words:?}");
    assert!(
        words[1].starts_with("node 3 (C): it depends on itself: 3 → 3"),
        "{words:?}"
    );
}

#[test]
fn a_duplicate_id_is_a_problem() {
    let text = r#"{"1": {"class_type": "A"}, "1": {"class_type": "B"}}"#;
    let (workflow, problems) = Workflow::parse(text);
    assert_eq!(workflow.nodes.len(), 1);
    assert_eq!(workflow.nodes[0].class, "B");
    assert!(
        problems[0].message.starts_with("two nodes have this ID"),
        "{problems:?}"
    );
}

#[test]
fn of_two_nodes_with_one_id_only_those_that_are_executed_count() {
    let file = |first: &str, second: &str| {
        let node = |class: &str| json!({"id": 3, "type": class, "mode": if class == "Muted" { 2 } else { 0 }});
        let nodes = json!([node(first), node(second)]);
        let (workflow, problems) = Workflow::from_value(&json!({"nodes": nodes, "links": []}));
        let classes: Vec<String> = workflow.nodes.into_iter().map(|node| node.class).collect();
        (classes, problems.len())
    };
    let only = |class: &str| (vec![class.to_owned()], 0);
    assert_eq!(file("Note", "A"), only("A"));
    assert_eq!(file("A", "MarkdownNote"), only("A"));
    assert_eq!(file("Muted", "A"), only("A"));
    assert_eq!(file("A", "B"), (vec!["A".to_owned()], 1));
    let notes = json!({"nodes": [{"id": 1, "type": "A"}, {"id": 3, "type": "Note"}, {"id": 3, "type": "Note"}]});
    assert_eq!(Workflow::from_value(&notes).1, []);
}

#[test]
fn what_is_wrong_with_nodes_that_no_output_needs_is_not_a_problem() {
    let save = json!({"class_type": "SaveImage", "inputs": {"images": ["2", 0]}});
    let dead = |inputs: Value| {
        let file = json!({"1": save, "2": {"class_type": "A", "inputs": {}},
            "3": {"class_type": "B", "inputs": inputs}});
        Workflow::from_value(&file).1
    };
    assert_eq!(dead(json!({"x": ["9", 0]})), []);
    assert_eq!(dead(json!({"x": ["3", 0]})), []);
    let editors = json!({"nodes": [
        {"id": 1, "type": "SaveImage", "inputs": [{"name": "images", "type": "IMAGE", "link": 1}]},
        {"id": 2, "type": "EmptyImage", "widgets_values": [64, 64, 1, 0]},
        {"id": 3, "type": "B", "inputs": [{"name": "x", "type": "IMAGE", "link": 9}]}],
        "links": [[1, 2, 0, 1, 0, "IMAGE"]]});
    assert_eq!(Workflow::from_value(&editors).1, []);
}

#[test]
fn a_problem_of_a_link_names_its_input() {
    let input = |file: Value| {
        let (_, problems) = Workflow::from_value(&file);
        problems
            .into_iter()
            .map(|problem| (problem.code, problem.input))
            .collect::<Vec<_>>()
    };
    let coded = |code: &str, input: &str| [(Some(code.to_owned()), Some(input.to_owned()))];
    let missing = json!({"1": {"class_type": "A", "inputs": {"x": ["9", 0]}}});
    assert_eq!(input(missing), coded("missing_node", "x"));
    let circle = json!({"1": {"class_type": "A", "inputs": {"a": "text", "x": ["2", 0]}},
        "2": {"class_type": "B", "inputs": {"y": ["1", 0]}}});
    assert_eq!(input(circle), coded("circle", "y"));
}

#[test]
fn pythons_nan_is_read_as_null() {
    let text = r#"{"1": {"class_type": "A", "is_changed": [NaN], "inputs": {"a": -Infinity, "b": "NaN \" NaN"}}}"#;
    let (workflow, problems) = Workflow::parse(text);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(workflow.nodes[0].inputs["a"], Value::Null);
    assert_eq!(workflow.nodes[0].text("b"), Some(r#"NaN " NaN"#));
}

#[test]
fn texts_that_were_cut_within_a_character_are_read() {
    let api =
        r#"{"1": {"class_type": "A", "inputs": {"a": "x\ud83d"}, "_meta": {"title": "\udcff"}}}"#;
    let (workflow, problems) = Workflow::parse(api);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(workflow.nodes[0].title.as_deref(), Some("\u{fffd}"));
    assert_eq!(workflow.nodes[0].text("a"), Some("x\u{fffd}"));
    let editors = r#"{"nodes": [{"id": 1, "type": "Save", "title": "\ud83d", "properties": {"x": [NaN, 1e999]}}], "links": []}"#;
    let (workflow, problems) = Workflow::parse(editors);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(workflow.nodes[0].title.as_deref(), Some("\u{fffd}"));
}

#[test]
fn a_number_that_is_none_is_null_for_the_engine_and_others_keep_their_digits() {
    let long = "9".repeat(400);
    let text = format!(
        r#"{{"1": {{"class_type": "A", "inputs": {{"a": NaN, "b": 1e999, "c": {long}}}}}}}"#
    );
    let written = Workflow::parse(&text).0.to_value().to_string();
    assert!(
        written.contains(&format!(r#""a":null,"b":1e+999,"c":{long}"#)),
        "{written}"
    );
    assert_eq!(Workflow::parse(&written).0.to_value().to_string(), written);
}

#[test]
fn a_value_that_is_nested_too_deeply_is_left_out() {
    let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
    let text = format!(r#"{{"1": {{"class_type": "A", "inputs": {{"a": {deep}, "b": 2}}}}}}"#);
    let (workflow, problems) = Workflow::parse(&text);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(workflow.nodes[0].inputs["b"], 2);
}

#[test]
fn a_workflow_within_other_json_is_unwrapped() {
    let node = json!({"class_type": "A", "inputs": {"a": 1}});
    let api = json!({"3": node});
    let editors = json!({"nodes": [{"id": 4, "type": "B"}], "links": []});
    for (wrapped, class) in [
        (
            json!({"prompt": api, "client_id": "x", "extra_data": {}}),
            "A",
        ),
        (json!({"input": {"workflow": api, "images": []}}), "A"),
        (json!({"input": {"prompt": api.to_string()}, "id": 1}), "A"),
        (json!({"workflow": editors, "output": api}), "A"),
        (json!({"workflow": editors, "output": {}}), "B"),
        (json!({"workflow": editors}), "B"),
    ] {
        let (workflow, problems) = Workflow::parse(&wrapped.to_string());
        assert!(problems.is_empty(), "{wrapped} {problems:?}");
        assert_eq!(workflow.nodes[0].class, class, "{wrapped}");
    }
}

#[test]
fn other_json_with_these_keys_is_no_wrapper() {
    for text in [
        r#"{"prompt": "a cat"}"#,
        r#"{"input": {"text": "a cat"}}"#,
        r#"{"workflow": [1, 2], "output": null}"#,
    ] {
        let (workflow, problems) = Workflow::parse(text);
        assert!(workflow.nodes.is_empty() && !problems.is_empty(), "{text}");
    }
    let own = r#"{"prompt": {"class_type": "A", "inputs": {}}, "output": {"class_type": "B", "inputs": {}}}"#;
    assert_eq!(Workflow::parse(own).0.nodes.len(), 2);
    let mut deep = json!({"3": {"class_type": "A", "inputs": {}}});
    for _ in 0..5 {
        deep = json!({"input": deep});
    }
    assert!(Workflow::parse(&deep.to_string()).0.nodes.is_empty());
}

#[test]
fn app_mode_survives_the_api_format() {
    let text = r#"{"3": {"class_type": "KSampler", "inputs": {"seed": 5}, "_meta": {"title": "Draw"}},
        "extra": {"linearData": {"inputs": [["3", "seed"], ["3", "gone"]]}}}"#;
    let (workflow, problems) = Workflow::parse(text);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(workflow.app_inputs.len(), 1);
    assert_eq!(workflow.app_inputs[0].name, "seed_3");
    assert_eq!(workflow.app_inputs[0].label.as_deref(), Some("Draw: seed"));
    let (again, _) = Workflow::from_value(&workflow.to_value());
    assert_eq!(again, workflow);
}

#[test]
fn only_the_first_of_very_many_problems_are_reported() {
    let nodes: Vec<_> = (0..1000).map(|id| format!(r#""{id}": 0"#)).collect();
    let (_, problems) = Workflow::parse(&format!("{{{}}}", nodes.join(",")));
    assert_eq!(problems.len(), 201);
    assert_eq!(problems[200].message, "… and 800 more problems");
}

#[test]
fn a_bad_node_is_a_problem_and_the_others_are_read() {
    let text = r#"{"1": 5, "2": {"inputs": {}}, "3": {"class_type": "A", "inputs": []}, "4": {"class_type": "B"}}"#;
    let (workflow, problems) = Workflow::parse(text);
    assert_eq!(
        workflow
            .nodes
            .iter()
            .map(|node| &*node.class)
            .collect::<Vec<_>>(),
        ["B"]
    );
    let nodes: Vec<_> = problems
        .iter()
        .filter_map(|problem| problem.node.as_deref())
        .collect();
    assert_eq!(nodes, ["1", "2", "3"]);
}

#[test]
fn a_link_to_a_missing_node_is_a_problem() {
    let text = r#"{"2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0]}, "_meta": {"title": "Out"}}}"#;
    assert_eq!(
        messages(text),
        [
            "node 2 (SaveImage) “Out”: its input `images` comes from node 1, which is not in the workflow"
        ]
    );
}

#[test]
fn an_empty_workflow_is_a_problem() {
    assert_eq!(messages("{}"), ["the workflow has no nodes"]);
    assert_eq!(messages("[]").len(), 1);
}
