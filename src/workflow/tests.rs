use super::*;

fn messages(text: &str) -> Vec<String> {
    Workflow::parse(text)
        .1
        .iter()
        .map(Problem::to_string)
        .collect()
}

#[test]
fn nodes_keep_the_order_of_the_file() {
    let text =
        r#"{"9": {"class_type": "B", "inputs": {}}, "2": {"class_type": "A", "inputs": {}}}"#;
    let (workflow, problems) = Workflow::parse(text);
    let ids: Vec<_> = workflow.nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["9", "2"]);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn a_workflow_is_written_as_it_was_read() {
    let text = r#"{"6":{"class_type":"KSampler","inputs":{"seed":18446744073709551615,"cfg":7.50,"model":["4",0]},"_meta":{"title":"Draw"}}}"#;
    let (workflow, _) = Workflow::parse(text);
    assert_eq!(workflow.to_value().to_string(), text);
}

#[test]
fn only_an_id_and_a_slot_make_a_link() {
    let link = |text: &str| Link::of(&serde_json::from_str(text).unwrap());
    assert_eq!(
        link(r#"["57:8", 1]"#),
        Some(Link {
            node: "57:8".into(),
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
        assert_eq!(link(other), None, "{other}");
    }
}

#[test]
fn text_that_is_no_json_is_named_with_its_place() {
    let messages = messages("{\n \"1\": oops");
    assert!(
        messages[0].starts_with("this is not JSON (expected value at line 2 column 7)"),
        "{messages:?}"
    );
}

#[test]
fn the_editors_format_is_told_apart() {
    assert!(
        messages(r#"{"nodes": [], "links": []}"#)[0].starts_with("this is the editor's format")
    );
}

#[test]
fn a_bad_node_is_named_and_the_others_are_read() {
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
fn a_link_to_a_missing_node_is_named() {
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

// proptest is no dependency of the tests that run as WebAssembly.
#[cfg(not(target_arch = "wasm32"))]
proptest::proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in ".*") {
        let _ = Workflow::parse(&text);
    }

    #[test]
    fn no_value_of_a_node_makes_reading_panic(value in "[\\[\\]{}\",:0-9a-z ]*") {
        let _ = Workflow::parse(&format!(r#"{{"1": {{"class_type": "InputNumber", "inputs": {{"min": {value}}}}}}}"#));
    }
}
