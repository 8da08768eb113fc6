//! A file of an older program still has everything after it was opened. Each kept file was filled by `filling::fill`
//! and never changes.
//!
//! - `data/version-20.sqlite`: its triggers wrote the consequences of each change. To make it, `run_changes` was
//!   reduced to its statements, and `migrate` ended at this version, as in the program of that time.
//! - `data/version-21.sqlite`: it has no triggers.

mod filling;

use std::path::PathBuf;

use chrono::TimeDelta;

use super::super::migrations;
use super::*;
use filling::{UNLIMITED, detailed, left_out};

/// The database versions of the files.
const VERSIONS: [u32; 2] = [20, 21];

/// The file of this version.
fn file(version: u32) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    PathBuf::from(folder).join(format!("version-{version}.sqlite"))
}

/// A copy of the file of this version.
fn copied(version: u32) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    std::fs::copy(file(version), &path).unwrap();
    let database = rusqlite::Connection::open(&path).unwrap();
    let found = database.pragma_query_value(None, "user_version", |row| row.get(0));
    assert_eq!(found, Ok(version));
    (folder, path)
}

/// The stores of all files.
fn opened() -> Vec<(tempfile::TempDir, SqliteStore)> {
    let opened = VERSIONS.map(|version| {
        let (folder, path) = copied(version);
        (folder, SqliteStore::open(&path).unwrap())
    });
    opened.into()
}

#[tokio::test]
async fn every_run_is_there_in_its_state() {
    for (_folder, store) in opened() {
        let (count, runs) = store.runs(all()).await.unwrap();
        let states = runs.iter().map(|run| (run.id.as_str(), run.status.name()));
        let expected = [
            ("completed", "completed"),
            ("small", "completed"),
            ("failed", "failed"),
            ("failed too", "failed"),
            ("cancelled", "cancelled"),
            ("running", "running"),
            ("repeated", "running"),
            ("claimed", "pending"),
            ("waits", "pending"),
            ("waits too", "pending"),
        ];
        assert_eq!(states.collect::<Vec<_>>(), expected);
        assert_eq!(count, expected.len() as u64);
        let open = ["running", "repeated", "claimed", "waits", "waits too"];
        assert_eq!(store.unfinished().await.unwrap(), open);
        let attempts = runs.iter().map(|run| run.attempts);
        let expected = [1, 1, 0, 0, 0, 1, 2, 1, 0, 0];
        assert_eq!(attempts.collect::<Vec<_>>(), expected);
        assert_eq!(store.removals().await.unwrap(), ["being removed"]);
    }
}

#[tokio::test]
async fn a_run_has_every_member_that_it_had() {
    for (_folder, store) in opened() {
        let kept = store.run("completed").await.unwrap().unwrap();
        let times = [kept.created_at, kept.started_at, kept.completed_at];
        assert!(times.iter().all(|time| time.is_some()), "{times:?}");
        let expected = RunRecord {
            status: RunStatus::Completed,
            instance_address: Some("http://e".to_owned()),
            prompt_id: "completed".to_owned(),
            client_id: Some("c".to_owned()),
            attempts: 1,
            workflow: None,
            schema: None,
            outputs: ["a.png", "b.png"].map(str::to_owned).to_vec(),
            left_out: left_out(),
            created_at: kept.created_at,
            started_at: kept.started_at,
            completed_at: kept.completed_at,
            shared_until: kept.shared_until,
            ..detailed()
        };
        assert_eq!(format!("{kept:?}"), format!("{expected:?}"));
        assert!(kept.shared_until.is_some());
        let waiting = store.run("waits").await.unwrap().unwrap();
        assert_eq!(waiting.workflow.as_deref(), Some("{}"));
    }
}

#[tokio::test]
async fn usage_and_totals_are_kept() {
    for (_folder, store) in opened() {
        let query = UsageQuery {
            from: "0000-01-01".to_owned(),
            to: "9999-12-31".to_owned(),
            by: UsageBy::Key,
            reach: Reach::default(),
        };
        let usage = store.usage(query).await.unwrap();
        let used = usage.iter().map(|of| (of.name.as_str(), of.runs, of.bytes));
        let expected = [("", 5, 30), ("ann", 5, 700), ("bob", 2, 0)];
        assert_eq!(used.collect::<Vec<_>>(), expected);
        let totals = store.totals().await.unwrap().into_iter();
        let totals: Vec<_> = totals.map(|(id, of)| (id, of.runs, of.bytes)).collect();
        let expected = [("poster".to_owned(), 2, 700), ("tint".to_owned(), 3, 30)];
        assert_eq!(totals, expected);
        let shared = store.shared_totals(None).await.unwrap();
        assert_eq!((shared.runs, shared.bytes), (1, 700));
    }
}

#[tokio::test]
async fn events_are_read_and_go_on_with_the_next_number() {
    for (_folder, store) in opened() {
        let news = store.follow_events().await.unwrap();
        let events = store.events_after(0, 1000).await.unwrap();
        assert_eq!(events.last().map(|event| event.id), Some(news.last));
        let (_, runs) = store.runs(all()).await.unwrap();
        for run in &runs {
            let of_run = store.events_of_run(&run.id, 0).await.unwrap();
            let numbers = of_run.iter().map(|event| event.number);
            let expected: Vec<_> = (1..=of_run.len() as u32).collect();
            assert_eq!(numbers.collect::<Vec<_>>(), expected, "{}", run.id);
            let last = of_run.last().map(|event| event.status);
            assert_eq!(last, Some(run.status), "{}", run.id);
        }
        let held = store.run("running").await.unwrap().unwrap().hold();
        let outcome = RunOutcome::completed(Vec::new(), 5);
        assert!(store.finish_attempt(&held, outcome).await.unwrap());
        let further = store.events_after(news.last, 1000).await.unwrap();
        let further = further
            .iter()
            .map(|event| (event.number, event.kind.name()));
        assert_eq!(further.collect::<Vec<_>>(), [(4, "outputs"), (5, "state")]);
        assert_eq!(store.totals().await.unwrap()["poster"].bytes, 705);
    }
}

#[tokio::test]
async fn a_delivery_that_was_pending_is_still_due() {
    for (_folder, store) in opened() {
        let of = |owner: &str, state| DeliveryFilter {
            reach: Reach::of_key(owner),
            state: Some(state),
            limit: 100,
            offset: 0,
        };
        let count = async |owner, state| store.deliveries(of(owner, state)).await.unwrap().0;
        assert_eq!(count("", DeliveryState::Failed).await, 1);
        assert_eq!(count("ann", DeliveryState::Delivered).await, 1);
        assert_eq!(count("ann", DeliveryState::Pending).await, 6);
        store.schedule_deliveries().await.unwrap();
        let soon = Utc::now() + TimeDelta::seconds(1);
        let due = store
            .due_deliveries(soon, Vec::new(), UNLIMITED)
            .await
            .unwrap();
        let mut due: Vec<_> = due
            .iter()
            .map(|due| (due.run_id.as_str(), due.event.as_str()))
            .collect();
        due.sort_unstable();
        let expected = [
            ("being removed", "run.cancelled"),
            // The second receiver gets the end after the start.
            ("completed", "run.completed"),
            ("completed", "run.started"),
            ("failed", "run.failed"),
            ("running", "run.started"),
        ];
        assert_eq!(due, expected);
    }
}

#[tokio::test]
async fn keys_and_what_they_have_are_there() {
    for (_folder, store) in opened() {
        let keys = store.keys().await.unwrap();
        let names: Vec<_> = keys.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(names, ["ann", "bob"]);
        assert_eq!((keys[0].hash, keys[0].terms.per_day), ([1; 32], Some(100)));
        let workflows = keys[0].terms.workflows.as_ref().map(WorkflowSet::json);
        assert_eq!(workflows.as_deref(), Some(r#"["poster","tint"]"#));
        let first = store.first_key("first").await.unwrap().unwrap();
        assert_eq!(first.link_id, "of the first key");
        let share = store.share("shared").await.unwrap().unwrap();
        assert_eq!(
            (share.run_id.as_str(), share.version),
            ("completed", Some(2))
        );
        for (owner, id) in [("ann", "wh_ann"), ("", "wh_first")] {
            let webhooks = store.webhooks(owner).await.unwrap();
            assert_eq!((webhooks.len(), webhooks[0].id.as_str()), (1, id));
            let secret = store.webhook_secret(owner).await.unwrap().unwrap();
            assert_eq!(secret.secret, [7; 32]);
        }
    }
}

#[tokio::test]
async fn versions_engines_and_the_audit_log_are_there() {
    for (_folder, store) in opened() {
        let versions = store.versions().await.unwrap();
        let versions: Vec<_> = versions
            .iter()
            .map(|of| (of.workflow_id.as_str(), of.number, of.digest.as_str()))
            .collect();
        let expected = [
            ("poster", 1, "one"),
            ("poster", 2, "two"),
            ("tint", 1, "three"),
        ];
        assert_eq!(versions, expected);
        let digest = store.folder_digest("tint").await.unwrap();
        assert_eq!(digest.as_deref(), Some("three"));
        let engines = store.engines().await.unwrap();
        assert!(engines[0].is_draining && engines[0].labels == ["gpu"]);
        assert_eq!(store.embedded_engines().await.unwrap().len(), 1);
        assert_eq!(store.durations().await.unwrap()[0].cold, Some(9.0));
        assert_eq!(store.node_times().await.unwrap()[0].seconds, 1.25);
        assert_eq!(store.withdrawals().await.unwrap()[0].1, "gone");
        let (lines, _) = store.audit(AuditFilter::default()).await.unwrap();
        assert_eq!(lines, 10);
    }
}

#[tokio::test]
async fn a_program_of_before_refuses_a_database_that_was_changed() {
    for version in VERSIONS {
        let (_folder, path) = copied(version);
        drop(SqliteStore::open(&path).unwrap());
        let mut database = rusqlite::Connection::open(&path).unwrap();
        let last = usize::try_from(migrations::LAST_WITH_TRIGGERS).unwrap();
        let refused = migrations::migrate_to(&mut database, last).unwrap_err();
        let refused = StoreError::from(refused);
        assert!(matches!(refused, StoreError::Later), "{refused}");
    }
}
