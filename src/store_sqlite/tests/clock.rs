//! The time that ages are compared with before something is removed permanently.

use chrono::{DateTime, TimeDelta, Utc};

use super::*;

fn text(time: DateTime<Utc>) -> String {
    times::text(time)
}

/// A clock that was set forty days ahead an hour ago.
fn jumped(now: DateTime<Utc>) -> ClockRecord {
    ClockRecord {
        seen: now,
        hold: Some(ClockHold {
            from: now - TimeDelta::days(40),
            until: now + TimeDelta::hours(23),
        }),
    }
}

#[tokio::test]
async fn what_is_noted_is_there_again() {
    let (folder, store) = store();
    let now: DateTime<Utc> = "2026-11-27T12:00:00.250Z".parse().unwrap();
    assert_eq!(store.clock().await.unwrap().hold, None);
    store.set_clock(jumped(now)).await.unwrap();
    drop(store);
    let store = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    assert_eq!(store.clock().await.unwrap(), jumped(now));
}

#[tokio::test]
async fn after_a_jump_no_idempotency_key_is_forgotten() {
    let (_folder, store) = store();
    store.insert(submission("a", "", "k")).await.unwrap();
    let now = Utc::now();
    let made = text(now - TimeDelta::days(40) - TimeDelta::hours(1));
    execute(&store, format!("UPDATE runs SET created_at = '{made}'")).await;
    store.set_clock(jumped(now)).await.unwrap();
    let known = store.submitted("", "k").await.unwrap();
    assert_eq!(known.unwrap().id, "a");
    let earlier = store.insert(submission("b", "", "k")).await.unwrap();
    assert_eq!(earlier.unwrap().id, "a");
}

#[tokio::test]
async fn after_a_jump_links_end_and_still_keep_their_runs() {
    let (_folder, store) = store();
    for id in ["a", "b"] {
        store.insert(run(id, None)).await.unwrap();
        store.finish(id, RunOutcome::cancelled()).await.unwrap();
    }
    store
        .add_share(share("x", ""), line("x"))
        .await
        .unwrap()
        .unwrap();
    let now = Utc::now();
    let end = text(now - TimeDelta::days(33));
    execute(&store, format!("UPDATE shares SET expires_at = '{end}'")).await;
    store.set_clock(jumped(now)).await.unwrap();
    assert_eq!(store.share("x").await.unwrap(), None);
    store
        .add_share(share("y", ""), line("x"))
        .await
        .unwrap()
        .unwrap();
    store.remove_share("y", line("x")).await.unwrap();
    assert_eq!(store.shared_totals(None).await.unwrap().runs, 1);
    // Too many runs: the shared one is not among them.
    let beyond = Surplus::Beyond {
        runs: Some(0),
        bytes: None,
    };
    let removed = store.begin_expiry(None, beyond, 10).await.unwrap();
    let removed: Vec<_> = removed.into_iter().map(|run| run.id).collect();
    assert_eq!(removed, ["b"]);
    // Once the clock is right again, the expired link no longer counts.
    let right = ClockRecord {
        seen: now,
        hold: None,
    };
    store.set_clock(right).await.unwrap();
    assert_eq!(store.shared_totals(None).await.unwrap().runs, 0);
}

#[tokio::test]
async fn a_time_that_nobody_has_noted_yet_is_not_believed() {
    let (_folder, store) = store();
    store.insert(submission("a", "", "k")).await.unwrap();
    // One time: the next millisecond may begin between two.
    let made = Utc::now() - TimeDelta::days(40);
    let seen = made;
    execute(
        &store,
        format!("UPDATE runs SET created_at = '{}'", text(made)),
    )
    .await;
    let noted = ClockRecord { seen, hold: None };
    store.set_clock(noted).await.unwrap();
    assert_eq!(
        store
            .insert(submission("b", "", "k"))
            .await
            .unwrap()
            .unwrap()
            .id,
        "a"
    );
}

#[tokio::test]
async fn a_delivery_that_a_wrong_clock_has_put_off_for_weeks_is_due() {
    let (_folder, store) = store();
    let sql = "INSERT INTO deliveries
            (id, run_id, workflow_id, owner, event, url, origin, created_at, queued_at, due_at)
            SELECT 'm', 'r', 'w', '', 'run.failed', 'https://a.example/', 'https://a.example', t, t, t
            FROM (SELECT '2999-01-01T00:00:00.000Z' AS t);
        INSERT INTO delivery_lanes (owner, origin, next_at, slowed_until)
            SELECT owner, origin, due_at, due_at FROM deliveries;";
    execute(&store, sql.to_owned()).await;
    let due = async || {
        let limits = AttemptLimits {
            all: 8,
            of_a_key: 8,
            of_a_lane: 8,
        };
        let soon = Utc::now() + TimeDelta::seconds(1);
        let due = store.due_deliveries(soon, Vec::new(), limits).await;
        due.unwrap().len()
    };
    assert_eq!(due().await, 0);
    store.schedule_deliveries().await.unwrap();
    assert_eq!(due().await, 1);
}
