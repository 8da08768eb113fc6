//! Shared results: their owners, and the number that a key may have.

use futures_util::future::join_all;
use store::{MAX_SHARES, NewShare, Reach, Store};

use crate::samples::{key, line, run, share};

pub async fn a_revoked_key_shares_nothing(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    assert_eq!(
        store.add_share(share("x", "ann"), line("x")).await.unwrap(),
        None
    );
    store
        .add_key(key("ann"), line("ann"))
        .await
        .unwrap()
        .unwrap();
    assert!(
        store
            .add_share(share("x", "ann"), line("x"))
            .await
            .unwrap()
            .is_some()
    );
    store.remove_key("ann", line("x")).await.unwrap();
    assert_eq!(store.share("x").await.unwrap(), None);
}

pub async fn a_share_is_found_until_it_is_removed(store: &dyn Store) {
    for (id, workflow_id, version) in [("a", "w", None), ("b", "v", Some(3))] {
        let run = store::RunRecord {
            workflow_id: workflow_id.to_owned(),
            version,
            ..run(id, None)
        };
        store.insert(run).await.unwrap();
    }
    store
        .add_key(key("ann"), line("ann"))
        .await
        .unwrap()
        .unwrap();
    let of_b = NewShare {
        run_id: "b".to_owned(),
        ..share("y", "ann")
    };
    for share in [share("x", ""), of_b] {
        let added = store.add_share(share, line("x")).await.unwrap().unwrap();
        assert_eq!(store.share(&added.id).await.unwrap(), Some(added));
    }
    let shares = async |reach| {
        let shares = store.shares(reach).await.unwrap().into_iter();
        shares.map(|share| share.id).collect::<String>()
    };
    assert_eq!(shares(Reach::default()).await, "yx", "from last to first");
    assert_eq!(shares(Reach::of_key("ann")).await, "y");
    let of_w = Reach {
        workflows: Some(["w"].into_iter().collect()),
        ..Reach::default()
    };
    assert_eq!(shares(of_w).await, "x");
    let y = store.share("y").await.unwrap().unwrap();
    assert_eq!((y.workflow_id.as_str(), y.version), ("v", Some(3)));
    assert!(store.remove_share("y", line("y")).await.unwrap());
    assert!(!store.remove_share("y", line("y")).await.unwrap());
    assert_eq!(store.share("y").await.unwrap(), None);
}

pub async fn a_key_has_only_as_many_shares_as_it_may_even_at_the_same_time(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    store
        .add_key(key("ann"), line("ann"))
        .await
        .unwrap()
        .unwrap();
    let numbers: Vec<String> = (0..MAX_SHARES + 20).map(|id| id.to_string()).collect();
    let adding = numbers
        .iter()
        .map(|id| store.add_share(share(id, ""), line(id)));
    let results = join_all(adding).await.into_iter();
    let mut added: Vec<_> = results.filter_map(Result::unwrap).collect();
    assert_eq!(added.len(), MAX_SHARES as usize);
    let kept = store.shares(Reach::of_key("")).await.unwrap();
    assert_eq!(kept.len(), MAX_SHARES as usize);
    let of_other = store.add_share(share("of ann", "ann"), line("x")).await;
    assert!(of_other.unwrap().is_some());
    let gone = added.remove(0).id;
    assert!(store.remove_share(&gone, line("x")).await.unwrap());
    let in_its_place = store.add_share(share("last", ""), line("x")).await;
    assert!(in_its_place.unwrap().is_some());
}
