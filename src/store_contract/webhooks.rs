//! The webhooks of keys: how many a key may have, and the secret that signs their deliveries.

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use store::{MAX_WEBHOOKS, NewWebhook, Store, WebhookEvent};

use crate::outbox::target;
use crate::samples::{key, line};

fn webhook(id: &str, owner: &str, path: &str, events: &[WebhookEvent]) -> NewWebhook {
    NewWebhook {
        id: id.to_owned(),
        owner: owner.to_owned(),
        target: target(path),
        events: events.to_vec(),
    }
}

/// Adds a webhook for every event. Returns whether it brought the secret, or `None` if it was not added.
async fn add(store: &dyn Store, id: &str, owner: &str) -> Option<bool> {
    let webhook = webhook(id, owner, &format!("/{id}"), &WebhookEvent::ALL);
    let added = store.add_webhook(webhook, [1; 32], line(id)).await;
    added.unwrap().map(|(_, is_first)| is_first)
}

pub async fn a_webhook_with_the_same_url_gets_the_new_events(store: &dyn Store) {
    let first = webhook("a", "", "/", &WebhookEvent::ALL);
    let (first, _) = store
        .add_webhook(first, [1; 32], line("a"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (first.disabled.as_ref(), &first.target),
        (None, &target("/"))
    );
    let second = webhook("b", "", "/", &[WebhookEvent::Failed]);
    let (second, _) = store
        .add_webhook(second, [2; 32], line("b"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (second.id.as_str(), &second.created_at),
        ("a", &first.created_at)
    );
    assert_eq!(second.events, [WebhookEvent::Failed]);
    assert_eq!(store.webhooks("").await.unwrap(), [second]);
}

pub async fn a_key_has_only_as_many_webhooks_as_it_may_even_at_the_same_time(store: &dyn Store) {
    assert_eq!(add(store, "x", "ann").await, None, "there is no such key");
    store
        .add_key(key("ann"), line("ann"))
        .await
        .unwrap()
        .unwrap();
    let ids: Vec<String> = (0..MAX_WEBHOOKS + 5).map(|id| id.to_string()).collect();
    let adding = ids.iter().map(|id| add(store, id, "ann"));
    let added: Vec<bool> = join_all(adding).await.into_iter().flatten().collect();
    assert_eq!(added.len(), MAX_WEBHOOKS as usize);
    let firsts = added.into_iter().filter(|is_first| *is_first);
    assert_eq!(firsts.count(), 1, "one brings the secret");
    let kept = store.webhooks("ann").await.unwrap();
    assert_eq!(kept.len(), MAX_WEBHOOKS as usize);
    assert_eq!(add(store, "of first", "").await, Some(true));
    // One that exists can still be changed.
    assert_eq!(add(store, &kept[0].id, "ann").await, Some(false));
    let removed = store.remove_webhook("ann", &kept[0].id, line("x")).await;
    assert!(removed.unwrap());
    assert_eq!(add(store, "last", "ann").await, Some(false));
}

pub async fn a_new_secret_replaces_the_one_before_only_if_it_should(store: &dyn Store) {
    let set = async |owner: &str, byte, until| {
        let set = store.set_webhook_secret(owner, [byte; 32], until, line("x"));
        let set = set.await.unwrap();
        set.map(|set| {
            (
                set.secret[0],
                set.earlier.map(|(bytes, until)| (bytes[0], until)),
            )
        })
    };
    let until: DateTime<Utc> = "2026-11-27T12:00:00.250Z".parse().unwrap();
    assert!(store.webhook_secret("").await.unwrap().is_none());
    assert_eq!(set("ann", 1, Some(until)).await, None, "no such key");
    assert_eq!(set("", 1, None).await, Some((1, None)));
    assert_eq!(set("", 2, None).await, None, "it has one");
    let replaced = set("", 3, Some(until)).await;
    assert_eq!(replaced, Some((3, Some((1, until)))));
    let kept = store.webhook_secret("").await.unwrap().unwrap();
    assert_eq!(
        (kept.secret, kept.earlier),
        ([3; 32], Some(([1; 32], until)))
    );
}
