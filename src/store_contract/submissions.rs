//! Submissions with an idempotency key, and concurrent submissions.

use futures_util::future::join_all;
use store::{Author, RunOutcome, Store};

use crate::samples::{all, run, submission};

pub async fn a_repeated_submission_returns_the_first_run(store: &dyn Store) {
    let insert = async |id, owner, key| {
        let earlier = store.insert(submission(id, owner, key)).await.unwrap();
        earlier.map(|run| run.id)
    };
    assert_eq!(insert("a", "me", "k").await, None);
    assert_eq!(insert("b", "me", "k").await.as_deref(), Some("a"));
    assert_eq!(insert("c", "you", "k").await, None);
    assert_eq!(insert("d", "me", "other").await, None);
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    assert_eq!(insert("e", "me", "k").await.as_deref(), Some("a"));
    assert_eq!(store.runs(all()).await.unwrap().0, 3);
}

pub async fn changes_at_the_same_time_fail_on_their_own(store: &dyn Store) {
    store.insert(run("taken", None)).await.unwrap();
    let ids = (0..200).map(|number| match number % 4 {
        0 => "taken".to_owned(),
        _ => number.to_string(),
    });
    let inserts = ids.map(|id| store.insert(run(&id, None)));
    let results = join_all(inserts).await;
    let failed = results.iter().filter(|result| result.is_err()).count();
    assert_eq!(failed, 50);
    assert_eq!(store.runs(all()).await.unwrap().0, 151);
}

pub async fn of_equal_submissions_at_the_same_time_one_is_stored(store: &dyn Store) {
    let numbers: Vec<String> = (0..20).map(|number| number.to_string()).collect();
    let inserts = numbers
        .iter()
        .map(|id| store.insert(submission(id, "me", "k")));
    let earlier: Vec<_> = join_all(inserts).await.into_iter().collect();
    let earlier = earlier.into_iter().map(|earlier| earlier.unwrap());
    let (first, others): (Vec<_>, Vec<_>) = earlier.partition(Option::is_none);
    assert_eq!((first.len(), others.len()), (1, 19));
    let (count, stored) = store.runs(all()).await.unwrap();
    assert_eq!(count, 1);
    for other in others {
        assert_eq!(other.unwrap().id, stored[0].id);
    }
}

pub async fn an_idempotency_key_is_free_again_when_its_run_is_removed(store: &dyn Store) {
    let submitted = async || {
        let run = store.submitted("me", "k").await.unwrap();
        run.map(|run| run.id)
    };
    assert_eq!(submitted().await, None);
    store.insert(submission("a", "me", "k")).await.unwrap();
    assert_eq!(submitted().await.as_deref(), Some("a"));
    assert!(store.submitted("you", "k").await.unwrap().is_none());
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let removed = store.begin_removals(vec!["a".to_owned()], Author::service());
    assert_eq!(removed.await.unwrap().len(), 1);
    assert_eq!(submitted().await, None);
    let earlier = store.insert(submission("b", "me", "k")).await.unwrap();
    assert!(earlier.is_none());
    assert_eq!(submitted().await.as_deref(), Some("b"));
}
