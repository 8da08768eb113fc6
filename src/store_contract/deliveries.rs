//! The outbox of webhooks: which changes add deliveries, and how deliveries end.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::StreamExt;
use store::{
    AttemptLimits, AttemptOutcome, DeliveryFilter, DeliveryState, LaneOutcome, Reach, RunOutcome,
    Store, WebhookEvent,
};

use crate::outbox::{LIMITS, accept, add, due, ended, listed, target};
use crate::samples::{claim, hold_of, line};

pub async fn each_change_of_a_state_adds_a_delivery_for_each_target_that_wants_it(
    store: &dyn Store,
) {
    add(store, "/all", &WebhookEvent::ALL).await;
    add(store, "/failed", &[WebhookEvent::Failed]).await;
    accept(store, "a", Some(target("/own"))).await;
    assert_eq!(listed(store).await.len(), 0);
    store
        .mark_running(&hold_of(store, "a", "a").await)
        .await
        .unwrap();
    // The same again changes nothing.
    store
        .mark_running(&hold_of(store, "a", "a").await)
        .await
        .unwrap();
    store.finish("a", RunOutcome::failed("x")).await.unwrap();
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let mut listed: Vec<_> = listed(store).await.into_iter().collect();
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

pub async fn a_run_that_starts_again_is_reported_again(store: &dyn Store) {
    add(store, "/", &WebhookEvent::ALL).await;
    accept(store, "a", None).await;
    store
        .mark_running(&hold_of(store, "a", "a").await)
        .await
        .unwrap();
    store
        .place_again(&hold_of(store, "a", "a").await)
        .await
        .unwrap();
    store
        .begin_attempt(claim("a", "http://e", "b", "c"))
        .await
        .unwrap();
    store
        .mark_running(&hold_of(store, "a", "b").await)
        .await
        .unwrap();
    let events: Vec<_> = listed(store)
        .await
        .into_iter()
        .map(|one| one.event)
        .collect();
    assert_eq!(events, ["run.started"; 2]);
}

pub async fn only_the_first_delivery_of_a_run_and_target_is_due(store: &dyn Store) {
    add(store, "/", &WebhookEvent::ALL).await;
    for id in ["a", "b"] {
        accept(store, id, None).await;
        store
            .mark_running(&hold_of(store, id, id).await)
            .await
            .unwrap();
        store
            .finish(id, RunOutcome::completed(Vec::new(), 0))
            .await
            .unwrap();
    }
    let first = due(store, Vec::new()).await;
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
    let next = due(store, Vec::new()).await;
    let mut runs: Vec<_> = next
        .iter()
        .map(|one| (one.run_id.as_str(), one.event.as_str()))
        .collect();
    runs.sort_unstable();
    assert_eq!(runs, [("a", "run.completed"), ("b", "run.started")]);
}

pub async fn a_receiver_that_wants_no_more_switches_its_webhook_off(store: &dyn Store) {
    add(store, "/", &[WebhookEvent::Failed]).await;
    for id in ["a", "b"] {
        accept(store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
    }
    let first = due(store, Vec::new()).await.remove(0);
    let end = ended(first.number, AttemptOutcome::Gone, LaneOutcome::Alive);
    store.end_attempt(end).await.unwrap();
    assert!(listed(store).await.iter().all(|one| one.state == "failed"));
    let webhooks = store.webhooks("").await.unwrap();
    assert_eq!(webhooks[0].disabled.as_ref().unwrap().1, "why");
    accept(store, "c", None).await;
    store.finish("c", RunOutcome::failed("x")).await.unwrap();
    assert_eq!(listed(store).await.len(), 2);
    assert_eq!(
        store.next_delivery(DateTime::UNIX_EPOCH).await.unwrap(),
        None
    );
}

pub async fn a_removed_webhook_and_a_revoked_key_leave_nothing_pending(store: &dyn Store) {
    let webhook = add(store, "/", &WebhookEvent::ALL).await;
    accept(store, "a", None).await;
    store
        .mark_running(&hold_of(store, "a", "a").await)
        .await
        .unwrap();
    assert!(
        !store
            .remove_webhook("b", &webhook.id, line("x"))
            .await
            .unwrap()
    );
    assert!(
        store
            .remove_webhook("", &webhook.id, line("x"))
            .await
            .unwrap()
    );
    assert_eq!(listed(store).await, []);
    assert_eq!(due(store, Vec::new()).await, []);
}

pub async fn old_deliveries_are_forgotten_by_their_state(store: &dyn Store) {
    add(store, "/", &WebhookEvent::ALL).await;
    for id in ["a", "b", "c"] {
        accept(store, id, None).await;
        store
            .mark_running(&hold_of(store, id, id).await)
            .await
            .unwrap();
    }
    let [a, b, _] = <[_; 3]>::try_from(listed(store).await).unwrap();
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
        let listed = listed(store).await.into_iter();
        listed.map(|one| one.state).collect::<Vec<_>>()
    };
    store.forget_deliveries(past, past).await.unwrap();
    assert_eq!(states().await.len(), 3);
    store.forget_deliveries(future, past).await.unwrap();
    assert_eq!(states().await, ["failed", "pending"]);
    store.forget_deliveries(future, future).await.unwrap();
    assert_eq!(states().await, ["pending"]);
}

pub async fn a_new_delivery_is_announced(store: &dyn Store) {
    add(store, "/", &WebhookEvent::ALL).await;
    let mut announced = store.follow_deliveries().await.unwrap();
    accept(store, "a", None).await;
    store
        .mark_running(&hold_of(store, "a", "a").await)
        .await
        .unwrap();
    assert_eq!(announced.next().await, Some(()));
}

pub async fn the_start_of_a_run_that_nobody_has_seen_is_reported_before_its_end(store: &dyn Store) {
    add(store, "/", &WebhookEvent::ALL).await;
    accept(store, "a", None).await;
    let outcome = RunOutcome {
        started_at: Some(1_795_216_413_067),
        ..RunOutcome::failed("x")
    };
    store
        .finish_attempt(&hold_of(store, "a", "a").await, outcome)
        .await
        .unwrap();
    let first = due(store, Vec::new()).await;
    assert_eq!(first[0].event, "run.started");
    let mut events = listed(store).await.into_iter().map(|one| one.event);
    assert_eq!(
        events.next().as_deref(),
        Some("run.failed"),
        "from newest to oldest"
    );
    assert_eq!(events.collect::<Vec<_>>(), ["run.started"]);
}

pub async fn the_body_of_a_delivery_stays_for_all_its_attempts(store: &dyn Store) {
    add(store, "/", &[WebhookEvent::Failed]).await;
    accept(store, "a", None).await;
    store.finish("a", RunOutcome::failed("x")).await.unwrap();
    let first = due(store, Vec::new()).await.remove(0);
    assert_eq!((first.body, first.attempts), (None, 0));
    assert!(store.set_delivery_body(first.number, "{}").await.unwrap());
    let again = AttemptOutcome::RetryAt(Utc::now());
    let end = ended(first.number, again, LaneOutcome::Unknown);
    store.end_attempt(end).await.unwrap();
    let second = due(store, Vec::new()).await.remove(0);
    assert_eq!(second.id, first.id);
    assert_eq!((second.body.as_deref(), second.attempts), (Some("{}"), 1));
    assert!(second.first_attempt_at.is_some());
    let end = ended(
        first.number,
        AttemptOutcome::Delivered,
        LaneOutcome::Unknown,
    );
    store.end_attempt(end).await.unwrap();
    assert!(!store.set_delivery_body(first.number, "late").await.unwrap());
    let listed = listed(store).await.remove(0);
    assert_eq!((listed.state.as_str(), listed.attempts), ("delivered", 2));
    assert_eq!(
        (listed.status, listed.reason.as_deref()),
        (Some(500), Some("why"))
    );
}

/// Adds three deliveries of the first key and ends them: two fail, and one is delivered.
async fn three_ended(store: &dyn Store) {
    add(store, "/", &[WebhookEvent::Failed]).await;
    for (id, outcome) in [
        ("a", AttemptOutcome::Failed),
        ("b", AttemptOutcome::Failed),
        ("c", AttemptOutcome::Delivered),
    ] {
        accept(store, id, None).await;
        store.finish(id, RunOutcome::failed("x")).await.unwrap();
        let number = due(store, Vec::new()).await[0].number;
        let end = ended(number, outcome, LaneOutcome::Alive);
        store.end_attempt(end).await.unwrap();
    }
}

pub async fn deliveries_are_sent_again_as_new_ones(store: &dyn Store) {
    three_ended(store).await;
    let delivered = listed(store).await.remove(0).id;
    let replay = async |owner, id| {
        let reach = Reach::of_key(owner);
        let replayed = store.replay(&reach, id, Utc::now(), line("x")).await;
        replayed.unwrap()
    };
    assert_eq!(replay("ann", None).await, 0);
    assert_eq!(replay("ann", Some(&delivered)).await, 0);
    assert_eq!(replay("", None).await, 2);
    let limits = AttemptLimits {
        of_a_lane: 4,
        ..LIMITS
    };
    let soon = Utc::now() + TimeDelta::seconds(1);
    let due = store.due_deliveries(soon, Vec::new(), limits).await;
    let due = due.unwrap();
    let runs: Vec<_> = due.iter().map(|due| due.run_id.as_str()).collect();
    assert_eq!(runs, ["a", "b"]);
    assert!(due.iter().all(|due| due.attempts == 0));
    assert_eq!(replay("", Some(&delivered)).await, 1);
    assert!(
        listed(store)
            .await
            .iter()
            .all(|one| one.state == "pending" && one.reason.is_none())
    );
}

pub async fn deliveries_are_listed_page_by_page_as_the_filter_says(store: &dyn Store) {
    three_ended(store).await;
    let page = async |reach: Reach, state, limit, offset| {
        let filter = DeliveryFilter {
            reach,
            state,
            limit,
            offset,
        };
        let (count, listed) = store.deliveries(filter).await.unwrap();
        let runs = listed.into_iter().map(|one| one.run_id);
        (count, runs.collect::<String>())
    };
    let first = || Reach::of_key("");
    let of_workflow = |id: &str| Reach {
        workflows: Some([id].into_iter().collect()),
        ..first()
    };
    let failed = Some(DeliveryState::Failed);
    for (reach, state, limit, offset, expected) in [
        (first(), None, 9, 0, (3, "cba")),
        (first(), None, 1, 1, (3, "b")),
        (first(), failed, 9, 0, (2, "ba")),
        (first(), Some(DeliveryState::Pending), 9, 0, (0, "")),
        (of_workflow("w"), None, 9, 0, (3, "cba")),
        (of_workflow("v"), None, 9, 0, (0, "")),
        (Reach::of_key("ann"), None, 9, 0, (0, "")),
    ] {
        let (count, runs) = page(reach, state, limit, offset).await;
        assert_eq!((count, runs.as_str()), expected);
    }
}
