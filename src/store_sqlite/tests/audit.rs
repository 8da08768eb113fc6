//! The audit log: lines are written with their change, and limited in age and number.

use super::*;

/// The subjects of the lines that a filter matches, and the number of lines on all pages.
async fn subjects(store: &SqliteStore, filter: AuditFilter) -> (u64, Vec<String>) {
    let (count, lines) = store.audit(filter).await.unwrap();
    let subjects = lines.into_iter().map(|line| line.subject);
    (count, subjects.collect())
}

fn all() -> AuditFilter {
    AuditFilter {
        limit: 100,
        ..AuditFilter::default()
    }
}

#[tokio::test]
async fn a_change_whose_line_cannot_be_written_is_not_made() {
    let (_folder, store) = store();
    execute(&store, "DROP TABLE audit").await;
    store.add_key(key("a"), line("a")).await.unwrap_err();
    assert_eq!(store.keys().await.unwrap(), []);
    let by = ann();
    let published = store.publish("w", "digest", Origin::Upload, Some(&by));
    published.await.unwrap_err();
    assert!(store.versions().await.unwrap().is_empty());
}

#[tokio::test]
async fn old_lines_are_removed_all_of_them_and_ids_are_not_used_again() {
    let (_folder, store) = store();
    execute(
        &store,
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10001)
         INSERT INTO audit (at, actor, action, subject)
            SELECT '2026-01-01T00:00:00.000Z', 'ann', 'key.edit', n FROM numbers",
    )
    .await;
    store.forget_audit(Utc::now()).await.unwrap();
    store.log(line("new")).await.unwrap();
    store
        .forget_audit("2026-01-02T00:00:00Z".parse().unwrap())
        .await
        .unwrap();
    let (count, lines) = store.audit(all()).await.unwrap();
    assert_eq!((count, lines[0].id), (1, 10_002));
}

#[tokio::test]
async fn the_oldest_lines_make_room_and_subjects_are_not_too_long() {
    let (_folder, store) = store();
    store.log(line("first")).await.unwrap();
    execute(
        &store,
        "INSERT INTO audit SELECT 1000000, at, actor, address, action, 'last' FROM audit",
    )
    .await;
    store.log(line(&"ä".repeat(1000))).await.unwrap();
    let (count, subjects) = subjects(&store, all()).await;
    assert_eq!((count, subjects[1].as_str()), (2, "last"));
    assert_eq!(subjects[0].chars().count(), 500);
}
