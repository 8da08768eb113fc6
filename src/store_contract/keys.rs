//! The keys of callers: their terms, their last use, and what is removed with them.

use api::{Rate, Right};
use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use store::{
    EarlierKey, FirstKeyRecord, KeyRecord, KeyRefusal, KeyTerms, MAX_KEYS, Store, WorkflowSet,
};

use crate::outbox::target;
use crate::samples::{key, line, run, share};

fn until() -> DateTime<Utc> {
    "2026-11-27T12:00:00.250Z".parse().unwrap()
}

/// A key with a value in every member that can be changed.
fn changed(name: &str) -> KeyRecord {
    KeyRecord {
        hash: [2; 32],
        earlier: Some(EarlierKey {
            hash: [1; 32],
            until: until(),
        }),
        terms: KeyTerms {
            rights: [Right::Read].into_iter().collect(),
            workflows: Some(["poster", "tint"].into_iter().collect::<WorkflowSet>()),
            share: 2.5,
            limit: Some(Rate::per_day(7)),
            concurrent: Some(3),
            per_day: Some(4),
            expires_at: Some(until()),
        },
        ..key(name)
    }
}

pub async fn there_are_only_as_many_keys_as_there_may_be_even_at_the_same_time(store: &dyn Store) {
    let names: Vec<String> = (0..MAX_KEYS + 20).map(|name| name.to_string()).collect();
    let adding = names
        .iter()
        .map(|name| store.add_key(key(name), line(name)));
    let results = join_all(adding).await.into_iter().map(Result::unwrap);
    let refused: Vec<_> = results.filter_map(Result::err).collect();
    assert_eq!(refused, [KeyRefusal::TooMany; 20]);
    let kept = store.keys().await.unwrap();
    assert_eq!(kept.len(), MAX_KEYS as usize);
    let first = &kept[0].name;
    let taken = store.add_key(key(first), line(first)).await.unwrap();
    assert_eq!(taken, Err(KeyRefusal::NameIsTaken));
    assert!(store.remove_key(first, line(first)).await.unwrap());
    let added = store.add_key(key("ann"), line("ann")).await.unwrap();
    assert!(added.is_ok(), "there is room again");
}

pub async fn a_key_is_kept_as_it_was_added_and_changed(store: &dyn Store) {
    for name in ["bob", "ann"] {
        let added = store.add_key(key(name), line(name)).await.unwrap().unwrap();
        let created_at = added.created_at;
        assert!(created_at.is_some());
        let expected = KeyRecord {
            created_at,
            ..key(name)
        };
        assert_eq!(added, expected);
    }
    let again = store.add_key(changed("ann"), line("ann")).await.unwrap();
    assert_eq!(again, Err(KeyRefusal::NameIsTaken));
    let of_ann = store.change_key(changed("ann"), line("ann")).await;
    let of_ann = of_ann.unwrap().unwrap();
    let expected = KeyRecord {
        created_at: of_ann.created_at,
        ..changed("ann")
    };
    assert_eq!(of_ann, expected);
    let unknown = store.change_key(key("cid"), line("cid")).await.unwrap();
    assert_eq!(unknown, None);
    let keys = store.keys().await.unwrap();
    let names: Vec<_> = keys.iter().map(|key| key.name.as_str()).collect();
    assert_eq!(names, ["ann", "bob"]);
    assert_eq!(keys[0], of_ann);
}

pub async fn the_last_use_of_a_key_is_noted(store: &dyn Store) {
    store
        .add_key(key("ann"), line("ann"))
        .await
        .unwrap()
        .unwrap();
    let uses = ["ann", "unknown"].map(|name| (name.to_owned(), until()));
    store.note_uses(uses.to_vec()).await.unwrap();
    let keys = store.keys().await.unwrap();
    assert_eq!(keys.len(), 1);
    assert_eq!(keys[0].last_used_at, Some(until()));
}

pub async fn of_first_keys_only_the_current_one_is_remembered(store: &dyn Store) {
    let record = |link_id: &str| FirstKeyRecord {
        link_id: link_id.to_owned(),
        earlier: Some(EarlierKey {
            hash: [1; 32],
            until: until(),
        }),
    };
    assert_eq!(store.first_key("one").await.unwrap(), None);
    store.add_first_key("one", record("l")).await.unwrap();
    assert_eq!(store.first_key("one").await.unwrap(), Some(record("l")));
    store.add_first_key("one", record("m")).await.unwrap();
    assert_eq!(store.first_key("one").await.unwrap(), Some(record("m")));
    assert_eq!(store.first_key("two").await.unwrap(), None);
    assert_eq!(store.first_key("one").await.unwrap(), None);
}

pub async fn a_removed_key_leaves_no_share_and_no_webhook(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_key(key(name), line(name)).await.unwrap().unwrap();
        let share = share(&format!("of {name}"), name);
        store.add_share(share, line(name)).await.unwrap().unwrap();
        let webhook = store::NewWebhook {
            id: name.to_owned(),
            owner: name.to_owned(),
            target: target("/"),
            events: store::WebhookEvent::ALL.to_vec(),
        };
        let added = store.add_webhook(webhook, [1; 32], line(name)).await;
        assert!(added.unwrap().is_some());
    }
    assert!(store.remove_key("ann", line("ann")).await.unwrap());
    assert!(!store.remove_key("ann", line("ann")).await.unwrap());
    for (name, left) in [("ann", 0), ("bob", 1)] {
        assert_eq!(store.webhooks(name).await.unwrap().len(), left);
        let secret = store.webhook_secret(name).await.unwrap();
        assert_eq!(secret.is_some(), left == 1);
        let share = store.share(&format!("of {name}")).await.unwrap();
        assert_eq!(share.is_some(), left == 1);
    }
    assert_eq!(store.keys().await.unwrap().len(), 1);
}
