//! A copy whose runs are brought up to date afterwards, as a backup needs it.

use super::*;

#[tokio::test]
async fn a_run_that_changes_after_the_copy_has_the_events_and_counts_of_the_store() {
    let (folder, store) = store();
    for id in ["ends", "goes", "stays"] {
        store.insert(run(id, None)).await.unwrap();
    }
    let (path, copied) = (
        folder.path().join("runs.sqlite"),
        folder.path().join("copy"),
    );
    let copy = StoreCopy::make(&path, &copied).unwrap();
    for id in ["ends", "goes"] {
        assert!(
            store
                .begin_attempt(claim(id, "e", id, "c"))
                .await
                .unwrap()
                .is_some()
        );
        store
            .mark_running(&hold_of(&*store, id, id).await)
            .await
            .unwrap();
        let outcome = RunOutcome::completed(vec!["x.png".to_owned()], 7);
        assert!(
            store
                .finish_attempt(&hold_of(&*store, id, id).await, outcome)
                .await
                .unwrap()
        );
    }
    let removed = store.begin_removals(vec!["goes".to_owned()], Author::service());
    assert_eq!(removed.await.unwrap().len(), 1);
    // Twice, as for a run that changes again.
    for _ in 0..2 {
        for id in ["ends", "stays"] {
            assert!(copy.refresh(id).unwrap().is_some(), "{id}");
        }
        assert!(copy.refresh("goes").unwrap().is_none());
    }
    drop(copy);
    let copy = SqliteStore::open(&copied).unwrap();
    for id in ["ends", "stays", "goes"] {
        let (here, there) = (
            store.events_of_run(id, 0).await.unwrap(),
            copy.events_of_run(id, 0).await.unwrap(),
        );
        assert_eq!(here, there, "{id}");
        let (here, there) = (
            store.state_of_run(id).await.unwrap(),
            copy.state_of_run(id).await.unwrap(),
        );
        assert_eq!(here, there, "{id}");
    }
    assert_eq!(store.totals().await.unwrap(), copy.totals().await.unwrap());
    let query = UsageQuery {
        from: "2000-01-01".to_owned(),
        to: "9999-12-31".to_owned(),
        by: UsageBy::Key,
        reach: Reach::default(),
    };
    let runs = copy.usage(query).await.unwrap();
    assert_eq!((runs[0].runs, runs[0].bytes), (3, 7));
}
