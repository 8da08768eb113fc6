//! Shared results: how many a key may have, and what a damaged one hides.

use super::*;
use store::KeyTerms;

fn share(id: &str, owner: &str) -> NewShare {
    NewShare {
        id: id.to_owned(),
        run_id: "a".to_owned(),
        owner: owner.to_owned(),
        days: 7,
    }
}

fn line() -> AuditRecord {
    Author::caller("ann", std::net::Ipv4Addr::LOCALHOST.into()).does(AuditAction::EditKey, "ann")
}

async fn with_run() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let (folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    (folder, store)
}

async fn execute(store: &SqliteStore, sql: &'static str) {
    let change = store.write(move |connection| Ok(connection.execute_batch(sql)?));
    change.await.unwrap();
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
    assert_eq!(store.add_share(share("x", ""), line()).await.unwrap(), None);
    execute(
        &store,
        "UPDATE shares SET expires_at = '2026-01-02T00:00:00.000Z' WHERE id = '1'",
    )
    .await;
    let added = store
        .add_share(share("x", ""), line())
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
async fn a_revoked_key_shares_nothing() {
    let (_folder, store) = with_run().await;
    assert_eq!(
        store.add_share(share("x", "ann"), line()).await.unwrap(),
        None
    );
    let key = KeyRecord {
        name: "ann".to_owned(),
        hash: [1; 32],
        earlier: None,
        terms: KeyTerms::default(),
        link_id: "links".to_owned(),
        created_at: None,
        last_used_at: None,
    };
    store.add_key(key, line()).await.unwrap();
    assert!(
        store
            .add_share(share("x", "ann"), line())
            .await
            .unwrap()
            .is_some()
    );
    store.remove_key("ann", line()).await.unwrap();
    assert_eq!(store.share("x").await.unwrap(), None);
}

#[tokio::test]
async fn a_damaged_run_hides_no_other_share() {
    let (_folder, store) = with_run().await;
    store.insert(run("b", None)).await.unwrap();
    store.add_share(share("x", ""), line()).await.unwrap();
    let other = NewShare {
        run_id: "b".to_owned(),
        ..share("y", "")
    };
    store.add_share(other, line()).await.unwrap();
    execute(&store, "UPDATE runs SET version = -1 WHERE id = 'b'").await;
    let shares = store.shares(Reach::of_key("")).await.unwrap();
    let ids: Vec<&str> = shares.iter().map(|share| share.id.as_str()).collect();
    assert_eq!(ids, ["x"]);
}
