//! Shared results that have expired, and damaged ones.

use super::*;

async fn with_run() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let (folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    (folder, store)
}

#[tokio::test]
async fn a_key_may_have_a_thousand_shares_that_have_not_expired() {
    let (_folder, store) = with_run().await;
    execute(
        &store,
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
         INSERT INTO shares SELECT n, 'a', '', '2026-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z' FROM numbers",
    )
    .await;
    assert_eq!(
        store.add_share(share("x", ""), line("x")).await.unwrap(),
        None
    );
    execute(
        &store,
        "UPDATE shares SET expires_at = '2026-01-02T00:00:00.000Z' WHERE id = '1'",
    )
    .await;
    let added = store
        .add_share(share("x", ""), line("x"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (added.workflow_id.as_str(), added.run_id.as_str()),
        ("w", "a")
    );
    assert_eq!(store.share("x").await.unwrap(), Some(added));
    assert_eq!(store.shares(Reach::default()).await.unwrap().len(), 1000);
}

#[tokio::test]
async fn a_damaged_run_hides_no_other_share() {
    let (_folder, store) = with_run().await;
    store.insert(run("b", None)).await.unwrap();
    store.add_share(share("x", ""), line("x")).await.unwrap();
    let other = NewShare {
        run_id: "b".to_owned(),
        ..share("y", "")
    };
    store.add_share(other, line("x")).await.unwrap();
    execute(&store, "UPDATE runs SET version = -1 WHERE id = 'b'").await;
    let shares = store.shares(Reach::of_key("")).await.unwrap();
    let ids: Vec<&str> = shares.iter().map(|share| share.id.as_str()).collect();
    assert_eq!(ids, ["x"]);
}
