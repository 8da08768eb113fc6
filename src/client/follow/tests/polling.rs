use super::{Driven, INTERVAL, error, silence};
use crate::follow::{Action, Timer};

#[test]
fn by_its_detail_a_run_has_the_same_changes() {
    let mut run = Driven::new(false);
    for detail in [
        r#""status":"pending","position":2,"attempts":0"#,
        r#""status":"pending","position":1,"attempts":0"#,
        r#""status":"pending","position":1,"attempts":0"#,
        r#""status":"running","attempts":1"#,
        r#""status":"completed","attempts":1,"outputs":[{"filename":"a.png"}]"#,
    ] {
        assert_eq!(run.asks(), ["stop Look", "ReadDetail"]);
        run.reads(detail);
        if detail.contains("completed") {
            break;
        }
        assert_eq!(run.asks(), [format!("Look {INTERVAL}")]);
        run.passes(Timer::Look);
    }
    let reported = [
        "detail state pending",
        "detail moment pending",
        "detail attempt pending",
        "detail state running",
        "detail outputs running",
        "detail state completed",
        "ended",
    ];
    assert_eq!(run.reported(), reported);
}

#[test]
fn a_failure_that_may_pass_is_no_news() {
    for failure in [silence(), error(502, ""), error(429, ""), error(408, "")] {
        let mut run = Driven::new(false);
        run.asks();
        assert!(run.follower.no_detail(&failure));
        assert_eq!(run.asks(), [format!("Look {INTERVAL}")]);
    }
}

#[test]
fn a_failure_that_stays_ends_the_following() {
    for status in [400, 401, 403, 422] {
        let mut run = Driven::new(false);
        run.asks();
        assert!(!run.follower.no_detail(&error(status, "")), "{status}");
        assert_eq!(run.asks(), [""; 0]);
    }
}

#[test]
fn new_links_are_known_without_a_change() {
    let mut run = Driven::new(false);
    let detail = |link: &str| {
        format!(r#""status":"running","outputs":[{{"filename":"a.png","url":"{link}"}}]"#)
    };
    run.reads(&detail("/old"));
    run.reported();
    run.passes(Timer::Look);
    run.asks();
    run.reads(&detail("/new"));
    let Some(Action::Report(seen)) = run.follower.next_action() else {
        panic!("a detail was seen");
    };
    assert_eq!(seen.changes, []);
    assert_eq!(seen.run.outputs[0].url.as_deref(), Some("/new"));
}

#[test]
fn a_run_that_was_removed_is_looked_for_in_the_queue() {
    let mut run = Driven::new(false);
    run.reads(r#""status":"running""#);
    run.passes(Timer::Look);
    run.asks();
    let unknown = error(
        404,
        r#"{"status":"error","data":[],"errors":"there is no such run"}"#,
    );
    assert!(run.follower.no_detail(&unknown));
    assert_eq!(run.asks(), ["ReadQueue"]);
}
