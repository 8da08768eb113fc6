use serde_json::{Value, json};

use super::*;
use crate::engines::instance::{accepted, held};
use crate::engines::node_progress::RunNodes;
use api::Task;
use run_core::TaskEvent;

/// Tracks a run that the instance has accepted.
fn track(state: &mut InstanceState, prompt_id: &str, run_id: &str, number: f64) {
    state.track_offered(held(run_id, prompt_id), "client");
    assert!(accept(state, prompt_id, number));
}

fn accept(state: &mut InstanceState, prompt_id: &str, number: f64) -> bool {
    state.track_accepted(prompt_id, &accepted(prompt_id, number), RunNodes::default())
}

fn task(number: f64, id: &str) -> Task {
    Task {
        number,
        id: id.into(),
    }
}

#[test]
fn a_run_counts_once_from_its_hand_over_on() {
    let mut state = InstanceState::default();
    state.track_offered(held("b", "b"), "client");
    track(&mut state, "a", "a", 1.0);
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
    track(&mut state, "a", "a", 1.0);
    let changes = state.apply_snapshot(Queue::default(), &expected);
    assert!(changes.is_empty());
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

#[test]
fn a_run_missing_from_the_snapshot_has_left_the_queue() {
    let mut state = InstanceState::default();
    track(&mut state, "a", "a", 1.0);
    let expected = state.expected();
    let changes = state.apply_snapshot(Queue::default(), &expected);
    assert_eq!(changes, [("a".to_owned(), RunChange::LeftQueue)]);
}

#[test]
fn a_run_starts_once() {
    let mut state = InstanceState::default();
    track(&mut state, "a", "run", 1.0);
    assert_eq!(state.mark_started("a"), Some(held("run", "a")));
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
    track(&mut state, "a", "a", 1.0);
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

fn started(state: &mut InstanceState, prompt_id: &str) {
    let message = TaskEvent::Message {
        kind: "execution_start".into(),
        data: Value::Null,
    };
    state.report_of(prompt_id).unwrap().add(message);
}

#[test]
fn the_queue_of_an_offline_instance_has_our_runs_until_they_go_elsewhere() {
    let mut state = InstanceState::default();
    track(&mut state, "a", "a", 1.0);
    state.queue.pending.push(task(2.0, "somebody else's"));
    state.forget_tasks_of_others();
    let pending = |state: &InstanceState| state.queue_with_run_ids().pending;
    assert_eq!(pending(&state), [task(1.0, "a")]);
    state.untrack("a");
    assert_eq!(pending(&state), []);
}

#[test]
fn the_end_of_a_run_without_all_its_events_is_unexplained() {
    let mut state = InstanceState::default();
    let message = |kind: &str| TaskEvent::Message {
        kind: kind.into(),
        data: json!({}),
    };
    state.track_recovered(held("a", "a"), None, true, RunNodes::default());
    track(&mut state, "b", "b", 2.0);
    for kind in ["execution_start", "execution_success"] {
        state.report_of("b").unwrap().add(message(kind));
    }
    assert!(!state.has_unexplained_end());
    let end = message("execution_success");
    state.report_of("a").unwrap().add(end);
    assert!(state.has_unexplained_end());
}

#[test]
fn no_snapshot_is_needed_while_every_announced_task_is_ours() {
    let mut state = InstanceState::default();
    assert!(!state.knows_queue(), "nothing was announced yet");
    assert!(!state.set_announced(0));
    state.track_offered(held("a", "a"), "client");
    // The task may be announced before the instance answers.
    assert!(!state.set_announced(1));
    accept(&mut state, "a", 1.0);
    assert!(state.knows_queue());
    track(&mut state, "b", "b", 2.0);
    assert!(!state.knows_queue(), "its task was not announced yet");
    assert!(!state.set_announced(2));
    assert!(state.set_announced(3), "one task is somebody else's");
}

#[test]
fn tasks_of_others_are_gone_once_only_ours_are_announced() {
    let mut state = InstanceState::default();
    track(&mut state, "a", "a", 1.0);
    let queue = Queue {
        running: vec![task(0.0, "theirs")],
        pending: vec![task(1.0, "a")],
    };
    state.apply_snapshot(queue, &["a".into()]);
    assert_eq!(state.foreign(), 1);
    assert!(!state.set_announced(1));
    assert_eq!((state.foreign(), state.load()), (0, 1));
}

#[test]
fn after_a_new_connection_a_snapshot_is_needed_until_it_shows_our_runs() {
    let mut state = InstanceState::default();
    track(&mut state, "a", "a", 1.0);
    started(&mut state, "a");
    state.set_connected("another");
    assert!(state.set_announced(1));
    let queue = Queue {
        running: vec![task(1.0, "a")],
        pending: vec![],
    };
    state.apply_snapshot(queue, &["a".into()]);
    assert!(state.knows_queue());
    // Its outputs may have been announced in between.
    assert!(state.run("a").unwrap().report.entry().is_none());
}

#[test]
fn an_unwanted_task_is_reported_until_it_is_gone() {
    let mut state = InstanceState::default();
    track(&mut state, "a", "a", 1.0);
    state.withdraw_later("a");
    assert!(!accept(&mut state, "a", 1.0), "it is no longer tracked");
    let queue = |running| Queue {
        running,
        pending: vec![],
    };
    for _ in 0..2 {
        let changes = state.apply_snapshot(queue(vec![task(1.0, "a")]), &[]);
        assert_eq!(changes, [("a".to_owned(), RunChange::Unwanted)]);
    }
    let changes = state.apply_snapshot(queue(vec![]), &[]);
    assert_eq!(changes, [("a".to_owned(), RunChange::Withdrawn)]);
    assert!(
        state
            .apply_snapshot(queue(vec![task(1.0, "a")]), &[])
            .is_empty()
    );
}

#[test]
fn runs_that_left_the_queue_are_named_in_its_order() {
    let mut state = InstanceState::default();
    for number in [3, 1, 4, 2] {
        track(&mut state, &number.to_string(), "a", f64::from(number));
    }
    let expected = state.expected();
    assert_eq!(expected, ["1", "2", "3", "4"]);
    assert_eq!(state.tracked(), expected);
    let changes = state.apply_snapshot(Queue::default(), &expected);
    let left: Vec<&String> = changes.iter().map(|(id, _)| id).collect();
    assert_eq!(left, ["1", "2", "3", "4"]);
}
