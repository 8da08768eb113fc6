//! The audit log: written with the change it is about, filtered, and bounded in age and number.

use std::net::Ipv4Addr;

use chrono::Utc;

use super::*;

fn ann() -> Author {
    Author::caller("ann", Ipv4Addr::LOCALHOST.into())
}

fn line(subject: &str) -> AuditRecord {
    ann().does(AuditAction::EditKey, subject)
}

fn key(name: &str) -> KeyRecord {
    KeyRecord {
        name: name.to_owned(),
        hash: [1; 32],
        earlier: None,
        terms: KeyTerms::default(),
        link_id: "links".to_owned(),
        created_at: None,
        last_used_at: None,
    }
}

async fn execute(store: &SqliteStore, sql: &'static str) {
    let change = store.write(move |connection| Ok(connection.execute_batch(sql)?));
    change.await.unwrap();
}

/// The subjects of the lines that a filter chooses, and the number of lines on all pages.
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
async fn only_a_change_that_is_made_has_a_line() {
    let (_folder, store) = store();
    assert!(
        store
            .add_key(key("a"), line("made"))
            .await
            .unwrap()
            .is_some()
    );
    assert!(
        store
            .add_key(key("a"), line("again"))
            .await
            .unwrap()
            .is_none()
    );
    assert!(
        store
            .change_key(key("x"), line("unknown"))
            .await
            .unwrap()
            .is_none()
    );
    assert!(!store.remove_key("x", line("unknown")).await.unwrap());
    assert!(!store.remove_share("x", line("unknown")).await.unwrap());
    assert!(store.remove_key("a", line("revoked")).await.unwrap());
    let expected = ["revoked", "made"].map(str::to_owned).to_vec();
    assert_eq!(subjects(&store, all()).await, (2, expected));
}

#[tokio::test]
async fn a_change_whose_line_cannot_be_written_is_not_made() {
    let (_folder, store) = store();
    execute(&store, "DROP TABLE audit").await;
    store.add_key(key("a"), line("a")).await.unwrap_err();
    assert_eq!(store.keys().await.unwrap(), []);
    let published = store.publish("w", "digest", Origin::Upload, Some(&ann()));
    published.unwrap_err();
    assert!(store.versions().unwrap().is_empty());
}

#[tokio::test]
async fn a_deployed_workflow_is_logged_with_its_version_and_a_file_of_the_folder_is_not() {
    let (_folder, store) = store();
    store.publish("w", "1", Origin::Folder, None).unwrap();
    store
        .publish("w", "2", Origin::Upload, Some(&ann()))
        .unwrap();
    assert_eq!(subjects(&store, all()).await, (1, vec!["w@v2".to_owned()]));
}

/// A store with a line by the first key, and two by ann on the next days.
async fn three_lines() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let (folder, store) = store();
    let first = Author::caller("", Ipv4Addr::LOCALHOST.into());
    let by_first = first.does(AuditAction::AddEngine, "1");
    for line in [by_first, line("2"), line("3")] {
        store.log(line).await.unwrap();
    }
    let days = "UPDATE audit SET at = '2026-01-0' || id || 'T00:00:00.000Z'";
    execute(&store, days).await;
    (folder, store)
}

#[tokio::test]
async fn lines_are_filtered_from_last_to_first() {
    let (_folder, store) = three_lines().await;
    let day = |day: u32| Some(format!("2026-01-0{day}T00:00:00Z").parse().unwrap());
    let filter = |change: fn(&mut AuditFilter)| {
        let mut filter = all();
        change(&mut filter);
        filter
    };
    let between = |since, until| AuditFilter {
        since,
        until,
        ..all()
    };
    for (filter, expected) in [
        (all(), "321"),
        (between(day(2), None), "32"),
        (between(None, day(2)), "1"),
        (between(day(2), day(3)), "2"),
        (filter(|of| of.actor = Some("ann".to_owned())), "32"),
        (filter(|of| of.actor = Some(FIRST_KEY.to_owned())), "1"),
        (filter(|of| of.action = Some(AuditAction::AddEngine)), "1"),
        (filter(|of| of.action = Some(AuditAction::DrainEngine)), ""),
    ] {
        let (count, subjects) = subjects(&store, filter.clone()).await;
        assert_eq!(subjects.concat(), expected, "{filter:?}");
        assert_eq!(count, expected.len() as u64);
    }
    let page = AuditFilter {
        limit: 1,
        offset: 1,
        ..all()
    };
    assert_eq!(subjects(&store, page).await, (3, vec!["2".to_owned()]));
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
