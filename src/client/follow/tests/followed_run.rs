//! A run that is followed with a stream that brings the events of all runs, and with queues that arrive unasked.

use api::{RunEvent, RunStatus, StreamMessage};

use super::{RUN, detail_of, error};
use crate::follow::{Action, FollowedRun, Place, Waits};

const WAITS: Waits = Waits {
    interval: 1000,
    check: 5000,
};

fn followed() -> FollowedRun {
    let mut run = FollowedRun::new(RUN, WAITS);
    run.look();
    assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
    run
}

/// A followed run whose detail says that it is pending, while events arrive.
fn live() -> FollowedRun {
    let mut run = followed();
    run.detail(&detail_of(r#""status":"pending""#));
    run.go_live(false);
    asks(&mut run);
    run
}

/// What it asks for; a report as the status, and “ended” if it has.
fn asks(run: &mut FollowedRun) -> Vec<String> {
    let mut asked = Vec::new();
    while let Some(action) = run.next_action() {
        asked.push(match action {
            Action::Report(seen) if seen.has_ended => format!("ended {}", seen.run.status.name()),
            Action::Report(seen) => seen.run.status.name().to_owned(),
            Action::Set(timer, ms) => format!("{timer:?} {ms}"),
            Action::Stop(timer) => format!("stop {timer:?}"),
            other => format!("{other:?}"),
        });
    }
    asked
}

fn event(status: &str) -> RunEvent {
    let data = format!(r#"{{"run_id":"{RUN}","status":"{status}"}}"#);
    match StreamMessage::read("state", &data) {
        Some(StreamMessage::Run(event)) => *event,
        other => panic!("{other:?}"),
    }
}

fn place(position: u32) -> Option<Place> {
    let status = match position {
        0 => RunStatus::Running,
        _ => RunStatus::Pending,
    };
    Some(Place {
        status,
        position,
        instance: Some("http://a".to_owned()),
    })
}

#[test]
fn while_events_arrive_the_detail_is_read_only_when_they_say_nothing() {
    let mut run = live();
    run.event(event("running"));
    assert_eq!(asks(&mut run), ["running", "Look 5000"]);
    run.look();
    assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
    run.detail(&detail_of(r#""status":"running""#));
    assert_eq!(asks(&mut run), ["running", "Look 5000"]);
}

#[test]
fn events_that_may_have_been_missed_are_looked_for() {
    let mut run = live();
    run.go_live(true);
    assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
}

#[test]
fn a_detail_that_was_asked_for_before_events_arrived_is_read_again() {
    let mut run = followed();
    run.go_live(true);
    assert_eq!(asks(&mut run), [""; 0]);
    run.detail(&detail_of(r#""status":"pending""#));
    assert_eq!(asks(&mut run), ["pending", "stop Look", "ReadDetail"]);
    run.detail(&detail_of(r#""status":"running""#));
    assert_eq!(asks(&mut run), ["running", "Look 5000"]);
}

#[test]
fn an_end_is_confirmed_by_the_detail() {
    let mut run = live();
    run.event(event("completed"));
    assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
    run.detail(&detail_of(r#""status":"running""#));
    assert_eq!(asks(&mut run), ["running", "Look 1000"]);
    run.look();
    run.detail(&detail_of(r#""status":"completed""#));
    let ends = ["stop Look", "ReadDetail", "ended completed", "End"];
    assert_eq!(asks(&mut run), ends);
    run.event(event("running"));
    run.detail(&detail_of(r#""status":"running""#));
    run.place(place(0));
    run.look();
    run.go_live(true);
    run.lose();
    run.wait();
    assert_eq!(asks(&mut run), [""; 0], "it has ended");
}

#[test]
fn an_end_without_a_detail_is_as_the_event_says() {
    let mut run = live();
    run.event(event("failed"));
    assert!(run.no_detail(&error(404, "")));
    let ends = ["stop Look", "ReadDetail", "ended failed", "End"];
    assert_eq!(asks(&mut run), ends);
}

#[test]
fn when_events_stop_it_polls_after_a_while() {
    let mut run = live();
    run.lose();
    assert_eq!(asks(&mut run), ["Look 4000"]);
    run.lose();
    assert_eq!(asks(&mut run), [""; 0], "none arrived");
}

#[test]
fn a_run_that_waits_in_a_queue_is_not_polled() {
    let mut run = followed();
    run.detail(&detail_of(r#""status":"pending""#));
    asks(&mut run);
    for position in [2, 1] {
        run.place(place(position));
        assert_eq!(asks(&mut run), ["pending", "Look 60000"]);
    }
    run.place(place(0));
    assert_eq!(asks(&mut run), ["running", "stop Look", "ReadDetail"]);
}

#[test]
fn a_run_that_leaves_the_queue_is_looked_at() {
    let mut run = followed();
    run.detail(&detail_of(r#""status":"pending""#));
    run.place(place(1));
    asks(&mut run);
    run.place(None);
    assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
    run.detail(&detail_of(r#""status":"completed""#));
    assert_eq!(asks(&mut run), ["ended completed", "End"]);
}

#[test]
fn while_events_arrive_a_queue_only_sets_when_it_is_checked() {
    let mut run = live();
    run.place(place(1));
    asks(&mut run);
    run.place(place(0));
    assert_eq!(asks(&mut run), ["running", "Look 5000"]);
    run.place(None);
    assert_eq!(asks(&mut run), ["Look 5000"]);
}

#[test]
fn the_queue_notices_earlier_that_a_run_has_started() {
    let mut run = followed();
    run.place(place(0));
    run.detail(&detail_of(r#""status":"pending""#));
    run.go_live(false);
    run.event(event("pending"));
    assert_eq!(asks(&mut run), ["running", "running", "Look 1000"]);
    run.place(place(1));
    assert_eq!(asks(&mut run), ["pending", "Look 60000"], "it waits again");
}

#[test]
fn with_details_a_run_that_no_queue_has_is_not_given_up() {
    let mut run = followed();
    run.detail(&detail_of(r#""status":"running""#));
    asks(&mut run);
    for _ in 0..9 {
        run.place(None);
    }
    assert_eq!(asks(&mut run), [""; 0]);
}

#[test]
fn without_details_a_run_that_left_the_queue_is_unknown() {
    let mut run = FollowedRun::new(RUN, WAITS);
    run.has_no_details();
    run.look();
    assert_eq!(asks(&mut run), ["stop Look", "ReadQueue"]);
    run.place(place(0));
    run.place(None);
    run.place(None);
    assert!(!run.has_ended());
    run.place(None);
    assert!(run.has_ended());
}

#[test]
fn a_detail_that_was_asked_for_too_early_is_asked_for_again() {
    let mut run = followed();
    for _ in 0..2 {
        assert!(run.no_detail(&error(404, "")));
        assert_eq!(asks(&mut run), ["ReadQueue"]);
        run.place(place(1));
        asks(&mut run);
        run.look();
        assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
    }
    run.detail(&detail_of(r#""status":"running""#));
    assert_eq!(asks(&mut run), ["running", "Look 1000"]);
}

#[test]
fn a_detail_that_is_never_found_is_not_asked_for_any_more() {
    let mut run = followed();
    for _ in 0..3 {
        assert!(run.no_detail(&error(404, "")));
        run.place(place(1));
        asks(&mut run);
        run.look();
    }
    assert_eq!(asks(&mut run), ["stop Look", "ReadQueue"]);
}

#[test]
fn a_detail_that_was_found_once_is_asked_for_again_and_again() {
    let mut run = followed();
    run.detail(&detail_of(r#""status":"running""#));
    for _ in 0..5 {
        run.look();
        assert!(run.no_detail(&error(404, "")));
        run.place(place(0));
        asks(&mut run);
    }
    run.look();
    assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
}

#[test]
fn a_queue_that_is_not_found_may_be_found_after_a_restart() {
    let mut run = followed();
    run.detail(&detail_of(r#""status":"running""#));
    let mut is_followed = Vec::new();
    for _ in 0..3 {
        run.look();
        run.no_detail(&error(404, ""));
        is_followed.push(run.no_queue(&error(404, "")));
    }
    assert_eq!(is_followed, [true, true, false]);
    let mut unseen = followed();
    unseen.no_detail(&error(404, ""));
    assert!(!unseen.no_queue(&error(404, "")), "nothing was ever seen");
}

#[test]
fn a_queue_that_does_not_arrive_is_not_waited_for() {
    let mut run = followed();
    run.no_detail(&error(404, ""));
    asks(&mut run);
    run.look_without_queue();
    assert_eq!(asks(&mut run), ["stop Look", "ReadDetail"]);
}

#[test]
fn a_detail_that_an_event_has_overtaken_says_nothing() {
    let mut run = live();
    run.look();
    run.event(event("running"));
    run.detail(&detail_of(r#""status":"pending""#));
    let asked = ["stop Look", "ReadDetail", "running", "Look 5000"];
    assert_eq!(asks(&mut run), asked);
    run.look();
    run.event(event("pending"));
    run.detail(&detail_of(r#""status":"completed""#));
    let asked = [
        "stop Look",
        "ReadDetail",
        "pending",
        "ended completed",
        "End",
    ];
    assert_eq!(asks(&mut run), asked, "an end is never older");
}
