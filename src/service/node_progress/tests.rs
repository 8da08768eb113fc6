use std::sync::Arc;

use serde_json::json;

use super::*;

/// Four nodes to run: `1` and `2` feed `3`, which `4` saves. Nothing needs `5`.
fn nodes() -> RunNodes {
    let graph = json!({
        "1": { "class_type": "Load", "inputs": {} },
        "2": { "class_type": "Text", "inputs": {} },
        "3": { "class_type": "Blur", "inputs": { "a": ["1", 0], "b": ["2", 0] }, "_meta": { "title": "Soften" } },
        "4": { "class_type": "Save", "inputs": { "images": ["3", 0] } },
        "5": { "class_type": "Text", "inputs": {} },
    });
    let (graph, _) = Workflow::parse(&graph.to_string());
    let classes = NodeClasses::from_iter([("Save".to_owned(), json!({ "output_node": true }))]);
    RunNodes::of(&graph, &Arc::new(classes))
}

fn progress() -> NodeProgress {
    let mut progress = NodeProgress::default();
    progress.set_nodes(nodes());
    progress
}

fn steps(node: &str, value: u32, max: u32) -> Steps {
    let node = node.to_owned();
    Steps { node, value, max }
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

fn states(finished: &[&str], running: &[Steps]) -> NodeEvent {
    NodeEvent::States {
        finished: ids(finished),
        running: running.to_vec(),
    }
}

fn percent(progress: &NodeProgress) -> Option<u32> {
    progress.report().and_then(|report| report.percent)
}

#[test]
fn only_the_nodes_that_outputs_need_count() {
    let RunNodes(titles) = nodes();
    let mut ids: Vec<&str> = titles.keys().map(String::as_str).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["1", "2", "3", "4"]);
    assert_eq!((&*titles["3"], &*titles["4"]), ("Soften", "Save"));
}

#[test]
fn without_a_known_output_all_nodes_count() {
    let (graph, _) = Workflow::parse(r#"{"1": {"class_type": "A", "inputs": {}}}"#);
    assert_eq!(RunNodes::of(&graph, &Arc::default()).0.len(), 1);
}

#[test]
fn cached_nodes_are_done_and_the_current_node_adds_its_share() {
    let mut progress = progress();
    assert_eq!(progress.report(), None);
    progress.apply(NodeEvent::Cached(ids(&["1", "5"])));
    progress.apply(states(&["2"], &[steps("3", 10, 20)]));
    let expected = RunProgress {
        value: 10,
        max: 20,
        node: Some("3".to_owned()),
        title: Some("Soften".to_owned()),
        nodes_done: Some(2),
        nodes_total: Some(4),
        percent: Some(62),
    };
    assert_eq!(progress.report(), Some(expected));
}

#[test]
fn it_never_decreases_when_nodes_alternate_or_repeat() {
    let mut progress = progress();
    progress.apply(states(&["1"], &[steps("2", 9, 10)]));
    assert_eq!(percent(&progress), Some(47));
    progress.apply(states(&["1"], &[steps("2", 1, 10)]));
    progress.apply(NodeEvent::Executing("1".to_owned()));
    progress.apply(states(&["1"], &[steps("1", 0, 10)]));
    assert_eq!(percent(&progress), Some(47));
}

#[test]
fn a_finished_node_stays_current_until_the_next_one_starts() {
    let mut progress = progress();
    progress.apply(states(&["1", "2"], &[steps("3", 19, 20)]));
    progress.apply(states(&["1", "2", "3"], &[]));
    let report = progress.report().unwrap();
    assert_eq!((report.value, report.max), (20, 20));
    assert_eq!(report.title.as_deref(), Some("Soften"));
    assert_eq!(report.percent, Some(75));
}

#[test]
fn an_engine_without_states_is_followed_by_the_nodes_it_starts() {
    let mut progress = progress();
    progress.apply(NodeEvent::Executing("1".to_owned()));
    assert_eq!(percent(&progress), Some(0));
    progress.apply(NodeEvent::Steps(steps("1", 1, 2)));
    assert_eq!(percent(&progress), Some(12));
    progress.apply(NodeEvent::Executing("3".to_owned()));
    assert_eq!(percent(&progress), Some(25));
}

#[test]
fn events_that_come_before_the_nodes_are_known_count() {
    let mut progress = NodeProgress::default();
    progress.apply(NodeEvent::Cached(ids(&["1", "2"])));
    progress.apply(states(&[], &[steps("3", 0, 1)]));
    assert_eq!(progress.report(), None);
    progress.set_nodes(nodes());
    assert_eq!(percent(&progress), Some(50));
}

#[test]
fn nodes_that_the_graph_does_not_contain_do_not_count() {
    let mut progress = progress();
    progress.apply(states(&["3.0.1", "3.0.2"], &[steps("3.0.3", 1, 2)]));
    let report = progress.report().unwrap();
    assert_eq!((report.percent, report.title), (Some(0), None));
}
