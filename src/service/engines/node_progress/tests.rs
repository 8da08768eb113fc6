use std::time::Duration;

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

fn now() -> Instant {
    Instant::now()
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

fn percent(progress: &mut NodeProgress) -> Option<u32> {
    progress.report(now()).and_then(|report| report.percent)
}

#[test]
fn only_the_nodes_that_outputs_need_count() {
    let RunNodes { titles, .. } = nodes();
    let mut ids: Vec<&str> = titles.keys().map(String::as_str).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["1", "2", "3", "4"]);
    assert_eq!((&*titles["3"], &*titles["4"]), ("Soften", "Save"));
}

#[test]
fn without_a_known_output_all_nodes_count() {
    let (graph, _) = Workflow::parse(r#"{"1": {"class_type": "A", "inputs": {}}}"#);
    assert_eq!(RunNodes::of(&graph, &Arc::default()).titles.len(), 1);
}

#[test]
fn before_times_are_known_a_sampler_counts_for_most_of_the_run() {
    let graph = json!({
        "1": { "class_type": "CheckpointLoaderSimple", "inputs": {} },
        "2": { "class_type": "BasicScheduler", "inputs": { "model": ["1", 0], "steps": 20 } },
        "3": { "class_type": "KSampler", "inputs": { "model": ["1", 0], "sigmas": ["2", 0] } },
        "4": { "class_type": "SaveImage", "inputs": { "images": ["3", 0] } },
    });
    let (graph, _) = Workflow::parse(&graph.to_string());
    let mut progress = NodeProgress::default();
    progress.set_nodes(RunNodes::of(&graph, NodeClasses::core()));
    progress.apply(states(&["1", "2"], &[steps("3", 0, 20)]), now());
    assert_eq!(percent(&mut progress), Some(8));
    progress.apply(states(&["1", "2"], &[steps("3", 10, 20)]), now());
    assert_eq!(percent(&mut progress), Some(52));
    progress.apply(states(&["1", "2", "3"], &[steps("4", 0, 1)]), now());
    assert_eq!(percent(&mut progress), Some(95));
}

#[test]
fn cached_nodes_are_done_and_the_current_node_adds_its_share() {
    let mut progress = progress();
    assert_eq!(progress.report(now()), None);
    progress.apply(NodeEvent::Cached(ids(&["1", "5"])), now());
    progress.apply(states(&["2"], &[steps("3", 10, 20)]), now());
    let expected = RunProgress {
        value: 10,
        max: 20,
        node: Some("3".to_owned()),
        title: Some("Soften".to_owned()),
        nodes_done: Some(2),
        nodes_total: Some(4),
        percent: Some(62),
    };
    assert_eq!(progress.report(now()), Some(expected));
}

#[test]
fn it_never_decreases_when_nodes_alternate_or_repeat() {
    let mut progress = progress();
    progress.apply(states(&["1"], &[steps("2", 9, 10)]), now());
    assert_eq!(percent(&mut progress), Some(47));
    progress.apply(states(&["1"], &[steps("2", 1, 10)]), now());
    progress.apply(NodeEvent::Executing("1".to_owned()), now());
    progress.apply(states(&["1"], &[steps("1", 0, 10)]), now());
    assert_eq!(percent(&mut progress), Some(47));
}

#[test]
fn a_finished_node_stays_current_until_the_next_one_starts() {
    let mut progress = progress();
    progress.apply(states(&["1", "2"], &[steps("3", 19, 20)]), now());
    progress.apply(states(&["1", "2", "3"], &[]), now());
    let report = progress.report(now()).unwrap();
    assert_eq!((report.value, report.max), (20, 20));
    assert_eq!(report.title.as_deref(), Some("Soften"));
    assert_eq!(report.percent, Some(75));
}

#[test]
fn an_engine_without_states_is_followed_by_the_nodes_it_starts() {
    let mut progress = progress();
    progress.apply(NodeEvent::Executing("1".to_owned()), now());
    assert_eq!(percent(&mut progress), Some(0));
    progress.apply(NodeEvent::Steps(steps("1", 1, 2)), now());
    assert_eq!(percent(&mut progress), Some(12));
    progress.apply(NodeEvent::Executing("3".to_owned()), now());
    assert_eq!(percent(&mut progress), Some(25));
}

#[test]
fn events_that_come_before_the_nodes_are_known_count() {
    let mut progress = NodeProgress::default();
    progress.apply(NodeEvent::Cached(ids(&["1", "2"])), now());
    progress.apply(states(&[], &[steps("3", 0, 1)]), now());
    assert_eq!(progress.report(now()), None);
    progress.set_nodes(nodes());
    assert_eq!(percent(&mut progress), Some(50));
}

#[test]
fn nodes_that_the_graph_does_not_contain_do_not_count() {
    let mut progress = progress();
    progress.apply(states(&["3.0.1", "3.0.2"], &[steps("3.0.3", 1, 2)]), now());
    let report = progress.report(now()).unwrap();
    assert_eq!((report.percent, report.title), (Some(0), None));
}

/// The same nodes, of which `3` took eight seconds before and the others one each.
fn timed() -> NodeProgress {
    let times = [("1", 1.0), ("2", 1.0), ("3", 8.0), ("4", 0.0)];
    let times = times.map(|(node, seconds)| (node.to_owned(), seconds));
    let mut progress = NodeProgress::default();
    progress.set_nodes(nodes().with_times(Arc::new(times.into_iter().collect())));
    progress
}

#[test]
fn nodes_count_by_the_time_that_they_took_before() {
    let mut progress = timed();
    progress.apply(states(&["1", "2"], &[steps("3", 0, 20)]), now());
    assert_eq!(percent(&mut progress), Some(19));
    progress.apply(states(&["1", "2"], &[steps("3", 10, 20)]), now());
    assert_eq!(percent(&mut progress), Some(59));
    progress.apply(states(&["1", "2", "3"], &[]), now());
    assert_eq!(percent(&mut progress), Some(99));
}

#[test]
fn cached_nodes_take_no_time() {
    let mut progress = timed();
    progress.apply(NodeEvent::Cached(ids(&["1", "3"])), now());
    progress.apply(states(&[], &[steps("2", 5, 10)]), now());
    assert_eq!(percent(&mut progress), Some(49));
}

#[test]
fn a_node_without_steps_advances_with_time_but_not_to_its_end() {
    let mut progress = timed();
    let start = now();
    progress.apply(states(&["1", "2"], &[steps("3", 0, 1)]), start);
    let after = |seconds| start + Duration::from_secs(seconds);
    let mut percents = Vec::new();
    for seconds in [0, 4, 100] {
        percents.extend(progress.report(after(seconds)).unwrap().percent);
    }
    assert_eq!(percents, [19, 59, 95]);
    progress.apply(states(&["1", "2"], &[]), after(101));
    assert_eq!(percent(&mut progress), Some(95), "it never decreases");
}

#[test]
fn the_times_of_finished_nodes_are_measured() {
    let mut progress = progress();
    let start = now();
    let after = |seconds| start + Duration::from_secs(seconds);
    progress.apply(NodeEvent::Cached(ids(&["1"])), start);
    progress.apply(states(&["1"], &[steps("2", 0, 1)]), start);
    progress.apply(states(&["1", "2"], &[steps("3", 0, 9)]), after(2));
    progress.apply(states(&["1", "2", "9.1"], &[steps("3", 5, 9)]), after(4));
    progress.apply(states(&["1", "2", "3"], &[steps("4", 0, 1)]), after(7));
    let measured = progress.measured();
    assert_eq!(
        measured.len(),
        2,
        "neither cached nodes nor those of other graphs"
    );
    assert_eq!((measured["2"], measured["3"]), (2.0, 5.0));
}

#[test]
fn what_finished_before_the_nodes_were_known_is_measured() {
    let mut progress = NodeProgress::default();
    let start = now();
    progress.apply(states(&[], &[steps("3", 0, 9)]), start);
    progress.apply(
        states(&["3", "9.1"], &[steps("4", 0, 1)]),
        start + Duration::from_secs(5),
    );
    progress.set_nodes(nodes());
    progress.complete(start + Duration::from_secs(6));
    let measured = progress.measured();
    assert_eq!(measured.len(), 2);
    assert_eq!((measured["3"], measured["4"]), (5.0, 1.0));
}
