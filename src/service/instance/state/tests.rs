use super::*;

fn task(number: f64, id: &str) -> Task {
    Task {
        number,
        id: id.into(),
    }
}

#[test]
fn a_run_counts_once_from_its_reservation_on() {
    let mut state = InstanceState {
        reserved: HashSet::from(["a".into(), "b".into()]),
        ..InstanceState::default()
    };
    state.track_accepted("a", "a", 1.0);
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
    state.track_accepted("a", "a", 1.0);
    let changes = state.apply_snapshot(Queue::default(), &expected);
    assert!(changes.is_empty());
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

#[test]
fn a_run_missing_from_the_snapshot_has_left_the_queue() {
    let mut state = InstanceState::default();
    state.track_accepted("a", "a", 1.0);
    let expected = state.expected();
    let changes = state.apply_snapshot(Queue::default(), &expected);
    assert_eq!(changes["a"], RunChange::LeftQueue);
}

#[test]
fn a_run_starts_once() {
    let mut state = InstanceState::default();
    state.track_accepted("a", "run", 1.0);
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
    state.track_accepted("a", "a", 1.0);
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

fn step(value: u32) -> Option<RunProgress> {
    Some(RunProgress {
        value,
        max: 20,
        node: None,
    })
}

#[test]
fn a_run_has_the_progress_reported_last() {
    let mut state = InstanceState::default();
    state.track_accepted("a", "run", 1.0);
    assert_eq!(state.progress("a"), None);
    state.set_progress("a", step(1));
    state.set_progress("a", step(2));
    assert_eq!(state.progress("a"), step(2));
}

#[test]
fn a_run_that_is_settling_or_offline_has_no_progress() {
    let mut state = InstanceState::default();
    state.track_accepted("a", "run", 1.0);
    state.track_accepted("b", "other", 2.0);
    state.set_progress("a", step(1));
    state.set_progress("b", step(1));
    state.claim("a").unwrap();
    assert_eq!((state.progress("a"), state.progress("b")), (None, step(1)));
    state.set_offline();
    assert_eq!(state.progress("b"), None);
}

#[test]
fn the_progress_of_an_untracked_task_is_ignored() {
    let mut state = InstanceState::default();
    state.set_progress("theirs", step(1));
    assert_eq!(state.progress("theirs"), None);
}
