//! The contents of a kept file: rows in every table, and runs in all states.

use api::{LeftOut, Priority};
use chrono::{TimeDelta, Utc};
use placement::LearnedDuration;
use store::*;
use store_contract::outbox::ended;
use store_contract::samples::{ann, claimed, key, line, run};

/// The run whose members are all compared, as it was submitted.
pub(super) fn detailed() -> RunRecord {
    let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let mut detailed = RunRecord {
        workflow_id: "poster".to_owned(),
        version: Some(2),
        owner: "ann".to_owned(),
        priority: Priority::High,
        idempotency_key: Some("once".to_owned()),
        digest: Some("of its values".to_owned()),
        link_base: Some("https://deck.example".to_owned()),
        trace: TraceContext::parse(traceparent),
        webhook: Some(target("https://b.example", "/done")),
        ..run("completed", Some("g"))
    };
    detailed.inputs[0].value = "é".repeat(10_000);
    detailed
}

/// The outputs that its engine left out.
pub(super) fn left_out() -> Vec<LeftOut> {
    vec![LeftOut {
        node: "8".to_owned(),
        title: "Compare".to_owned(),
        reason: "no".to_owned(),
    }]
}

fn target(origin: &str, path: &str) -> WebhookTarget {
    WebhookTarget {
        url: format!("{origin}{path}"),
        origin: origin.to_owned(),
    }
}

/// Fills an empty store.
pub(super) async fn fill(store: &dyn Store) {
    versions(store).await;
    settings(store).await;
    keys_and_webhooks(store).await;
    runs(store).await;
    deliveries(store).await;
    let share = NewShare {
        id: "shared".to_owned(),
        run_id: "completed".to_owned(),
        owner: "ann".to_owned(),
        // It does not expire for as long as these tests exist.
        days: 365 * 500,
    };
    let line = ann().does(AuditAction::CreateShare, "shared");
    store.add_share(share, line).await.unwrap().unwrap();
}

async fn versions(store: &dyn Store) {
    let by = ann();
    for digest in ["one", "two"] {
        let published = store.publish("poster", digest, Origin::Upload, Some(&by));
        published.await.unwrap();
    }
    store
        .publish("tint", "three", Origin::Folder, None)
        .await
        .unwrap();
    store.set_folder_digest("tint", "three").await.unwrap();
}

async fn settings(store: &dyn Store) {
    store.secret("links").await.unwrap();
    let engine = KeptEngine {
        address: "http://127.0.0.1:8188".to_owned(),
        labels: vec!["gpu".to_owned()],
        depth: Some(2),
        is_added: true,
        is_draining: true,
    };
    let line = ann().does(AuditAction::DrainEngine, "http://127.0.0.1:8188");
    store
        .change_engines(vec![engine], Vec::new(), Some(line))
        .await
        .unwrap();
    let embedded = vec!["http://127.0.0.1:1".to_owned()];
    let changed = store.change_embedded_engines(embedded, Vec::new());
    changed.await.unwrap();
    let duration = LearnedDuration {
        workflow: "poster".to_owned(),
        instance: "http://127.0.0.1:8188".to_owned(),
        warm: Some(1.5),
        cold: Some(9.0),
    };
    store.learn_durations(vec![duration]).await.unwrap();
    let node = LearnedNode {
        workflow: "poster".to_owned(),
        node: "3".to_owned(),
        seconds: 1.25,
    };
    store.learn_node_times(vec![node]).await.unwrap();
    store.add_withdrawal("http://e", "gone").await.unwrap();
}

async fn keys_and_webhooks(store: &dyn Store) {
    let of_ann = KeyRecord {
        terms: KeyTerms {
            workflows: Some(["poster", "tint"].into_iter().collect()),
            per_day: Some(100),
            ..KeyTerms::default()
        },
        ..key("ann")
    };
    for key in [of_ann, key("bob")] {
        let name = key.name.clone();
        store.add_key(key, line(&name)).await.unwrap().unwrap();
    }
    let first = FirstKeyRecord {
        link_id: "of the first key".to_owned(),
        earlier: None,
    };
    store.add_first_key("first", first).await.unwrap();
    for (id, owner, events) in [
        ("wh_ann", "ann", &WebhookEvent::ALL[..]),
        ("wh_first", "", &[WebhookEvent::Failed]),
    ] {
        let webhook = NewWebhook {
            id: id.to_owned(),
            owner: owner.to_owned(),
            target: target("https://a.example", &format!("/{id}")),
            events: events.to_vec(),
        };
        let added = store.add_webhook(webhook, [7; 32], line(id)).await;
        added.unwrap().unwrap();
    }
}

fn submitted(id: &str, owner: &str, workflow_id: &str) -> RunRecord {
    RunRecord {
        owner: owner.to_owned(),
        workflow_id: workflow_id.to_owned(),
        version: Some(1),
        ..run(id, None)
    }
}

async fn runs(store: &dyn Store) {
    store.insert(detailed()).await.unwrap();
    for (id, owner, workflow_id) in [
        ("small", "", "tint"),
        ("failed", "ann", "poster"),
        ("failed too", "", "tint"),
        ("cancelled", "bob", "tint"),
        ("running", "ann", "poster"),
        ("repeated", "", "tint"),
        ("claimed", "", "tint"),
        ("waits", "ann", "poster"),
        ("waits too", "", "tint"),
        ("being removed", "ann", "poster"),
        ("removed", "bob", "tint"),
    ] {
        let submitted = submitted(id, owner, workflow_id);
        store.insert(submitted).await.unwrap();
    }
    end_runs(store).await;
    let lost = claimed(store, "repeated", "first").await;
    assert!(store.mark_running(&lost).await.unwrap());
    assert!(store.place_again(&lost).await.unwrap());
    for id in ["running", "repeated"] {
        let held = claimed(store, id, "last").await;
        assert!(store.mark_running(&held).await.unwrap());
    }
    claimed(store, "claimed", "only").await;
    let ids = ["being removed", "removed"].map(str::to_owned).to_vec();
    store.begin_removals(ids, ann()).await.unwrap();
    let gone = vec!["removed".to_owned()];
    store.end_removals(gone).await.unwrap();
}

async fn end_runs(store: &dyn Store) {
    for (id, outputs, bytes) in [
        ("completed", ["a.png", "b.png"], 700),
        ("small", ["c", "d"], 30),
    ] {
        let held = claimed(store, id, id).await;
        assert!(store.mark_running(&held).await.unwrap());
        assert!(store.set_left_out(&held, left_out()).await.unwrap());
        let outcome = RunOutcome::completed(outputs.map(str::to_owned).to_vec(), bytes);
        assert!(store.finish_attempt(&held, outcome).await.unwrap());
    }
    for id in ["failed", "failed too"] {
        store.finish(id, RunOutcome::failed("why")).await.unwrap();
    }
    for id in ["cancelled", "being removed", "removed"] {
        store.finish(id, RunOutcome::cancelled()).await.unwrap();
    }
}

/// Limits that nothing reaches.
pub(super) const UNLIMITED: AttemptLimits = AttemptLimits {
    all: 99,
    of_a_key: 99,
    of_a_lane: 99,
};

/// Delivers the start of the completed run to one of its two receivers, gives up a failure of the first key, and leaves
/// the others pending.
async fn deliveries(store: &dyn Store) {
    let soon = Utc::now() + TimeDelta::seconds(1);
    let due = store.due_deliveries(soon, Vec::new(), UNLIMITED).await;
    for delivery in due.unwrap() {
        let outcome = match (delivery.run_id.as_str(), delivery.lane.origin.as_str()) {
            ("completed", "https://a.example") => AttemptOutcome::Delivered,
            ("failed too", _) => AttemptOutcome::Failed,
            _ => continue,
        };
        let end = ended(delivery.number, outcome, LaneOutcome::Alive);
        store.end_attempt(end).await.unwrap();
    }
}

/// Run it once with the program that is about to be replaced: `cargo test -p store_sqlite keep_a_file -- --ignored`.
#[tokio::test]
#[ignore = "writes a file into the sources"]
async fn keep_a_file_of_this_version() {
    let (folder, store) = super::super::store();
    fill(&*store).await;
    store.complete().await.unwrap();
    drop(store);
    let path = folder.path().join("runs.sqlite");
    let database = rusqlite::Connection::open(&path).unwrap();
    // With small pages: most tables need only one.
    let small = "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM;";
    database.execute_batch(small).unwrap();
    let version: u32 = database
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    drop(database);
    std::fs::copy(path, super::file(version)).unwrap();
}
