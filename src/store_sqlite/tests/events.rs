//! The events of a change are written in its transaction, so that a killed program loses none.

use futures_util::StreamExt;

use super::*;
use store_contract::changes::{changes, make, reported};

/// A copy of the files as a killed service leaves them, opened.
fn killed(folder: &tempfile::TempDir) -> (tempfile::TempDir, SqliteStore) {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    let store = SqliteStore::open(&copy.path().join("runs.sqlite")).unwrap();
    (copy, store)
}

#[tokio::test]
async fn a_service_killed_before_or_after_any_change_reports_it_if_and_only_if_it_was_written() {
    let (folder, store) = store();
    for change in changes() {
        let (_before, without) = killed(&folder);
        assert_eq!(
            reported(&without, change.before).await,
            [],
            "{}",
            change.name
        );
        make(&*store, change.name).await;
        // Nobody has read it yet: there is no feed.
        let (_after, with) = killed(&folder);
        assert_eq!(
            reported(&with, change.before).await,
            change.reported,
            "{}",
            change.name
        );
        let state = with.state_of_run("a").await.unwrap().unwrap();
        assert_eq!(
            state.number,
            change.reported.last().unwrap().0,
            "{}",
            change.name
        );
    }
    let outputs = &store.events_of_run("a", 8).await.unwrap()[0];
    assert_eq!(outputs.outputs, ["x.png"]);
}

#[tokio::test]
async fn the_last_event_is_known_once_it_is_on_the_disk() {
    let (folder, store) = store();
    let mut news = store.follow_events().await.unwrap();
    assert_eq!(news.last, 0);
    for (index, id) in ["a", "b", "c"].into_iter().enumerate() {
        let inserting = tokio::spawn({
            let store = store.clone();
            async move { store.insert(run(id, None)).await }
        });
        let id = news.later.next().await.unwrap();
        let (_copy, copied) = killed(&folder);
        let events = copied.events_after(0, 10).await.unwrap();
        assert_eq!(events.last().map(|event| event.id), Some(id));
        assert_eq!(events.len(), index + 1);
        inserting.await.unwrap().unwrap();
    }
    drop(store);
    assert_eq!(news.later.next().await, None);
    let reopened = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    assert_eq!(reopened.follow_events().await.unwrap().last, 3);
}
