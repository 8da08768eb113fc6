//! The data that the service keeps for itself changes row by row: rows that others stored stay.

use chrono::{DateTime, TimeDelta, Utc};
use placement::LearnedDuration;
use store::{
    AuditAction, AuditFilter, Author, ClockHold, ClockRecord, KeptEngine, LearnedNode, Store,
};

use crate::samples::run;

pub async fn a_secret_stays_the_same_and_others_differ(store: &dyn Store) {
    let links = store.secret("links").await.unwrap();
    assert_eq!(links, store.secret("links").await.unwrap());
    assert_ne!(links, store.secret("events").await.unwrap());
}

fn engine(address: &str, depth: usize) -> KeptEngine {
    KeptEngine {
        address: address.to_owned(),
        labels: vec!["gpu".to_owned()],
        depth: Some(depth),
        is_added: true,
        is_draining: false,
    }
}

pub async fn embedded_engines_that_have_ended_make_room_for_those_that_start(store: &dyn Store) {
    let change = async |started: &[&str], ended: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let changed = store.change_embedded_engines(owned(started), owned(ended));
        changed.await.unwrap();
        let mut addresses = store.embedded_engines().await.unwrap();
        addresses.sort();
        addresses
    };
    assert_eq!(change(&["a", "b"], &[]).await, ["a", "b"]);
    assert_eq!(change(&["b", "c"], &["a", "b"]).await, ["b", "c"]);
    assert_eq!(change(&[], &["x"]).await, ["b", "c"]);
}

pub async fn a_changed_engine_leaves_the_others_and_keeps_its_place(store: &dyn Store) {
    let both = vec![engine("a", 1), engine("b", 2)];
    store.change_engines(both, Vec::new(), None).await.unwrap();
    let changed = vec![engine("a", 3)];
    store
        .change_engines(changed, Vec::new(), None)
        .await
        .unwrap();
    assert_eq!(
        store.engines().await.unwrap(),
        [engine("a", 3), engine("b", 2)]
    );
    let by = Author::service();
    let line = by.does(AuditAction::RemoveEngine, "a");
    let forgotten = vec!["a".to_owned(), "unknown".to_owned()];
    store
        .change_engines(vec![engine("c", 1)], forgotten, Some(line))
        .await
        .unwrap();
    assert_eq!(
        store.engines().await.unwrap(),
        [engine("b", 2), engine("c", 1)]
    );
    let (lines, _) = store.audit(AuditFilter::default()).await.unwrap();
    assert_eq!(lines, 1);
}

pub async fn what_is_learned_replaces_only_what_was_known_of_the_same(store: &dyn Store) {
    let duration = |workflow: &str, warm| LearnedDuration {
        workflow: workflow.to_owned(),
        instance: "e".to_owned(),
        warm: Some(warm),
        cold: None,
    };
    let node = |node: &str, seconds| LearnedNode {
        workflow: "w".to_owned(),
        node: node.to_owned(),
        seconds,
    };
    for (durations, nodes) in [
        (
            vec![duration("w", 1.0), duration("v", 2.0)],
            vec![node("1", 1.0), node("2", 2.0)],
        ),
        (vec![duration("w", 3.0)], vec![node("1", 3.0)]),
    ] {
        store.learn_durations(durations).await.unwrap();
        store.learn_node_times(nodes).await.unwrap();
    }
    let mut durations = store.durations().await.unwrap();
    durations.sort_by(|one, other| one.workflow.cmp(&other.workflow));
    assert_eq!(durations, [duration("v", 2.0), duration("w", 3.0)]);
    let mut nodes = store.node_times().await.unwrap();
    nodes.sort_by(|one, other| one.node.cmp(&other.node));
    assert_eq!(nodes, [node("1", 3.0), node("2", 2.0)]);
}

pub async fn the_time_is_the_one_that_was_noted(store: &dyn Store) {
    let first = store.clock().await.unwrap();
    assert!((Utc::now() - first.seen).abs() < TimeDelta::hours(1));
    assert_eq!(first.hold, None);
    let seen: DateTime<Utc> = "2026-11-27T12:00:00.250Z".parse().unwrap();
    let hold = ClockHold {
        from: seen - TimeDelta::days(40),
        until: seen + TimeDelta::hours(23),
    };
    for hold in [Some(hold), None] {
        let record = ClockRecord { seen, hold };
        store.set_clock(record.clone()).await.unwrap();
        assert_eq!(store.clock().await.unwrap(), record);
    }
}

pub async fn upkeep_changes_nothing_that_is_kept(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    store.keep_room().await;
    store.complete().await.unwrap();
    assert_eq!(store.unfinished().await.unwrap(), ["a"]);
    store.insert(run("b", None)).await.unwrap();
    assert_eq!(store.unfinished().await.unwrap(), ["a", "b"]);
}

pub async fn withdrawals_are_kept_until_the_instance_no_longer_has_the_attempt(store: &dyn Store) {
    let kept = async || {
        let mut kept = store.withdrawals().await.unwrap();
        kept.sort();
        kept
    };
    let pair = |address: &str, prompt_id: &str| (address.to_owned(), prompt_id.to_owned());
    for (address, prompt_id) in [("e", "p"), ("f", "q"), ("e", "p")] {
        store.add_withdrawal(address, prompt_id).await.unwrap();
    }
    assert_eq!(kept().await, [pair("e", "p"), pair("f", "q")]);
    store.remove_withdrawal("p").await.unwrap();
    store.remove_withdrawal("unknown").await.unwrap();
    assert_eq!(kept().await, [pair("f", "q")]);
}
