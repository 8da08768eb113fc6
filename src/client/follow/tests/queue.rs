use api::QueueAnswer;

use super::{Driven, INTERVAL, error, silence};
use crate::follow::{Action, Timer};

/// A queue with these running and pending tasks at one instance, and this `meta`.
fn queue(running: &str, pending: &str, meta: &str) -> QueueAnswer {
    let body = format!(
        r#"{{"data":[{{"comfy_uri":"http://a","queue":{{"queue_running":[{running}],"queue_pending":[{pending}]}}}}],"meta":{{{meta}}}}}"#
    );
    api::decode::queue_answer(body.as_bytes()).unwrap()
}

/// A follower of a run at a deployment without details, which reads the queue.
fn by_queue() -> Driven {
    let mut run = Driven::new(false);
    run.asks();
    has_no_detail(&mut run);
    run
}

/// Answers that there is no detail.
fn has_no_detail(run: &mut Driven) {
    let missing = error(404, r#"{"detail":"Not Found"}"#);
    assert!(run.follower.no_detail(&missing));
    assert_eq!(run.asks(), ["ReadQueue"]);
}

/// Takes the next queue. Returns the place that was reported.
fn place(run: &mut Driven, queue: &QueueAnswer) -> Option<(Option<u32>, Option<String>)> {
    run.follower.queue(queue);
    let mut place = None;
    while let Some(action) = run.follower.next_action() {
        if let Action::Report(seen) = action {
            place = Some((seen.run.moment.position, seen.run.instance.clone()));
            run.reported
                .extend(seen.changes.iter().map(super::reported));
            if seen.has_ended {
                run.reported.push("ended".to_owned());
            }
        }
    }
    run.passes(Timer::Look);
    place
}

#[test]
fn without_details_the_run_is_followed_in_the_queue() {
    let mut run = by_queue();
    let at = |position| Some((Some(position), Some("http://a".to_owned())));
    assert_eq!(
        place(&mut run, &queue("", r#"[2,"run-1"],[1,"x"]"#, "")),
        at(2)
    );
    assert_eq!(place(&mut run, &queue("", r#"[2,"run-1"]"#, "")), at(1));
    assert_eq!(place(&mut run, &queue("", r#"[2,"run-1"]"#, "")), at(1));
    assert_eq!(place(&mut run, &queue(r#"[2,"run-1"]"#, "", "")), at(0));
    let reported = [
        "queue state pending",
        "queue moment pending",
        "queue state running",
    ];
    assert_eq!(run.reported(), reported);
}

#[test]
fn a_run_that_is_gone_from_three_queues_has_ended_unknown_how() {
    let mut run = by_queue();
    place(&mut run, &queue(r#"[2,"run-1"]"#, "", ""));
    for _ in 0..2 {
        assert_eq!(place(&mut run, &queue("", "", "")), None);
    }
    place(&mut run, &queue(r#"[2,"run-1"]"#, "", ""));
    for _ in 0..3 {
        place(&mut run, &queue("", "", ""));
    }
    assert_eq!(
        run.reported(),
        ["queue state running", "queue state unknown", "ended"]
    );
}

#[test]
fn a_run_that_waits_in_the_service_has_its_place_there() {
    let mut run = by_queue();
    let own = r#""waiting":{"count":5,"ids":["x","run-1"],"own":[{"id":"run-1","position":4}]}"#;
    assert_eq!(place(&mut run, &queue("", "", own)), Some((Some(4), None)));
    let listed = r#""waiting":{"count":5,"ids":["x","run-1"],"own":[{"id":"run-1"}]}"#;
    assert_eq!(
        place(&mut run, &queue("", "", listed)),
        Some((Some(2), None))
    );
}

#[test]
fn a_queue_that_cannot_be_read_is_no_news() {
    let mut run = by_queue();
    assert!(run.follower.no_queue(&silence()));
    assert_eq!(run.asks(), [format!("Look {INTERVAL}")]);
    run.passes(Timer::Look);
    assert_eq!(run.asks(), ["stop Look", "ReadDetail"]);
    has_no_detail(&mut run);
    assert!(!run.follower.no_queue(&error(401, "")));
}
