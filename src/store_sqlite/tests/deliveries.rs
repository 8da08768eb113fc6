//! The outbox of webhooks at a start.

use super::*;
use store_contract::outbox::{accept, add, due};

#[tokio::test]
async fn the_times_of_lanes_are_found_again_at_a_start() {
    let (folder, store) = store();
    add(&*store, "/", &WebhookEvent::ALL).await;
    accept(&*store, "a", None).await;
    store
        .mark_running(&hold_of(&*store, "a", "a").await)
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
