//! The attempts of interrupted runs.

use super::*;

#[tokio::test]
async fn an_interrupted_run_waits_again_until_it_has_had_its_attempts() {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    store.mark_running("a").await.unwrap();
    assert!(store.place_again("a", 2).await.unwrap());
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.instance_address, read.started_at),
        (RunStatus::Pending, None, None)
    );
    assert_eq!(store.waiting().await.unwrap().len(), 1);
    assert!(!store.place_again("a", 2).await.unwrap());
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    assert!(!store.place_again("a", 9).await.unwrap());
}

#[tokio::test]
async fn the_addresses_of_embedded_engines_are_replaced() {
    let (_folder, store) = store();
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    for names in [["a", "b"], ["b", "c"]] {
        let addresses = names.map(str::to_owned).to_vec();
        store.set_embedded_engines(addresses).await.unwrap();
        assert_eq!(store.embedded_engines().await.unwrap(), set(&names));
    }
}

#[tokio::test]
async fn a_store_without_attempts_gets_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let old = rusqlite::Connection::open(&path).unwrap();
    let table = "CREATE TABLE runs (id TEXT PRIMARY KEY, workflow_id TEXT NOT NULL, group_id TEXT,
            status TEXT NOT NULL, error TEXT, instance TEXT, prompt_id TEXT NOT NULL, workflow TEXT,
            inputs TEXT NOT NULL, outputs TEXT NOT NULL DEFAULT '[]', created_at TEXT NOT NULL,
            started_at TEXT, completed_at TEXT) STRICT;
        INSERT INTO runs (id, workflow_id, status, prompt_id, inputs, created_at)
        VALUES ('a', 'w', 'running', 'a', '[]', '2026-11-22T00:00:00.000Z')";
    old.execute_batch(table).unwrap();
    drop(old);
    for attempt in [true, false] {
        let store = Store::open(&path).unwrap();
        assert_eq!(store.place_again("a", 2).await.unwrap(), attempt);
    }
}
