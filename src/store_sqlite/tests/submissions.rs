//! Submissions with an old idempotency key.

use super::*;

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
