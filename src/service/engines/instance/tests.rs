use std::sync::Arc;

use super::*;
use crate::engines::instance::{accepted, held};
use crate::engines::node_progress::RunNodes;
use api::{Queue, Task};
use comfy_client::{NodeEvent, Steps};
use workflow::Workflow;

fn online() -> Instance {
    Instance::with_classes("http://127.0.0.1:1", NodeClasses::default())
}

/// Tracks a run that the instance has accepted.
fn track(instance: &Instance, prompt_id: &str, run_id: &str) {
    instance
        .tasks
        .track_offered(held(run_id, prompt_id), "client");
    accept(instance, prompt_id);
}

fn accept(instance: &Instance, prompt_id: &str) {
    assert!(
        instance
            .tasks
            .track_accepted(prompt_id, &accepted(prompt_id, 1.0), nodes())
    );
}

/// A single node `1`.
fn nodes() -> RunNodes {
    let (graph, _) = Workflow::parse(r#"{"1": {"class_type": "A", "inputs": {}}}"#);
    RunNodes::of(&graph, &NodeClasses::default())
}

fn apply(instance: &Instance, prompt_id: &str, value: u32) {
    let node = "1".to_owned();
    let max = 20;
    if let Some(run) = instance.tasks.runs().get(prompt_id) {
        run.progress
            .apply(NodeEvent::Steps(Steps { node, value, max }));
    }
}

fn steps(instance: &Instance, prompt_id: &str) -> Option<u32> {
    instance.progress(prompt_id).map(|progress| progress.value)
}

#[test]
fn a_run_has_the_progress_reported_last() {
    let instance = online();
    track(&instance, "a", "run");
    assert_eq!(steps(&instance, "a"), None);
    apply(&instance, "a", 1);
    apply(&instance, "a", 2);
    assert_eq!(steps(&instance, "a"), Some(2));
}

#[test]
fn an_event_during_the_hand_over_counts_as_soon_as_the_run_is_accepted() {
    let instance = online();
    instance.tasks.track_offered(held("a", "a"), "client");
    apply(&instance, "a", 1);
    assert_eq!(steps(&instance, "a"), None);
    accept(&instance, "a");
    assert_eq!(steps(&instance, "a"), Some(1));
}

#[test]
fn a_run_that_is_settling_or_offline_has_no_progress() {
    let instance = online();
    for run in ["a", "b"] {
        track(&instance, run, run);
        apply(&instance, run, 1);
    }
    instance.tasks.claim("a").unwrap();
    assert_eq!(
        (steps(&instance, "a"), steps(&instance, "b")),
        (None, Some(1))
    );
    instance.set_offline(Health::Stopped);
    assert_eq!(steps(&instance, "b"), None);
}

#[test]
fn nothing_is_kept_of_a_task_that_is_not_tracked() {
    let instance = online();
    apply(&instance, "theirs", 1);
    assert_eq!(steps(&instance, "theirs"), None);
    instance
        .tasks
        .track_offered(held("rejected", "rejected"), "client");
    track(&instance, "ended", "ended");
    for run in ["rejected", "ended"] {
        apply(&instance, run, 1);
        let progress = Arc::downgrade(&instance.tasks.runs().get(run).unwrap().progress);
        instance.tasks.untrack(run);
        assert!(progress.upgrade().is_none());
    }
}

#[test]
fn an_instance_that_goes_offline_keeps_our_runs_and_that_it_was_busy() {
    let instance = online();
    let theirs = Task {
        number: 1.0,
        id: "theirs".to_owned(),
    };
    let queue = Queue {
        running: vec![theirs],
        pending: vec![],
    };
    instance.tasks.apply_snapshot(queue, &[]);
    assert!(instance.set_offline(Health::Hung));
    assert_eq!(instance.tasks.known().foreign(), 0);
    assert!(instance.availability.hangs_for().is_some());

    let idle = online();
    track(&idle, "a", "a");
    idle.tasks.untrack("a");
    idle.set_offline(Health::Hung);
    assert_eq!(idle.availability.hangs_for(), None);
}
