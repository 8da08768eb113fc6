//! Records that many tests use.

use std::net::Ipv4Addr;
use std::time::Duration;

use run_core::StoredInput;
use store::{
    AuditAction, AuditRecord, Author, Claim, Hold, KeyRecord, KeyTerms, NewShare, Page, RunFilter,
    RunRecord, SortBy, Store,
};

/// A run that waits, with one value.
pub fn run(id: &str, group: Option<&str>) -> RunRecord {
    RunRecord {
        group_id: group.map(str::to_owned),
        workflow: Some("{}".into()),
        schema: Some("{}".into()),
        inputs: vec![StoredInput {
            path: "a".into(),
            value: "1".into(),
            shortened: false,
            file: None,
        }],
        ..RunRecord::waiting(id)
    }
}

pub fn claim(run_id: &str, address: &str, prompt_id: &str, client_id: &str) -> Claim {
    Claim {
        run_id: run_id.to_owned(),
        instance_address: address.to_owned(),
        prompt_id: prompt_id.to_owned(),
        client_id: client_id.to_owned(),
    }
}

/// Hands over a run that waits, under this id.
pub async fn claimed(store: &dyn Store, run_id: &str, prompt_id: &str) -> Hold {
    let claimed = store.begin_attempt(claim(run_id, "http://e", prompt_id, "c"));
    claimed.await.unwrap().unwrap()
}

/// The current attempt of a run, with this id.
pub async fn hold_of(store: &dyn Store, id: &str, prompt_id: &str) -> Hold {
    let run = store.run(id).await.unwrap();
    Hold {
        prompt_id: prompt_id.to_owned(),
        ..run.unwrap_or_else(|| RunRecord::waiting(id)).hold()
    }
}

/// The first hundred runs.
pub fn all() -> Page {
    Page {
        runs: RunFilter::default(),
        page: 1,
        page_size: 100,
        max_bytes: usize::MAX,
        sort_by: SortBy::Created,
        descending: false,
    }
}

pub fn ids(runs: &[RunRecord]) -> Vec<&str> {
    runs.iter().map(|run| run.id.as_str()).collect()
}

/// A key with the usual terms.
pub fn key(name: &str) -> KeyRecord {
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

/// A run that its owner has submitted under an idempotency key.
pub fn submission(id: &str, owner: &str, key: &str) -> RunRecord {
    RunRecord {
        owner: owner.to_owned(),
        idempotency_key: Some(key.to_owned()),
        ..run(id, None)
    }
}

/// A share of the run `a`.
pub fn share(id: &str, owner: &str) -> NewShare {
    NewShare {
        id: id.to_owned(),
        run_id: "a".to_owned(),
        owner: owner.to_owned(),
        days: 7,
    }
}

/// The holder of the key of ann.
pub fn ann() -> Author {
    Author::caller("ann", Ipv4Addr::LOCALHOST.into())
}

/// A line of the audit log, by ann.
pub fn line(subject: &str) -> AuditRecord {
    ann().does(AuditAction::EditKey, subject)
}

/// Removes these runs, which have ended, and everything that is left of them.
pub async fn remove(store: &dyn Store, ids: &[&str]) {
    let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
    let removed = store.begin_removals(ids.clone(), ann()).await.unwrap();
    assert_eq!(removed.len(), ids.len());
    store.end_removals(ids).await.unwrap();
}

/// Waits until the next change has a later time than the last one.
pub(crate) async fn later() {
    tokio::time::sleep(Duration::from_millis(3)).await;
}
