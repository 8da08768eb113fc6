use super::*;

fn task(number: f64, id: &str) -> Task {
    Task {
        number,
        id: id.into(),
    }
}

#[test]
fn a_run_counts_from_its_acceptance_and_only_once() {
    let mut state = State {
        reserved: HashSet::from(["a".into(), "b".into()]),
        ..State::default()
    };
    state.accept("a", "a", 1.0);
    assert_eq!(state.load(), 2);
    let watched = state.watched();
    state.absorb(
        Queue {
            running: vec![task(1.0, "a")],
            pending: vec![task(2.0, "x")],
        },
        &watched,
    );
    assert_eq!(state.load(), 3);
}

#[test]
fn a_run_accepted_after_the_picture_was_asked_for_is_neither_gone_nor_hidden() {
    let mut state = State::default();
    let watched = state.watched();
    state.accept("a", "a", 1.0);
    let seen = state.absorb(Queue::default(), &watched);
    assert!(seen.is_empty());
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

#[test]
fn a_run_that_the_picture_does_not_show_is_gone() {
    let mut state = State::default();
    state.accept("a", "a", 1.0);
    let watched = state.watched();
    assert_eq!(state.absorb(Queue::default(), &watched)["a"], Seen::Gone);
}

#[test]
fn a_run_begins_once() {
    let mut state = State::default();
    state.accept("a", "run", 1.0);
    assert_eq!(state.began("a").as_deref(), Some("run"));
    assert_eq!(state.began("a"), None);
    let watched = state.watched();
    let queue = Queue {
        running: vec![task(1.0, "a")],
        pending: vec![],
    };
    assert!(state.absorb(queue, &watched).is_empty());
}

#[test]
fn a_run_that_the_picture_showed_before_its_acceptance_is_shown_once() {
    let mut state = State::default();
    let queue = Queue {
        running: vec![],
        pending: vec![task(1.0, "a")],
    };
    state.absorb(queue, &[]);
    state.accept("a", "a", 1.0);
    assert_eq!(state.queue.pending, [task(1.0, "a")]);
}

fn far(value: u32) -> Option<RunProgress> {
    Some(RunProgress {
        value,
        max: 20,
        node: None,
    })
}

#[test]
fn a_run_is_as_far_as_was_last_heard() {
    let mut state = State::default();
    state.accept("a", "run", 1.0);
    assert_eq!(state.progress("a"), None);
    state.advanced("a", far(1));
    state.advanced("a", far(2));
    assert_eq!(state.progress("a"), far(2));
}

#[test]
fn nobody_knows_how_far_a_run_is_that_ends_or_is_not_heard() {
    let mut state = State::default();
    state.accept("a", "run", 1.0);
    state.accept("b", "other", 2.0);
    state.advanced("a", far(1));
    state.advanced("b", far(1));
    state.runs.get_mut("a").unwrap().ending = true;
    assert_eq!((state.progress("a"), state.progress("b")), (None, far(1)));
    state.unheard();
    assert_eq!(state.progress("b"), None);
}

#[test]
fn the_progress_of_a_task_that_is_not_ours_is_not_kept() {
    let mut state = State::default();
    state.advanced("theirs", far(1));
    assert_eq!(state.progress("theirs"), None);
}
