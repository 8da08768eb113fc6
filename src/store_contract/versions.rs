//! The versions of deployed workflows.

use store::{Origin, RunOutcome, RunRecord, Store};

use crate::samples::{ann, line, run};

/// Publishes a version by upload. Returns its number.
async fn publish(store: &dyn Store, digest: &str) -> u32 {
    let by = ann();
    let published = store.publish("w", digest, Origin::Upload, Some(&by));
    published.await.unwrap().number
}

async fn numbers(store: &dyn Store) -> Vec<u32> {
    let versions = store.versions().await.unwrap().into_iter();
    versions.map(|version| version.number).collect()
}

pub async fn a_version_is_added_unless_the_last_one_is_equal(store: &dyn Store) {
    assert_eq!(publish(store, "one").await, 1);
    assert_eq!(publish(store, "one").await, 1);
    assert_eq!(publish(store, "two").await, 2);
    assert_eq!(publish(store, "one").await, 3);
    let other = store.publish("a", "x", Origin::Folder, None).await.unwrap();
    assert_eq!((other.number, other.origin), (1, Origin::Folder));
    let versions = store.versions().await.unwrap();
    assert_eq!(versions[0], other);
    let of_w: Vec<_> = versions[1..]
        .iter()
        .map(|of| (of.workflow_id.as_str(), of.number, of.digest.as_str()))
        .collect();
    assert_eq!(of_w, [("w", 1, "one"), ("w", 2, "two"), ("w", 3, "one")]);
}

pub async fn saves_of_a_file_in_a_row_are_one_version_until_a_run_has_used_it(store: &dyn Store) {
    let save = async |digest| {
        let saved = store.publish("w", digest, Origin::Folder, None).await;
        saved.unwrap()
    };
    assert_eq!(save("one").await.number, 1);
    let second = save("two").await;
    assert_eq!((second.number, second.digest.as_str()), (1, "two"));
    let used = RunRecord {
        version: Some(1),
        ..run("a", None)
    };
    store.insert(used).await.unwrap();
    assert_eq!(save("three").await.number, 2);
    assert_eq!(numbers(store).await, [1, 2]);
}

pub async fn old_versions_are_forgotten_unless_a_run_has_used_them(store: &dyn Store) {
    for digest in ["1", "2", "3", "4"] {
        publish(store, digest).await;
    }
    let used = RunRecord {
        version: Some(2),
        ..run("a", None)
    };
    store.insert(used).await.unwrap();
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let mut gone = store.forget_versions("w", 1).await.unwrap();
    gone.sort_unstable();
    assert_eq!(gone, [1, 3]);
    assert_eq!(numbers(store).await, [2, 4]);
    let more = store.forget_versions("w", 0).await.unwrap();
    assert!(more.is_empty(), "the last one stays");
}

pub async fn a_deleted_workflow_keeps_its_versions_and_comes_back_with_a_new_one(
    store: &dyn Store,
) {
    publish(store, "one").await;
    store.delete_workflow("w", line("w")).await.unwrap();
    assert!(store.versions().await.unwrap()[0].is_deleted);
    assert_eq!(publish(store, "one").await, 2);
    let versions = store.versions().await.unwrap();
    assert!(versions[0].is_deleted && !versions[1].is_deleted);
}

pub async fn the_digest_of_a_file_is_the_last_one_that_was_noted(store: &dyn Store) {
    assert_eq!(store.folder_digest("w").await.unwrap(), None);
    for digest in ["one", "two"] {
        store.set_folder_digest("w", digest).await.unwrap();
        assert_eq!(
            store.folder_digest("w").await.unwrap().as_deref(),
            Some(digest)
        );
    }
    assert_eq!(store.folder_digest("v").await.unwrap(), None);
}
