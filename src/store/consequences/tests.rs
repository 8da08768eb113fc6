use chrono::TimeDelta;

use super::*;

fn at(ms: i64) -> Option<DateTime<Utc>> {
    Some(DateTime::UNIX_EPOCH + TimeDelta::milliseconds(ms))
}

fn with(status: RunStatus, attempts: u32) -> RunFacts {
    RunFacts {
        status,
        attempts,
        ..RunFacts::default()
    }
}

#[test]
fn a_new_run_has_one_event_and_counts_for_its_key() {
    let new = of_new_run();
    assert_eq!((new.events, new.used.runs), (vec![EventKind::State], 1));
    assert_eq!((new.ended, new.reported), (Ended::default(), None));
}

#[test]
fn each_thing_that_changes_has_one_event_and_nothing_else_has() {
    use EventKind::{Attempt, Outputs, State};
    use RunStatus::{Cancelled, Completed, Pending, Running};
    for (before, after, events) in [
        ((Pending, 1), (Pending, 1), vec![]),
        ((Pending, 0), (Pending, 1), vec![Attempt]),
        ((Pending, 1), (Pending, 0), vec![Attempt]),
        ((Pending, 1), (Running, 1), vec![State]),
        ((Running, 1), (Pending, 0), vec![Attempt, State]),
        ((Running, 1), (Completed, 1), vec![Outputs, State]),
        ((Pending, 0), (Completed, 1), vec![Attempt, Outputs, State]),
        ((Running, 1), (Cancelled, 1), vec![State]),
    ] {
        let change = of_change(&with(before.0, before.1), &with(after.0, after.1));
        assert_eq!(change.events, events, "{before:?} -> {after:?}");
    }
}

#[test]
fn the_end_counts_the_time_at_the_engine_once_and_the_size_of_the_outputs() {
    let running = RunFacts {
        started_at: at(1_000),
        ..with(RunStatus::Running, 1)
    };
    let ended = RunFacts {
        status: RunStatus::Completed,
        completed_at: at(3_500),
        bytes: Some(7),
        ..running.clone()
    };
    let end = of_change(&running, &ended);
    let used = Used {
        runs: 0,
        engine_ms: 2_500,
        bytes: 7,
    };
    assert_eq!((end.used, end.ended), (used, Ended { runs: 1, bytes: 7 }));
    assert_eq!(end.reported, Some(WebhookEvent::Completed));

    let measured = RunFacts {
        bytes: Some(5),
        ..ended.clone()
    };
    let change = of_change(&ended, &measured);
    assert_eq!((change.used.engine_ms, change.used.bytes), (0, -2));
    assert_eq!(change.ended, Ended { runs: 0, bytes: -2 });
    assert_eq!((change.events, change.reported), (vec![], None));
}

#[test]
fn a_clock_that_went_back_counts_no_time() {
    let running = RunFacts {
        started_at: at(9_000),
        ..with(RunStatus::Running, 1)
    };
    let ended = RunFacts {
        completed_at: at(1_000),
        ..running.clone()
    };
    assert_eq!(of_change(&running, &ended).used.engine_ms, 0);
}

#[test]
fn a_removed_run_gives_its_size_back_but_stays_counted_for_its_key() {
    let ended = RunFacts {
        completed_at: at(1),
        bytes: Some(7),
        ..with(RunStatus::Failed, 1)
    };
    let removal = of_removal(&ended);
    assert_eq!((removal.used.runs, removal.used.bytes), (0, -7));
    assert_eq!(
        removal.ended,
        Ended {
            runs: -1,
            bytes: -7
        }
    );
    let waiting = of_removal(&with(RunStatus::Pending, 0));
    assert_eq!(waiting, Consequences::default());
}

#[test]
fn a_webhook_and_a_run_with_the_same_target_are_one_receiver() {
    let target = |url: &str| WebhookTarget {
        url: url.to_owned(),
        origin: "http://a".to_owned(),
    };
    let webhook = |id: &str, url: &str, disabled: bool| WebhookRecord {
        id: id.to_owned(),
        owner: String::new(),
        target: target(url),
        events: vec![WebhookEvent::Completed],
        created_at: DateTime::UNIX_EPOCH,
        disabled: disabled.then(|| (DateTime::UNIX_EPOCH, String::new())),
    };
    let webhooks = [webhook("on", "x", false), webhook("off", "y", true)];
    let ids = |event, of_run: Option<&str>| {
        let of_run = of_run.map(target);
        let receivers = receivers(event, &webhooks, of_run.as_ref());
        let names = receivers
            .iter()
            .map(|(id, _)| id.unwrap_or("run").to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(ids(WebhookEvent::Completed, None), ["on"]);
    assert_eq!(ids(WebhookEvent::Completed, Some("x")), ["on"]);
    assert_eq!(ids(WebhookEvent::Completed, Some("y")), ["on", "run"]);
    assert_eq!(ids(WebhookEvent::Started, Some("x")), ["run"]);
}
