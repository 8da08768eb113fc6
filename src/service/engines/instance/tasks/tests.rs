use serde_json::{Value, json};

use super::*;
use crate::engines::instance::{accepted, held};
use crate::engines::node_progress::RunNodes;
use api::Task;
use run_core::TaskEvent;

/// Tracks a run that the instance has accepted.
fn track(tasks: &Tasks, prompt_id: &str, run_id: &str, number: f64) {
    tasks.track_offered(held(run_id, prompt_id), "client");
    assert!(accept(tasks, prompt_id, number));
}

fn accept(tasks: &Tasks, prompt_id: &str, number: f64) -> bool {
    tasks.track_accepted(prompt_id, &accepted(prompt_id, number), RunNodes::default())
}

/// The changes of runs that a snapshot shows.
fn snapshot(tasks: &Tasks, queue: Queue, expected: &[String]) -> Vec<(String, RunChange)> {
    tasks.apply_snapshot(queue, expected).of_runs
}

fn task(number: f64, id: &str) -> Task {
    Task {
        number,
        id: id.into(),
    }
}

#[test]
fn a_run_counts_once_from_its_hand_over_on() {
    let tasks = Tasks::default();
    tasks.track_offered(held("b", "b"), "client");
    track(&tasks, "a", "a", 1.0);
    assert_eq!(tasks.known().load(), 2);
    let expected = tasks.runs().expected();
    snapshot(
        &tasks,
        Queue {
            running: vec![task(1.0, "a")],
            pending: vec![task(2.0, "x")],
        },
        &expected,
    );
    assert_eq!(tasks.known().load(), 3);
}

#[test]
fn a_run_accepted_after_the_snapshot_request_stays_in_the_queue() {
    let tasks = Tasks::default();
    let expected = tasks.runs().expected();
    track(&tasks, "a", "a", 1.0);
    let changes = snapshot(&tasks, Queue::default(), &expected);
    assert!(changes.is_empty());
    assert_eq!(tasks.known().queue.pending, [task(1.0, "a")]);
}

#[test]
fn a_run_missing_from_the_snapshot_has_left_the_queue() {
    let tasks = Tasks::default();
    track(&tasks, "a", "a", 1.0);
    let expected = tasks.runs().expected();
    let changes = snapshot(&tasks, Queue::default(), &expected);
    assert_eq!(changes, [("a".to_owned(), RunChange::LeftQueue)]);
}

#[test]
fn a_run_starts_once() {
    let tasks = Tasks::default();
    track(&tasks, "a", "run", 1.0);
    assert_eq!(tasks.mark_started("a"), Some(held("run", "a")));
    assert_eq!(tasks.mark_started("a"), None);
    let expected = tasks.runs().expected();
    let queue = Queue {
        running: vec![task(1.0, "a")],
        pending: vec![],
    };
    assert!(snapshot(&tasks, queue, &expected).is_empty());
}

#[test]
fn a_run_that_a_snapshot_showed_before_its_acceptance_is_listed_once() {
    let tasks = Tasks::default();
    let queue = Queue {
        running: vec![],
        pending: vec![task(1.0, "a")],
    };
    snapshot(&tasks, queue, &[]);
    track(&tasks, "a", "a", 1.0);
    assert_eq!(tasks.known().queue.pending, [task(1.0, "a")]);
}

fn started(tasks: &Tasks, prompt_id: &str) {
    let message = TaskEvent::Message {
        kind: "execution_start".into(),
        data: Value::Null,
    };
    tasks.add_event(prompt_id, message);
}

#[test]
fn the_queue_of_an_offline_instance_has_our_runs_until_they_go_elsewhere() {
    let tasks = Tasks::default();
    track(&tasks, "a", "a", 1.0);
    tasks.change(|known| known.queue.pending.push(task(2.0, "somebody else's")));
    tasks.set_offline();
    let pending = |tasks: &Tasks| tasks.known().queue().pending;
    assert_eq!(pending(&tasks), [task(1.0, "a")]);
    tasks.untrack("a");
    assert_eq!(pending(&tasks), []);
}

#[test]
fn the_end_of_a_run_without_all_its_events_is_unexplained() {
    let tasks = Tasks::default();
    let message = |kind: &str| TaskEvent::Message {
        kind: kind.into(),
        data: json!({}),
    };
    tasks.track_recovered(held("a", "a"), None, true, RunNodes::default());
    track(&tasks, "b", "b", 2.0);
    for kind in ["execution_start", "execution_success"] {
        tasks.add_event("b", message(kind));
    }
    assert!(!tasks.runs().has_unexplained_end());
    let end = message("execution_success");
    tasks.add_event("a", end);
    assert!(tasks.runs().has_unexplained_end());
}

#[test]
fn no_snapshot_is_needed_while_every_announced_task_is_ours() {
    let tasks = Tasks::default();
    assert!(!tasks.known().knows_queue(), "nothing was announced yet");
    assert!(!tasks.set_announced(Some(0)));
    tasks.track_offered(held("a", "a"), "client");
    // The task may be announced before the instance answers.
    assert!(!tasks.set_announced(Some(1)));
    accept(&tasks, "a", 1.0);
    assert!(tasks.known().knows_queue());
    track(&tasks, "b", "b", 2.0);
    assert!(
        !tasks.known().knows_queue(),
        "its task was not announced yet"
    );
    assert!(!tasks.set_announced(Some(2)));
    assert!(tasks.set_announced(Some(3)), "one task is somebody else's");
}

#[test]
fn tasks_of_others_are_gone_once_only_ours_are_announced() {
    let tasks = Tasks::default();
    track(&tasks, "a", "a", 1.0);
    let queue = Queue {
        running: vec![task(0.0, "theirs")],
        pending: vec![task(1.0, "a")],
    };
    snapshot(&tasks, queue, &["a".into()]);
    assert_eq!(tasks.known().foreign(), 1);
    assert!(!tasks.set_announced(Some(1)));
    assert_eq!((tasks.known().foreign(), tasks.known().load()), (0, 1));
}

#[test]
fn after_a_new_connection_a_snapshot_is_needed_until_it_shows_our_runs() {
    let tasks = Tasks::default();
    track(&tasks, "a", "a", 1.0);
    started(&tasks, "a");
    tasks.set_connected("another");
    assert!(tasks.set_announced(Some(1)));
    let queue = Queue {
        running: vec![task(1.0, "a")],
        pending: vec![],
    };
    snapshot(&tasks, queue, &["a".into()]);
    assert!(tasks.known().knows_queue());
    // Its outputs may have been announced in between.
    assert!(tasks.runs().get("a").unwrap().report.entry().is_none());
}

#[test]
fn an_unwanted_task_is_reported_until_it_is_gone() {
    let tasks = Tasks::default();
    track(&tasks, "a", "a", 1.0);
    tasks.withdraw_later("a");
    assert!(!accept(&tasks, "a", 1.0), "it is no longer tracked");
    let queue = |running| Queue {
        running,
        pending: vec![],
    };
    for _ in 0..2 {
        let changes = snapshot(&tasks, queue(vec![task(1.0, "a")]), &[]);
        assert_eq!(changes, [("a".to_owned(), RunChange::Unwanted)]);
    }
    let changes = snapshot(&tasks, queue(vec![]), &[]);
    assert_eq!(changes, [("a".to_owned(), RunChange::Withdrawn)]);
    assert!(snapshot(&tasks, queue(vec![task(1.0, "a")]), &[]).is_empty());
}

#[test]
fn runs_that_left_the_queue_are_named_in_its_order() {
    let tasks = Tasks::default();
    for number in [3, 1, 4, 2] {
        track(&tasks, &number.to_string(), "a", f64::from(number));
    }
    let expected = tasks.runs().expected();
    assert_eq!(expected, ["1", "2", "3", "4"]);
    assert_eq!(tasks.runs().unsettled_ids(), expected);
    let changes = snapshot(&tasks, Queue::default(), &expected);
    let left: Vec<&String> = changes.iter().map(|(id, _)| id).collect();
    assert_eq!(left, ["1", "2", "3", "4"]);
}

#[test]
fn what_a_reader_has_stays_as_it_was() {
    let tasks = Tasks::default();
    track(&tasks, "a", "a", 1.0);
    let (known, runs) = (tasks.known(), tasks.runs());
    tasks.untrack("a");
    assert_eq!((known.runs().count(), known.foreign()), (1, 0));
    assert_eq!((runs.count(), tasks.runs().count()), (1, 0));
}

/// Repeats changes in one thread and checks what another one reads meanwhile.
fn check_during(changes: impl Fn(&Tasks) + Sync, is_right: impl Fn(&KnownTasks) -> bool) {
    let tasks = Tasks::default();
    std::thread::scope(|scope| {
        let changing = scope.spawn(|| (0..5000).for_each(|_| changes(&tasks)));
        while !changing.is_finished() {
            let known = tasks.known();
            assert!(is_right(&known), "{known:?}");
        }
    });
}

#[test]
fn no_reader_sees_a_task_of_ours_without_its_run() {
    let changes = |tasks: &Tasks| {
        track(tasks, "a", "a", 1.0);
        tasks.mark_started("a");
        tasks.untrack("a");
    };
    check_during(changes, |known| {
        known.foreign() == 0 && known.load() == known.runs().count()
    });
}

#[test]
fn no_reader_sees_a_snapshot_without_what_it_shows_of_our_runs() {
    let changes = |tasks: &Tasks| {
        track(tasks, "a", "a", 1.0);
        let running = vec![task(1.0, "a")];
        let pending = vec![];
        snapshot(tasks, Queue { running, pending }, &["a".to_owned()]);
        tasks.withdraw_later("a");
        snapshot(tasks, Queue::default(), &[]);
    };
    check_during(changes, |known| {
        let is_running = known.queue.running.len() == 1;
        known.runs().running().is_some() == is_running
            && known.to_withdraw.len() + known.runs().count() <= 1
    });
}
