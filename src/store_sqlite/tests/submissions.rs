//! Submissions with an idempotency key.

use super::*;

fn submission(id: &str, owner: &str, key: &str) -> RunRecord {
    RunRecord {
        owner: owner.into(),
        idempotency_key: Some(key.into()),
        ..run(id, None)
    }
}

#[tokio::test]
async fn a_repeated_submission_returns_the_first_run() {
    let (_folder, store) = store();
    let insert = async |id, owner, key| {
        let earlier = store.insert(submission(id, owner, key)).await.unwrap();
        earlier.map(|run| run.id)
    };
    assert_eq!(insert("a", "me", "k").await, None);
    assert_eq!(insert("b", "me", "k").await.as_deref(), Some("a"));
    assert_eq!(insert("c", "you", "k").await, None);
    assert_eq!(insert("d", "me", "other").await, None);
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    assert_eq!(insert("e", "me", "k").await.as_deref(), Some("a"));
    assert_eq!(store.runs(all()).await.unwrap().0, 3);
}

#[tokio::test]
async fn a_key_may_be_used_again_after_a_day() {
    let (folder, store) = store();
    store.insert(submission("a", "me", "k")).await.unwrap();
    let database = rusqlite::Connection::open(folder.path().join("runs.sqlite")).unwrap();
    let yesterday = "UPDATE runs SET created_at = '2020-01-01T00:00:00.000Z'";
    database.execute(yesterday, []).unwrap();
    assert!(
        store
            .insert(submission("b", "me", "k"))
            .await
            .unwrap()
            .is_none()
    );
    let repeated = store.insert(submission("c", "me", "k")).await.unwrap();
    assert_eq!(repeated.unwrap().id, "b");
}

#[tokio::test]
async fn changes_at_the_same_time_share_transactions_and_fail_on_their_own() {
    let (_folder, store) = store();
    store.insert(run("taken", None)).await.unwrap();
    let ids = (0..200).map(|number| match number % 4 {
        0 => "taken".to_owned(),
        _ => number.to_string(),
    });
    let inserts = ids.map(|id| store.insert(run(&id, None)));
    let results = futures_util::future::join_all(inserts).await;
    let failed = results.iter().filter(|result| result.is_err()).count();
    assert_eq!(failed, 50);
    assert_eq!(store.runs(all()).await.unwrap().0, 151);
}
