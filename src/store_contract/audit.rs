//! The audit log: lines are written with their change, filtered, and removed by age.

use std::net::Ipv4Addr;

use chrono::{DateTime, TimeDelta, Utc};
use store::{AuditAction, AuditFilter, Author, FIRST_KEY, Origin, Store};

use crate::samples::{ann, key, later, line};

/// The subjects of the lines that a filter matches, and the number of lines on all pages.
async fn subjects(store: &dyn Store, filter: AuditFilter) -> (u64, Vec<String>) {
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

pub async fn only_a_change_that_is_made_has_a_line(store: &dyn Store) {
    assert!(store.add_key(key("a"), line("made")).await.unwrap().is_ok());
    assert!(
        store
            .add_key(key("a"), line("again"))
            .await
            .unwrap()
            .is_err()
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
    assert_eq!(subjects(store, all()).await, (2, expected));
}

pub async fn a_deployed_workflow_is_logged_with_its_version_and_a_file_of_the_folder_is_not(
    store: &dyn Store,
) {
    store.publish("w", "1", Origin::Folder, None).await.unwrap();
    store
        .publish("w", "2", Origin::Upload, Some(&ann()))
        .await
        .unwrap();
    assert_eq!(subjects(store, all()).await, (1, vec!["w@v2".to_owned()]));
}

/// Adds a line by the first key, and two by ann at later times. Returns the times.
async fn three_lines(store: &dyn Store) -> Vec<DateTime<Utc>> {
    let first = Author::caller("", Ipv4Addr::LOCALHOST.into());
    let by_first = first.does(AuditAction::AddEngine, "1");
    for line in [by_first, line("2"), line("3")] {
        store.log(line).await.unwrap();
        later().await;
    }
    let (_, mut lines) = store.audit(all()).await.unwrap();
    lines.reverse();
    lines.iter().map(|line| line.at).collect()
}

pub async fn lines_are_filtered_from_last_to_first(store: &dyn Store) {
    let at = three_lines(store).await;
    let time = |number: usize| Some(at[number - 1]);
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
        (between(time(2), None), "32"),
        (between(None, time(2)), "1"),
        (between(time(2), time(3)), "2"),
        (filter(|of| of.actor = Some("ann".to_owned())), "32"),
        (filter(|of| of.actor = Some(FIRST_KEY.to_owned())), "1"),
        (filter(|of| of.action = Some(AuditAction::AddEngine)), "1"),
        (filter(|of| of.action = Some(AuditAction::DrainEngine)), ""),
    ] {
        let (count, subjects) = subjects(store, filter.clone()).await;
        assert_eq!(subjects.concat(), expected, "{filter:?}");
        assert_eq!(count, expected.len() as u64);
    }
    let page = AuditFilter {
        limit: 1,
        offset: 1,
        ..all()
    };
    assert_eq!(subjects(store, page).await, (3, vec!["2".to_owned()]));
}

pub async fn lines_from_before_a_time_are_removed(store: &dyn Store) {
    let at = three_lines(store).await;
    store.forget_audit(at[1]).await.unwrap();
    let left = ["3", "2"].map(str::to_owned).to_vec();
    assert_eq!(subjects(store, all()).await, (2, left));
    let (_, before) = store.audit(all()).await.unwrap();
    let end = Utc::now() + TimeDelta::seconds(1);
    store.forget_audit(end).await.unwrap();
    assert_eq!(subjects(store, all()).await, (0, Vec::new()));
    store.log(line("4")).await.unwrap();
    let (_, after) = store.audit(all()).await.unwrap();
    assert!(after[0].id > before[0].id, "an id is never used again");
    assert_eq!(
        (after[0].actor.as_str(), after[0].address.as_deref()),
        ("ann", Some("127.0.0.1"))
    );
    assert_eq!(after[0].action, AuditAction::EditKey.name());
}
