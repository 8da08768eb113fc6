//! The outbox of webhooks: what is added with which change, what is due, and what follows from attempts.

use chrono::{DateTime, TimeDelta, Utc};

use futures_util::StreamExt;

use super::*;
use store::DeliveryLane;

const LIMITS: AttemptLimits = AttemptLimits {
    all: 8,
    of_a_key: 4,
    of_a_lane: 2,
};

fn line() -> AuditRecord {
    Author::service().does(AuditAction::AddWebhook, "x")
}

fn target(path: &str) -> WebhookTarget {
    let origin = "https://a.example".to_owned();
    WebhookTarget {
        url: format!("{origin}{path}"),
        origin,
    }
}

async fn add(store: &SqliteStore, path: &str, events: &[WebhookEvent]) -> WebhookRecord {
    let webhook = NewWebhook {
        id: format!("wh_{path}"),
        owner: String::new(),
        target: target(path),
        events: events.to_vec(),
    };
    let added = store.add_webhook(webhook, [1; 32], line()).await.unwrap();
    added.unwrap().0
}

async fn accept(store: &SqliteStore, id: &str, webhook: Option<WebhookTarget>) {
    let run = RunRecord {
        webhook,
        ..run(id, None)
    };
    store.insert(run).await.unwrap();
    store
        .begin_attempt(claim(id, "http://e", id, "c"))
        .await
        .unwrap();
}

async fn due(store: &SqliteStore, in_flight: Vec<AttemptInFlight>) -> Vec<DueDelivery> {
    let soon = Utc::now() + TimeDelta::seconds(1);
    store.due_deliveries(soon, in_flight, LIMITS).await.unwrap()
}

async fn listed(store: &SqliteStore) -> Vec<DeliveryRecord> {
    let filter = DeliveryFilter {
        reach: Reach::of_key(""),
        state: None,
        limit: 100,
        offset: 0,
    };
    store.deliveries(filter).await.unwrap().1
}

fn ended(number: i64, outcome: AttemptOutcome, lane: LaneOutcome) -> EndedAttempt {
    EndedAttempt {
        number,
        at: Utc::now(),
        status: Some(500),
        reason: Some("why".into()),
        outcome,
        lane,
    }
}

/// A failure of a lane that is slowed down until a time from its second failure on.
fn failing(until: DateTime<Utc>) -> LaneOutcome {
    LaneOutcome::Failing {
        pace: Pace {
            now: until,
            failures: 2,
            first: TimeDelta::zero(),
            longest: TimeDelta::zero(),
            factor: 1.0,
        },
        give_up: Some(TimeDelta::hours(24)),
    }
}

#[tokio::test]
async fn each_change_of_a_state_adds_a_delivery_for_each_target_that_wants_it() {
    let (_folder, store) = store();
    add(&store, "/all", &WebhookEvent::ALL).await;
    add(&store, "/failed", &[WebhookEvent::Failed]).await;
    accept(&store, "a", Some(target("/own"))).await;
    assert_eq!(listed(&store).await.len(), 0);
    store
        .mark_running(&hold_of(&store, "a", "a").await)
        .await
        .unwrap();
    // The same again changes nothing.
    store
        .mark_running(&hold_of(&store, "a", "a").await)
        .await
        .unwrap();
    store.finish("a", RunOutcome::failed("x")).await.unwrap();
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let mut listed: Vec<_> = listed(&store).await.into_iter().collect();
    listed.sort_by_key(|one| (one.webhook_id.clone(), one.event.clone()));
    let listed = listed
        .iter()
        .map(|one| (one.webhook_id.as_deref(), one.event.as_str()));
    let expected = [
        (None, "run.failed"),
        (None, "run.started"),
        (Some("wh_/all"), "run.failed"),
        (Some("wh_/all"), "run.started"),
        (Some("wh_/failed"), "run.failed"),
    ];
    assert_eq!(listed.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_run_that_starts_again_is_reported_again() {
    let (_folder, store) = store();
    add(&store, "/", &WebhookEvent::ALL).await;
    accept(&store, "a", None).await;
    store
        .mark_running(&hold_of(&store, "a", "a").await)
        .await
        .unwrap();
    store
        .place_again(&hold_of(&store, "a", "a").await)
        .await
        .unwrap();
    store
        .begin_attempt(claim("a", "http://e", "b", "c"))
        .await
        .unwrap();
    store
        .mark_running(&hold_of(&store, "a", "b").await)
        .await
        .unwrap();
    let events: Vec<_> = listed(&store)
        .await
        .into_iter()
        .map(|one| one.event)
        .collect();
    assert_eq!(events, ["run.started"; 2]);
}

#[tokio::test]
async fn only_the_first_delivery_of_a_run_and_target_is_due() {
    let (_folder, store) = store();
    add(&store, "/", &WebhookEvent::ALL).await;
    for id in ["a", "b"] {
        accept(&store, id, None).await;
        store
            .mark_running(&hold_of(&store, id, id).await)
            .await
            .unwrap();
        store
            .finish(id, RunOutcome::completed(Vec::new(), 0))
            .await
            .unwrap();
    }
    let first = due(&store, Vec::new()).await;
    let runs: Vec<_> = first
        .iter()
        .map(|one| (one.run_id.as_str(), one.event.as_str()))
        .collect();
    assert_eq!(runs, [("a", "run.started"), ("b", "run.started")]);
    let end = ended(
        first[0].number,
        AttemptOutcome::Delivered,
        LaneOutcome::Alive,
    );
    store.end_attempt(end).await.unwrap();
    let next = due(&store, Vec::new()).await;
    let mut runs: Vec<_> = next
        .iter()
        .map(|one| (one.run_id.as_str(), one.event.as_str()))
        .collect();
    runs.sort_unstable();
    assert_eq!(runs, [("a", "run.completed"), ("b", "run.started")]);
}

#[tokio::test]
async fn what_is_in_flight_is_not_due_and_limits_hold() {
    let (_folder, store) = store();
    add(&store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b", "c", "d"] {
        accept(&store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let first = due(&store, Vec::new()).await;
    assert_eq!(first.len(), LIMITS.of_a_lane);
    let in_flight = |due: &DueDelivery| AttemptInFlight {
        number: due.number,
        lane: due.lane.clone(),
    };
    let second = due(&store, vec![in_flight(&first[0])]).await;
    assert_eq!(second.len(), 1);
    assert_ne!(second[0].number, first[0].number);
    let other = |number: i64, owner: &str| AttemptInFlight {
        number: -number,
        lane: DeliveryLane {
            owner: owner.into(),
            origin: format!("https://{number}.example"),
        },
    };
    let of_key = (1..=4).map(|number| other(number, "")).collect();
    assert_eq!(due(&store, of_key).await, []);
    let all = (1..=8).map(|number| other(number, "b")).collect();
    assert_eq!(due(&store, all).await, []);
}

#[tokio::test]
async fn a_key_without_room_hides_no_other() {
    let (folder, store) = store();
    let connection = rusqlite::Connection::open(folder.path().join("runs.sqlite")).unwrap();
    let add = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        INSERT INTO deliveries (id, run_id, workflow_id, owner, event, url, origin, created_at, queued_at, due_at)
        SELECT ?1 || i, i, 'w', ?1, 'run.failed', 'u', 'https://' || i, ?3, ?3, ?3 FROM n";
    for (owner, count, time) in [("a", 100, "2020"), ("b", 1, "2021")] {
        let time = format!("{time}-01-01T00:00:00.000Z");
        connection
            .execute(add, rusqlite::params![owner, count, time])
            .unwrap();
    }
    store.schedule_deliveries().await.unwrap();
    let first = due(&store, Vec::new()).await;
    assert_eq!(first.len(), LIMITS.of_a_key);
    let in_flight = first.into_iter().map(|delivery| AttemptInFlight {
        number: delivery.number,
        lane: delivery.lane,
    });
    let next = due(&store, in_flight.collect()).await;
    let owners: Vec<_> = next.iter().map(|one| one.lane.owner.as_str()).collect();
    assert_eq!(owners, ["b"]);
}

#[tokio::test]
async fn a_lane_that_fails_is_slowed_down_and_recovers_at_once() {
    let (_folder, store) = store();
    add(&store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b", "c"] {
        accept(&store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let now = Utc::now();
    let (soon, later) = (now + TimeDelta::minutes(1), now + TimeDelta::hours(1));
    for delivery in due(&store, Vec::new()).await {
        let end = ended(
            delivery.number,
            AttemptOutcome::RetryAt(later),
            failing(soon),
        );
        store.end_attempt(end).await.unwrap();
    }
    assert_eq!(
        due(&store, Vec::new()).await,
        [],
        "the third one waits, too"
    );
    let next = store.next_delivery(now).await.unwrap().unwrap();
    assert_eq!(next.timestamp_millis(), soon.timestamp_millis());
    // A new one changes nothing.
    accept(&store, "d", None).await;
    store.finish("d", RunOutcome::failed("x")).await.unwrap();
    assert_eq!(due(&store, Vec::new()).await, []);
    let probes = store
        .due_deliveries(soon, Vec::new(), LIMITS)
        .await
        .unwrap();
    assert_eq!(probes.len(), 1);
    assert_eq!(probes[0].run_id, "c");
    let end = ended(
        probes[0].number,
        AttemptOutcome::Delivered,
        LaneOutcome::Alive,
    );
    store.end_attempt(end).await.unwrap();
    let recovered = due(&store, Vec::new()).await;
    assert_eq!(recovered.len(), LIMITS.of_a_lane);
}

#[tokio::test]
async fn what_has_waited_for_a_day_in_a_dead_lane_is_given_up_with_it() {
    let (_folder, store) = store();
    add(&store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b", "c"] {
        accept(&store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let day = Utc::now() + TimeDelta::hours(25);
    let later = day + TimeDelta::hours(1);
    let first = due(&store, Vec::new()).await.remove(0);
    let end = ended(first.number, AttemptOutcome::RetryAt(day), failing(day));
    store.end_attempt(end).await.unwrap();
    let states = async || {
        let listed = listed(&store).await.into_iter();
        listed.map(|one| one.state).collect::<Vec<_>>()
    };
    assert_eq!(states().await, ["pending"; 3]);
    let end = EndedAttempt {
        at: day,
        ..ended(first.number, AttemptOutcome::RetryAt(later), failing(later))
    };
    store.end_attempt(end).await.unwrap();
    assert_eq!(states().await, ["failed", "failed", "pending"]);
}

#[tokio::test]
async fn a_receiver_that_wants_no_more_switches_its_webhook_off() {
    let (_folder, store) = store();
    add(&store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b"] {
        accept(&store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let first = due(&store, Vec::new()).await.remove(0);
    let end = ended(first.number, AttemptOutcome::Gone, LaneOutcome::Alive);
    store.end_attempt(end).await.unwrap();
    assert!(listed(&store).await.iter().all(|one| one.state == "failed"));
    let webhooks = store.webhooks("").await.unwrap();
    assert_eq!(webhooks[0].disabled.as_ref().unwrap().1, "why");
    accept(&store, "c", None).await;
    store.finish("c", RunOutcome::failed("x")).await.unwrap();
    assert_eq!(listed(&store).await.len(), 2);
    assert_eq!(
        store.next_delivery(DateTime::UNIX_EPOCH).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn the_times_of_lanes_are_found_again_at_a_start() {
    let (folder, store) = store();
    add(&store, "/", &WebhookEvent::ALL).await;
    accept(&store, "a", None).await;
    store
        .mark_running(&hold_of(&store, "a", "a").await)
        .await
        .unwrap();
    store.finish("a", RunOutcome::failed("x")).await.unwrap();
    drop(store);
    let path = folder.path().join("runs.sqlite");
    let connection = rusqlite::Connection::open(&path).unwrap();
    let damage = "DELETE FROM delivery_lanes; UPDATE deliveries SET due_at = NULL;
        INSERT INTO delivery_lanes (owner, origin, next_at) VALUES ('gone', 'x', '');";
    connection.execute_batch(damage).unwrap();
    drop(connection);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(due(&store, Vec::new()).await, []);
    store.schedule_deliveries().await.unwrap();
    let due = due(&store, Vec::new()).await;
    assert_eq!(due.len(), 1);
    assert_eq!(due[0].event, "run.started");
}

#[tokio::test]
async fn a_removed_webhook_and_a_revoked_key_leave_nothing_pending() {
    let (_folder, store) = store();
    let webhook = add(&store, "/", &WebhookEvent::ALL).await;
    accept(&store, "a", None).await;
    store
        .mark_running(&hold_of(&store, "a", "a").await)
        .await
        .unwrap();
    assert!(
        !store
            .remove_webhook("b", &webhook.id, line())
            .await
            .unwrap()
    );
    assert!(store.remove_webhook("", &webhook.id, line()).await.unwrap());
    assert_eq!(listed(&store).await, []);
    assert_eq!(due(&store, Vec::new()).await, []);
}

#[tokio::test]
async fn old_deliveries_are_forgotten_by_their_state() {
    let (_folder, store) = store();
    add(&store, "/", &WebhookEvent::ALL).await;
    for id in ["a", "b", "c"] {
        accept(&store, id, None).await;
        store
            .mark_running(&hold_of(&store, id, id).await)
            .await
            .unwrap();
    }
    let [a, b, _] = <[_; 3]>::try_from(listed(&store).await).unwrap();
    let all = store.due_deliveries(
        Utc::now(),
        Vec::new(),
        AttemptLimits {
            of_a_lane: 4,
            ..LIMITS
        },
    );
    for delivery in all.await.unwrap() {
        let outcome = match &delivery.id {
            id if *id == a.id => AttemptOutcome::Delivered,
            id if *id == b.id => AttemptOutcome::Failed,
            _ => continue,
        };
        let end = ended(delivery.number, outcome, LaneOutcome::Alive);
        store.end_attempt(end).await.unwrap();
    }
    let (past, future) = (DateTime::UNIX_EPOCH, Utc::now() + TimeDelta::seconds(1));
    let states = async || {
        let listed = listed(&store).await.into_iter();
        listed.map(|one| one.state).collect::<Vec<_>>()
    };
    store.forget_deliveries(past, past).await.unwrap();
    assert_eq!(states().await.len(), 3);
    store.forget_deliveries(future, past).await.unwrap();
    assert_eq!(states().await, ["failed", "pending"]);
    store.forget_deliveries(future, future).await.unwrap();
    assert_eq!(states().await, ["pending"]);
}

#[tokio::test]
async fn a_new_delivery_is_announced() {
    let (_folder, store) = store();
    add(&store, "/", &WebhookEvent::ALL).await;
    let mut announced = store.follow_deliveries().await.unwrap();
    accept(&store, "a", None).await;
    store
        .mark_running(&hold_of(&store, "a", "a").await)
        .await
        .unwrap();
    assert_eq!(announced.next().await, Some(()));
}

#[tokio::test]
async fn the_start_of_a_run_that_nobody_has_seen_is_reported_before_its_end() {
    let (_folder, store) = store();
    add(&store, "/", &WebhookEvent::ALL).await;
    accept(&store, "a", None).await;
    let outcome = RunOutcome {
        started_at: Some(1_795_216_413_067),
        ..RunOutcome::failed("x")
    };
    store
        .finish_attempt(&hold_of(&store, "a", "a").await, outcome)
        .await
        .unwrap();
    let first = due(&store, Vec::new()).await;
    assert_eq!(first[0].event, "run.started");
    let mut events = listed(&store).await.into_iter().map(|one| one.event);
    assert_eq!(
        events.next().as_deref(),
        Some("run.failed"),
        "from newest to oldest"
    );
    assert_eq!(events.collect::<Vec<_>>(), ["run.started"]);
}
