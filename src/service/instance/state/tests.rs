use super::*;
use crate::service::node_progress::{NodeEvent, Steps};
use crate::workflow::Workflow;

fn task(number: f64, id: &str) -> Task {
    Task {
        number,
        id: id.into(),
    }
}

/// A single node `1`.
fn nodes() -> RunNodes {
    let (graph, _) = Workflow::parse(r#"{"1": {"class_type": "A", "inputs": {}}}"#);
    RunNodes::of(&graph, &NodeClasses::default())
}

#[test]
fn a_run_counts_once_from_its_reservation_on() {
    let mut state = InstanceState {
        reserved: HashSet::from(["a".into(), "b".into()]),
        ..InstanceState::default()
    };
    state.track_accepted("a", "a", 1.0, nodes());
    assert_eq!(state.load(), 2);
    let expected = state.expected();
    state.apply_snapshot(
        Queue {
            running: vec![task(1.0, "a")],
            pending: vec![task(2.0, "x")],
        },
        &expected,
    );
    assert_eq!(state.load(), 3);
}

#[test]
fn a_run_accepted_after_the_snapshot_request_stays_in_the_queue() {
    let mut state = InstanceState::default();
    let expected = state.expected();
    state.track_accepted("a", "a", 1.0, nodes());
    let changes = state.apply_snapshot(Queue::default(), &expected);
    assert!(changes.is_empty());
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

#[test]
fn a_run_missing_from_the_snapshot_has_left_the_queue() {
    let mut state = InstanceState::default();
    state.track_accepted("a", "a", 1.0, nodes());
    let expected = state.expected();
    let changes = state.apply_snapshot(Queue::default(), &expected);
    assert_eq!(changes["a"], RunChange::LeftQueue);
}

#[test]
fn a_run_starts_once() {
    let mut state = InstanceState::default();
    state.track_accepted("a", "run", 1.0, nodes());
    assert_eq!(state.mark_started("a").as_deref(), Some("run"));
    assert_eq!(state.mark_started("a"), None);
    let expected = state.expected();
    let queue = Queue {
        running: vec![task(1.0, "a")],
        pending: vec![],
    };
    assert!(state.apply_snapshot(queue, &expected).is_empty());
}

#[test]
fn a_run_that_a_snapshot_showed_before_its_acceptance_is_listed_once() {
    let mut state = InstanceState::default();
    let queue = Queue {
        running: vec![],
        pending: vec![task(1.0, "a")],
    };
    state.apply_snapshot(queue, &[]);
    state.track_accepted("a", "a", 1.0, nodes());
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

fn step(value: u32) -> NodeEvent {
    let node = "1".to_owned();
    let max = 20;
    NodeEvent::Steps(Steps { node, value, max })
}

fn steps(state: &InstanceState, prompt_id: &str) -> Option<u32> {
    state.progress(prompt_id).map(|progress| progress.value)
}

fn online() -> InstanceState {
    InstanceState {
        online: true,
        ..InstanceState::default()
    }
}

#[test]
fn a_run_has_the_progress_reported_last() {
    let mut state = online();
    state.track_accepted("a", "run", 1.0, nodes());
    assert_eq!(steps(&state, "a"), None);
    state.apply_node_event("a", step(1));
    state.apply_node_event("a", step(2));
    assert_eq!(steps(&state, "a"), Some(2));
}

#[test]
fn an_event_during_the_hand_over_counts_as_soon_as_the_run_is_accepted() {
    let mut state = online();
    state.reserved.insert("a".into());
    state.apply_node_event("a", step(1));
    assert_eq!(steps(&state, "a"), None);
    state.track_accepted("a", "a", 1.0, nodes());
    state.release("a");
    assert_eq!(steps(&state, "a"), Some(1));
}

#[test]
fn a_run_that_is_settling_or_offline_has_no_progress() {
    let mut state = online();
    for run in ["a", "b"] {
        state.track_accepted(run, run, 1.0, nodes());
        state.apply_node_event(run, step(1));
    }
    state.claim("a").unwrap();
    assert_eq!((steps(&state, "a"), steps(&state, "b")), (None, Some(1)));
    state.set_offline();
    assert_eq!(steps(&state, "b"), None);
}

#[test]
fn nothing_is_kept_of_a_task_that_is_not_tracked() {
    let mut state = online();
    state.apply_node_event("theirs", step(1));
    state.reserved.insert("rejected".into());
    state.apply_node_event("rejected", step(1));
    state.release("rejected");
    state.track_accepted("ended", "ended", 1.0, nodes());
    state.untrack("ended");
    assert!(state.progress.is_empty());
}
