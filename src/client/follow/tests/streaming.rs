use api::RunEventKind;

use super::{Driven, INTERVAL, RUN, detail_of, error, event, moment, silence, state};
use crate::follow::{Action, Timer};

/// What a follower asks for when no stream is opened any more.
const POLLS_ALONE: [&str; 4] = ["Close", "stop Stream", "stop Look", "ReadDetail"];

/// A follower whose stream is open.
fn streaming() -> Driven {
    let mut run = Driven::new(true);
    assert_eq!(run.asks(), ["open", "Stream 40000", "Look 4000"]);
    run.opened();
    assert_eq!(run.asks(), ["Stream 40000"]);
    run
}

#[test]
fn a_run_is_followed_by_its_events_and_its_end_is_confirmed() {
    let mut run = streaming();
    for (number, status) in [(1, "pending"), (2, "running")] {
        run.arrives(&state(number, status));
        assert_eq!(run.asks(), ["Stream 40000", "Look 60000"]);
    }
    run.arrives(&event("outputs", 3, r#""outputs":[{"filename":"a.png"}]"#));
    run.arrives(&state(4, "completed"));
    let asked = run.asks();
    assert_eq!(
        asked[asked.len() - 4..],
        ["Close", "stop Stream", "stop Look", "ReadDetail"]
    );
    run.reads(r#""status":"completed","outputs":[{"filename":"a.png"}]"#);
    let reported = [
        "events state pending",
        "events state running",
        "events outputs running",
        "events state completed",
        "ended",
    ];
    assert_eq!(run.reported(), reported);
    assert_eq!(run.follower.next_action(), None);
}

#[test]
fn the_confirmed_end_has_the_number_and_time_of_its_event() {
    let mut run = streaming();
    run.arrives(&state(1, "running"));
    run.arrives(&event(
        "state",
        9,
        r#""status":"failed","at":"2026-11-27T17:10:00Z""#,
    ));
    run.asks();
    run.reads(r#""status":"failed","error":"no memory""#);
    let Some(Action::Report(seen)) = run.follower.next_action() else {
        panic!("it reports the end");
    };
    let last = seen.changes.last().unwrap();
    assert_eq!(
        (last.number, last.at.as_deref()),
        (Some(9), Some("2026-11-27T17:10:00Z"))
    );
    assert_eq!(last.run.error.as_deref(), Some("no memory"));
    assert!(seen.has_ended);
}

#[test]
fn an_end_that_the_detail_does_not_have_yet_is_polled_for() {
    let mut run = streaming();
    run.arrives(&state(1, "running"));
    run.arrives(&state(2, "completed"));
    run.asks();
    run.reads(r#""status":"running""#);
    assert_eq!(run.asks(), [format!("Look {INTERVAL}")]);
    run.passes(Timer::Look);
    assert!(run.follower.no_detail(&silence()));
    run.passes(Timer::Look);
    run.reads(r#""status":"completed""#);
    assert_eq!(
        run.reported(),
        ["events state running", "events state completed", "ended"]
    );
}

#[test]
fn without_details_an_end_by_an_event_counts() {
    let mut run = streaming();
    run.arrives(&state(1, "running"));
    run.arrives(&state(2, "failed"));
    assert!(run.follower.no_detail(&error(404, "")));
    assert_eq!(
        run.reported(),
        ["events state running", "events state failed", "ended"]
    );
}

#[test]
fn events_in_an_odd_order_change_nothing_backwards() {
    let mut run = streaming();
    run.arrives(&moment(r#""position":1"#));
    run.arrives(&event("state", 5, r#""status":"running","attempts":2"#));
    run.arrives(&state(4, "pending"));
    run.arrives(&event("attempt", 5, r#""attempts":2"#));
    run.arrives(&state(7, "running"));
    run.arrives(&event("outputs", 8, r#""outputs":[{"filename":"a.png"}]"#));
    run.arrives(&event("outputs", 9, r#""outputs":[{"filename":"a.png"}]"#));
    let reported = [
        "events moment unknown",
        "events state running",
        "events outputs running",
    ];
    assert_eq!(run.reported(), reported);
}

#[test]
fn a_run_that_is_given_to_an_engine_again_runs_on() {
    let mut run = streaming();
    run.arrives(&event("state", 1, r#""status":"running","attempts":1"#));
    run.arrives(&event("attempt", 2, r#""attempts":2"#));
    assert_eq!(
        run.reported(),
        ["events state running", "events attempt running"]
    );
}

#[test]
fn other_events_and_other_runs_say_nothing() {
    let mut run = streaming();
    run.arrives("event: ready\ndata: {\"runs\":1}\n\nevent: news\ndata: 7\n\n");
    run.arrives("event: state\ndata: {\"run_id\":\"run-2\",\"status\":\"failed\"}\n\n");
    assert_eq!(run.asks(), ["Stream 40000", "Stream 40000"]);
    assert_eq!(run.reported(), [""; 0]);
}

#[test]
fn an_event_that_cannot_be_read_ends_the_stream() {
    for data in ["{", "7", "{}"] {
        let mut run = streaming();
        run.arrives(&format!("event: state\ndata: {data}\n\n"));
        let asked = [
            "Stream 40000",
            "Close",
            "stop Stream",
            "stop Look",
            "ReadDetail",
        ];
        assert_eq!(run.asks(), asked, "{data}");
    }
}

#[test]
fn an_event_that_never_ends_ends_the_stream() {
    let mut run = streaming();
    run.arrives(&"x".repeat((1 << 20) + 1));
    let asked = [
        "Stream 40000",
        "Close",
        "stop Stream",
        "stop Look",
        "ReadDetail",
    ];
    assert_eq!(run.asks(), asked);
}

#[test]
fn the_run_is_polled_while_its_stream_says_nothing() {
    let mut run = streaming();
    run.passes(Timer::Look);
    assert_eq!(run.asks(), ["stop Look", "ReadDetail"]);
    run.reads(r#""status":"running""#);
    assert_eq!(run.asks(), [format!("Look {INTERVAL}")]);
    run.arrives(&state(1, "running"));
    assert_eq!(run.asks(), ["Stream 40000"]);
    assert_eq!(run.reported, ["detail state running"]);
}

#[test]
fn a_stream_that_breaks_goes_on_after_its_last_event() {
    let mut run = streaming();
    run.arrives(&state(1, "pending"));
    run.asks();
    run.closes();
    assert_eq!(run.asks(), ["Close", "Stream 500", "Look 4000"]);
    run.passes(Timer::Stream);
    assert_eq!(run.asks(), ["open 1", "Stream 40000"]);
    run.opened();
    run.arrives(&state(1, "pending"));
    run.arrives(&state(2, "running"));
    assert_eq!(
        run.reported(),
        ["events state pending", "events state running"]
    );
}

#[test]
fn a_stream_that_says_nothing_new_is_checked() {
    let mut run = streaming();
    run.arrives(&state(1, "running"));
    run.asks();
    for piece in [": \n\n", &state(1, "running")] {
        run.arrives(piece);
        assert_eq!(run.asks(), ["Stream 40000"], "the check is not put off");
    }
}

#[test]
fn a_piece_without_an_event_shows_that_a_resumed_stream_works() {
    let mut run = streaming();
    run.arrives(&state(1, "pending"));
    run.closes();
    run.passes(Timer::Stream);
    run.opened();
    run.asks();
    run.arrives(": \n\n");
    assert_eq!(run.asks(), ["Stream 40000"]);
    run.passes(Timer::Look);
    assert!(run.follower.no_detail(&error(404, "")));
    assert_eq!(run.asks(), ["stop Look", "ReadDetail", "Look 60000"]);
}

#[test]
fn a_stream_from_which_nothing_arrives_is_broken() {
    let mut run = streaming();
    run.arrives(&state(1, "pending"));
    run.asks();
    run.passes(Timer::Stream);
    assert_eq!(run.asks(), ["Close", "Stream 500", "Look 4000"]);
    run.closes();
    assert_eq!(run.asks(), [""; 0], "it was closed before");
}

#[test]
fn a_proxy_that_holds_back_events_is_not_trusted() {
    let mut run = streaming();
    run.passes(Timer::Look);
    run.reads(r#""status":"running""#);
    run.asks();
    run.now = 6000.0;
    run.arrives(&state(1, "pending"));
    assert_eq!(run.asks(), ["Stream 40000", "Close", "Stream 500"]);
    assert_eq!(run.reported(), ["detail state running"]);
}

#[test]
fn a_working_stream_without_events_is_checked() {
    let mut run = streaming();
    run.arrives(&state(1, "running"));
    run.asks();
    run.passes(Timer::Look);
    assert_eq!(run.asks(), ["stop Look", "ReadDetail"]);
    run.reads(r#""status":"running""#);
    assert_eq!(run.asks(), ["Look 60000"]);
    run.passes(Timer::Look);
    run.reads(r#""status":"completed""#);
    assert_eq!(
        run.reported(),
        ["events state running", "detail state completed", "ended"]
    );
}

#[test]
fn a_deployment_without_details_is_not_checked_in_its_queue_while_the_stream_works() {
    let mut run = streaming();
    run.arrives(&state(1, "running"));
    run.asks();
    for _ in 0..3 {
        run.passes(Timer::Look);
        assert!(run.follower.no_detail(&error(404, "")));
        assert_eq!(run.asks(), ["stop Look", "ReadDetail", "Look 60000"]);
    }
    run.passes(Timer::Look);
    assert_eq!(run.asks(), ["stop Look", "Look 60000"]);
}

#[test]
fn a_deployment_without_events_is_polled_at_once() {
    let mut run = Driven::new(true);
    run.asks();
    run.refuses(&error(404, r#"{"detail":"Not Found"}"#));
    assert_eq!(run.asks(), POLLS_ALONE);
    assert_eq!(run.follower.offers_events(), Some(false));
}

#[test]
fn a_deployment_that_has_sent_events_offers_them() {
    let mut run = streaming();
    run.closes();
    run.passes(Timer::Stream);
    run.refuses(&error(404, "<h1>Restarting</h1>"));
    assert_eq!(run.follower.offers_events(), Some(true));
}

#[test]
fn a_refused_stream_shows_nothing_about_others() {
    let mut run = Driven::new(true);
    run.asks();
    run.refuses(&error(403, ""));
    assert_eq!(run.asks(), POLLS_ALONE);
    assert_eq!(run.follower.offers_events(), None);
}

#[test]
fn a_busy_deployment_is_asked_for_the_stream_again() {
    let mut run = Driven::new(true);
    run.asks();
    let mut busy = error(503, "");
    busy.retry_after = Some(7);
    run.refuses(&busy);
    assert_eq!(run.asks(), ["Close", "Stream 7000"]);
}

#[test]
fn a_run_that_has_ended_has_no_stream() {
    let mut run = Driven::new(true);
    run.asks();
    run.follower.has_none();
    assert_eq!(run.asks(), POLLS_ALONE);
    run.reads(r#""status":"completed","outputs":[{"filename":"a.png"}]"#);
    assert_eq!(
        run.reported(),
        [
            "detail outputs completed",
            "detail state completed",
            "ended"
        ]
    );
}

#[test]
fn everything_that_is_known_is_reported_with_each_change() {
    let mut run = streaming();
    run.arrives(&event(
        "state",
        1,
        r#""status":"pending","workflow_id":"poster","group_id":"g""#,
    ));
    run.arrives(&moment(r#""position":3,"starts_in":12.5,"takes":4"#));
    run.arrives(&event("state", 2, r#""status":"running","attempts":1"#));
    let mut seen = Vec::new();
    while let Some(action) = run.follower.next_action() {
        if let Action::Report(observation) = action {
            seen.extend(observation.changes);
        }
    }
    let [first, waits, runs] = seen.as_slice() else {
        panic!("three changes");
    };
    assert_eq!(first.run.workflow_id.as_deref(), Some("poster"));
    assert_eq!(
        (waits.kind, waits.run.moment.position),
        (RunEventKind::Moment, Some(3))
    );
    assert_eq!(waits.run.moment.starts_in, Some(12.5));
    assert_eq!(runs.run.group_id.as_deref(), Some("g"));
    assert_eq!(
        (runs.run.attempts, runs.run.moment.position),
        (Some(1), None)
    );
    assert_eq!(runs.run.run_id, RUN);
}

#[test]
fn an_unknown_status_of_a_detail_is_reported() {
    let mut run = Driven::new(false);
    run.follower.detail(&detail_of(r#""status":"resting""#));
    assert_eq!(run.reported(), ["detail state unknown"]);
}
