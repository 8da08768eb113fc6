//! Files that are harmful, on purpose or by mistake.

use super::*;

#[test]
fn reroutes_in_a_loop_are_a_problem() {
    let file = file(
        json!([
            {"id": 1, "type": "Reroute", "inputs": [input("", "*", 2)]},
            {"id": 2, "type": "Reroute", "inputs": [input("", "*", 1)]},
            {"id": 3, "type": "B", "inputs": [input("x", "X", 3)]},
        ]),
        json!([
            [1, 1, 0, 2, 0, "*"],
            [2, 2, 0, 1, 0, "*"],
            [3, 2, 0, 3, 0, "*"]
        ]),
    );
    let (prompt, problems) = prompt(&file);
    assert_eq!(prompt["3"]["inputs"], json!({}));
    assert!(problems[0].contains("lead nowhere"), "{problems:?}");
}

fn subgraph(id: &str, nodes: Value) -> Value {
    json!({"id": id, "inputs": [], "outputs": [], "nodes": nodes, "links": []})
}

#[test]
fn a_subgraph_that_contains_itself_is_a_problem() {
    let mut file = file(
        json!([{"id": 1, "type": "a"}, {"id": 2, "type": "Save"}]),
        json!([]),
    );
    file["definitions"] = json!({"subgraphs": [
        subgraph("a", json!([{"id": 1, "type": "b"}])),
        subgraph("b", json!([{"id": 1, "type": "a"}, {"id": 2, "type": "KSampler"}])),
    ]});
    let (prompt, problems) = prompt(&file);
    assert!(prompt.get("1:1:2").is_some(), "{prompt}");
    assert!(
        problems[0].starts_with("node 1:1:1 (a): its subgraph contains itself"),
        "{problems:?}"
    );
}

#[test]
fn subgraphs_that_multiply_are_cut_off() {
    let mut file = file(json!([{"id": 1, "type": "0"}]), json!([]));
    let ten = |class: String| -> Vec<Value> {
        (0..10).map(|id| json!({"id": id, "type": class})).collect()
    };
    let subgraphs =
        (0..30).map(|level| subgraph(&level.to_string(), json!(ten((level + 1).to_string()))));
    file["definitions"] = json!({"subgraphs": subgraphs.collect::<Vec<_>>()});
    let (workflow, problems) = Workflow::from_value(&file);
    assert!(workflow.nodes.len() <= 20_000);
    assert!(
        problems[0].message.contains("too large to expand"),
        "{:?}",
        problems[0]
    );
    let cut_off = problems
        .iter()
        .filter(|problem| problem.message.contains("too large to expand"));
    assert_eq!(cut_off.count(), 1, "one problem says it for all");
}

#[test]
fn a_workflow_of_many_subgraphs_within_the_limit_is_expanded() {
    let copies: Vec<_> = (0..190).map(|id| json!({"id": id, "type": "a"})).collect();
    let mut file = file(json!(copies), json!([]));
    let nodes: Vec<_> = (0..100)
        .map(|id| json!({"id": id, "type": "KSampler"}))
        .collect();
    file["definitions"] = json!({"subgraphs": [subgraph("a", json!(nodes))]});
    let (workflow, problems) = Workflow::from_value(&file);
    assert_eq!(workflow.nodes.len(), 19_000);
    assert!(
        problems
            .iter()
            .all(|problem| !problem.message.contains("too large"))
    );
}

#[test]
fn a_large_text_in_many_copies_of_a_subgraph_is_cut_off() {
    let copies: Vec<_> = (0..1000).map(|id| json!({"id": id, "type": "a"})).collect();
    let mut file = file(json!(copies), json!([]));
    let text = "x".repeat(1 << 20);
    file["definitions"] = json!({"subgraphs": [
        subgraph("a", json!([{"id": 1, "type": "CLIPTextEncode", "widgets_values": [text]}]))]});
    let (workflow, problems) = Workflow::from_value(&file);
    assert!(workflow.nodes.len() < 70, "{}", workflow.nodes.len());
    assert!(
        problems[0].message.contains("too large to expand"),
        "{:?}",
        problems[0]
    );
}

#[test]
fn a_large_primitive_with_very_many_links_is_cut_off() {
    let mut nodes =
        vec![json!({"id": 0, "type": "PrimitiveNode", "widgets_values": ["x".repeat(1 << 20)]})];
    let mut links = Vec::new();
    for id in 1..1000 {
        nodes.push(
            json!({"id": id, "type": "CLIPTextEncode", "inputs": [widget("text", "STRING", id)]}),
        );
        links.push(json!([id, 0, 0, id, 0, "STRING"]));
    }
    let (_, problems) = Workflow::from_value(&file(json!(nodes), json!(links)));
    assert!(
        problems[0].message.contains("hold too much"),
        "{:?}",
        problems[0]
    );
}

/// Reading takes time linear in the size of the file. With quadratic time, these tests would not
/// finish.
fn is_read(file: &Value) -> Workflow {
    Workflow::from_value(file).0
}

#[test]
fn a_very_long_chain_with_very_many_ends_reads_quickly() {
    let chain = (0..50_000)
        .map(|id: i64| json!({"id": id, "type": "Reroute", "inputs": [input("", "*", id)]}));
    let ends = (50_000..100_000_usize).map(|id| {
        let kind = ["A", "B", "C"][id % 3];
        json!({"id": id, "type": "End", "inputs": [input("x", kind, 50_000)]})
    });
    let start = json!({"id": -1, "type": "Start"});
    let nodes: Vec<_> = std::iter::once(start).chain(chain).chain(ends).collect();
    let links: Vec<_> = (0..=50_000)
        .map(|id| json!([id, id - 1, 0, id, 0, "*"]))
        .collect();
    let workflow = is_read(&file(json!(nodes), json!(links)));
    let end = workflow.node("99999").unwrap();
    assert_eq!(end.inputs["x"], json!(["-1", 0]));
}

#[test]
fn a_bypassed_node_with_very_many_inputs_reads_quickly() {
    let inputs: Vec<_> = (0..100_000)
        .map(|id| input(&format!("i{id}"), "X", id))
        .collect();
    let outputs: Vec<_> = (0..100_000).map(|_| json!({"type": "Y"})).collect();
    let mut nodes = vec![
        json!({"id": 1, "type": "A", "mode": 4, "inputs": inputs, "outputs": outputs}),
        json!({"id": 3, "type": "C"}),
    ];
    let mut links: Vec<_> = (0..100_000)
        .map(|id| json!([id, 3, 0, 1, id, "X"]))
        .collect();
    for id in 0..20_000 {
        links.push(json!([200_000 + id, 1, id, 4 + id, 0, "Y"]));
        nodes.push(json!({"id": 4 + id, "type": "B", "inputs": [input("x", "Y", 200_000 + id)]}));
    }
    assert_eq!(
        is_read(&file(json!(nodes), json!(links))).nodes.len(),
        20_001
    );
}
