//! The attempts of runs: begun, taken back, lost, given up.

use super::*;

const ADDRESS: &str = "http://127.0.0.1:1";

/// A run with one attempt.
async fn begun() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let (folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    assert!(
        store
            .begin_attempt("a", ADDRESS, "first", "client")
            .await
            .unwrap()
    );
    (folder, store)
}

async fn read(store: &SqliteStore) -> RunRecord {
    store.run("a").await.unwrap().unwrap()
}

#[tokio::test]
async fn an_attempt_counts_once_an_engine_may_have_it() {
    let (_folder, store) = begun().await;
    let attempted = read(&store).await;
    assert_eq!(attempted.instance_address.as_deref(), Some(ADDRESS));
    assert_eq!(
        (attempted.prompt_id.as_str(), attempted.attempts),
        ("first", 1)
    );
    assert!(store.take_back("a", "first").await.unwrap());
    let waiting = read(&store).await;
    assert_eq!((waiting.instance_address, waiting.attempts), (None, 0));
}

/// Who does not learn whether a change was written repeats it.
#[tokio::test]
async fn a_change_that_is_repeated_changes_nothing() {
    let (_folder, store) = begun().await;
    let begin = async |id| {
        store
            .begin_attempt("a", ADDRESS, id, "client")
            .await
            .unwrap()
    };
    assert!(begin("first").await);
    assert_eq!(read(&store).await.attempts, 1);
    for _ in 0..2 {
        assert!(store.take_back("a", "first").await.unwrap());
        assert_eq!(read(&store).await.attempts, 0);
    }
    assert!(begin("second").await);
    for _ in 0..2 {
        assert!(store.place_again("a", "second").await.unwrap());
        assert_eq!(read(&store).await.attempts, 1);
    }
}

#[tokio::test]
async fn a_lost_run_waits_again_and_its_attempt_stays_counted() {
    let (_folder, store) = begun().await;
    store.mark_running("a", "first").await.unwrap();
    assert!(store.place_again("a", "first").await.unwrap());
    let waiting = read(&store).await;
    assert_eq!((waiting.status, waiting.attempts), (RunStatus::Pending, 1));
    assert_eq!((waiting.instance_address, waiting.started_at), (None, None));
}

#[tokio::test]
async fn an_attempt_that_was_given_up_changes_nothing() {
    let (_folder, store) = begun().await;
    store.place_again("a", "first").await.unwrap();
    let late = async || {
        let completed = RunOutcome::completed(vec!["late.png".into()], 1);
        store.finish_attempt("a", "first", completed).await.unwrap()
    };
    assert!(!late().await);
    assert!(
        store
            .begin_attempt("a", ADDRESS, "second", "client")
            .await
            .unwrap()
    );
    store.mark_running("a", "first").await.unwrap();
    assert!(!late().await);
    assert!(!store.take_back("a", "first").await.unwrap());
    assert!(!store.place_again("a", "first").await.unwrap());
    let current = read(&store).await;
    assert_eq!((current.status, current.attempts), (RunStatus::Pending, 2));
    let completed = RunOutcome::completed(vec!["right.png".into()], 1);
    assert!(
        store
            .finish_attempt("a", "second", completed)
            .await
            .unwrap()
    );
    assert_eq!(read(&store).await.outputs, ["right.png"]);
}

#[tokio::test]
async fn an_engine_may_choose_the_id_of_an_attempt() {
    let (_folder, store) = begun().await;
    assert!(store.set_prompt_id("a", "theirs").await.unwrap());
    let cancelled = RunOutcome::cancelled();
    assert!(
        store
            .finish_attempt("a", "theirs", cancelled)
            .await
            .unwrap()
    );
    assert!(!store.set_prompt_id("a", "late").await.unwrap());
    assert!(
        !store
            .begin_attempt("a", ADDRESS, "late", "client")
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn the_addresses_of_embedded_engines_are_replaced() {
    let (_folder, store) = store();
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    for names in [["a", "b"], ["b", "c"]] {
        let addresses = names.map(str::to_owned).to_vec();
        store.set_embedded_engines(addresses).await.unwrap();
        assert_eq!(store.embedded_engines().await.unwrap(), set(&names));
    }
}

#[tokio::test]
async fn what_an_engine_leaves_out_belongs_to_its_attempt() {
    let (_folder, store) = begun().await;
    let left_out = vec![LeftOut {
        node: "8".into(),
        title: "Compare".into(),
        reason: "no".into(),
    }];
    let set = async |prompt_id: &str| {
        let stored = store.set_left_out("a", prompt_id, left_out.clone()).await;
        stored.unwrap()
    };
    assert!(!set("another").await);
    assert!(set("first").await);
    assert_eq!(read(&store).await.left_out, left_out);
    store.place_again("a", "first").await.unwrap();
    let again = store.begin_attempt("a", ADDRESS, "second", "client").await;
    assert!(again.unwrap());
    assert_eq!(read(&store).await.left_out, []);
}
