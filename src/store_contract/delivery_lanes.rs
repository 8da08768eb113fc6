//! The lanes of deliveries: what is in flight, and receivers that fail.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use store::{
    AttemptInFlight, AttemptOutcome, DeliveryLane, DueDelivery, EndedAttempt, LaneOutcome, Pace,
    RunOutcome, RunRecord, Store, WebhookEvent, WebhookTarget,
};

use crate::outbox::{LIMITS, accept, add, due, ended, listed};
use crate::samples::{later, run};

/// A failure of a lane that pauses until this time from its second failure on.
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

pub async fn what_is_in_flight_is_not_due_and_limits_hold(store: &dyn Store) {
    add(store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b", "c", "d"] {
        accept(store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let first = due(store, Vec::new()).await;
    assert_eq!(first.len(), LIMITS.of_a_lane);
    let in_flight = |due: &DueDelivery| AttemptInFlight {
        number: due.number,
        lane: due.lane.clone(),
    };
    let second = due(store, vec![in_flight(&first[0])]).await;
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
    assert_eq!(due(store, of_key).await, []);
    let all = (1..=8).map(|number| other(number, "b")).collect();
    assert_eq!(due(store, all).await, []);
}

/// Stores a run of a key that has failed, and reports it to a receiver of its own.
async fn failed(store: &dyn Store, owner: &str, id: &str) {
    let origin = format!("https://{id}.example");
    let run = RunRecord {
        owner: owner.to_owned(),
        webhook: Some(WebhookTarget {
            url: format!("{origin}/"),
            origin,
        }),
        ..run(id, None)
    };
    store.insert(run).await.unwrap();
    store.finish(id, RunOutcome::failed("x")).await.unwrap();
}

pub async fn a_key_without_room_hides_no_other(store: &dyn Store) {
    let numbers: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    join_all(numbers.iter().map(|id| failed(store, "a", id))).await;
    later().await;
    failed(store, "b", "last").await;
    store.schedule_deliveries().await.unwrap();
    let first = due(store, Vec::new()).await;
    assert_eq!(first.len(), LIMITS.of_a_key);
    let in_flight = first.into_iter().map(|delivery| AttemptInFlight {
        number: delivery.number,
        lane: delivery.lane,
    });
    let next = due(store, in_flight.collect()).await;
    let owners: Vec<_> = next.iter().map(|one| one.lane.owner.as_str()).collect();
    assert_eq!(owners, ["b"]);
}

pub async fn a_lane_that_fails_is_slowed_down_and_recovers_at_once(store: &dyn Store) {
    add(store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b", "c"] {
        accept(store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let now = Utc::now();
    let (soon, after) = (now + TimeDelta::minutes(1), now + TimeDelta::hours(1));
    for delivery in due(store, Vec::new()).await {
        let end = ended(
            delivery.number,
            AttemptOutcome::RetryAt(after),
            failing(soon),
        );
        store.end_attempt(end).await.unwrap();
    }
    assert_eq!(due(store, Vec::new()).await, [], "the third one waits, too");
    let next = store.next_delivery(now).await.unwrap().unwrap();
    assert_eq!(next.timestamp_millis(), soon.timestamp_millis());
    // A new delivery changes nothing.
    accept(store, "d", None).await;
    store.finish("d", RunOutcome::failed("x")).await.unwrap();
    assert_eq!(due(store, Vec::new()).await, []);
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
    let recovered = due(store, Vec::new()).await;
    assert_eq!(recovered.len(), LIMITS.of_a_lane);
}

pub async fn what_has_waited_for_a_day_in_a_dead_lane_is_given_up_with_it(store: &dyn Store) {
    add(store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b", "c"] {
        accept(store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let day = Utc::now() + TimeDelta::hours(25);
    let later = day + TimeDelta::hours(1);
    let first = due(store, Vec::new()).await.remove(0);
    let end = ended(first.number, AttemptOutcome::RetryAt(day), failing(day));
    store.end_attempt(end).await.unwrap();
    let states = async || {
        let listed = listed(store).await.into_iter();
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
