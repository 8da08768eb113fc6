//! The attempts of runs: begun, taken back, lost, given up.

use api::{LeftOut, RunStatus};
use futures_util::future::join_all;
use store::{Hold, RunOutcome, RunRecord, Store};

use crate::samples::{claim, claimed, hold_of, run};

const ADDRESS: &str = "http://127.0.0.1:1";

/// Stores a run with one attempt.
async fn begun(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    let claimed = store.begin_attempt(claim("a", ADDRESS, "first", "client"));
    assert!(claimed.await.unwrap().is_some());
}

async fn read(store: &dyn Store) -> RunRecord {
    store.run("a").await.unwrap().unwrap()
}

pub async fn an_attempt_counts_once_an_engine_may_have_it(store: &dyn Store) {
    begun(store).await;
    let attempted = read(store).await;
    assert_eq!(attempted.instance_address.as_deref(), Some(ADDRESS));
    assert_eq!(
        (attempted.prompt_id.as_str(), attempted.attempts),
        ("first", 1)
    );
    assert!(
        store
            .take_back(&hold_of(store, "a", "first").await)
            .await
            .unwrap()
    );
    let waiting = read(store).await;
    assert_eq!((waiting.instance_address, waiting.attempts), (None, 0));
}

/// A caller that does not know whether a change was written repeats it.
pub async fn a_change_that_is_repeated_changes_nothing(store: &dyn Store) {
    begun(store).await;
    let begin = async |id| {
        store
            .begin_attempt(claim("a", ADDRESS, id, "client"))
            .await
            .unwrap()
    };
    assert!(begin("first").await.is_some());
    assert_eq!(read(store).await.attempts, 1);
    for _ in 0..2 {
        assert!(
            store
                .take_back(&hold_of(store, "a", "first").await)
                .await
                .unwrap()
        );
        assert_eq!(read(store).await.attempts, 0);
    }
    assert!(begin("second").await.is_some());
    for _ in 0..2 {
        assert!(
            store
                .place_again(&hold_of(store, "a", "second").await)
                .await
                .unwrap()
        );
        assert_eq!(read(store).await.attempts, 1);
    }
}

pub async fn a_lost_run_waits_again_and_its_attempt_stays_counted(store: &dyn Store) {
    begun(store).await;
    store
        .mark_running(&hold_of(store, "a", "first").await)
        .await
        .unwrap();
    assert!(
        store
            .place_again(&hold_of(store, "a", "first").await)
            .await
            .unwrap()
    );
    let waiting = read(store).await;
    assert_eq!((waiting.status, waiting.attempts), (RunStatus::Pending, 1));
    assert_eq!((waiting.instance_address, waiting.started_at), (None, None));
}

pub async fn an_attempt_that_was_given_up_changes_nothing(store: &dyn Store) {
    begun(store).await;
    let first = async || hold_of(store, "a", "first").await;
    store.place_again(&first().await).await.unwrap();
    let late = async || {
        let completed = RunOutcome::completed(vec!["late.png".into()], 1);
        let finished = store.finish_attempt(&first().await, completed).await;
        finished.unwrap()
    };
    assert!(!late().await);
    let second = claimed(store, "a", "second").await;
    // Even with the number of the new attempt.
    store.mark_running(&first().await).await.unwrap();
    assert!(!late().await);
    assert!(!store.take_back(&first().await).await.unwrap());
    assert!(!store.place_again(&first().await).await.unwrap());
    let current = read(store).await;
    assert_eq!((current.status, current.attempts), (RunStatus::Pending, 2));
    let completed = RunOutcome::completed(vec!["right.png".into()], 1);
    assert!(store.finish_attempt(&second, completed).await.unwrap());
    assert_eq!(read(store).await.outputs, ["right.png"]);
}

pub async fn an_engine_may_choose_the_id_of_an_attempt(store: &dyn Store) {
    begun(store).await;
    let offered = hold_of(store, "a", "first").await;
    let taken = store.set_prompt_id(&offered, "theirs").await.unwrap();
    let taken = taken.unwrap();
    assert_eq!(taken, hold_of(store, "a", "theirs").await);
    let again = store.set_prompt_id(&offered, "theirs").await.unwrap();
    assert_eq!(again.as_ref(), Some(&taken), "the first answer was lost");
    let other = store.set_prompt_id(&offered, "another").await.unwrap();
    assert_eq!(other, None);
    let of_another_holder = Hold {
        epoch: 7,
        ..offered.clone()
    };
    let repeated = store.set_prompt_id(&of_another_holder, "theirs").await;
    assert_eq!(repeated.unwrap(), None);
    let cancelled = RunOutcome::cancelled();
    assert!(
        !store
            .finish_attempt(&offered, cancelled.clone())
            .await
            .unwrap()
    );
    assert!(store.finish_attempt(&taken, cancelled).await.unwrap());
    assert_eq!(store.set_prompt_id(&taken, "late").await.unwrap(), None);
    let late = store.begin_attempt(claim("a", ADDRESS, "late", "client"));
    assert_eq!(late.await.unwrap(), None);
}

pub async fn a_run_is_claimed_once(store: &dyn Store) {
    store.insert(run("a", None)).await.unwrap();
    let claims = ["first", "second", "third"];
    let claims = claims.map(|id| store.begin_attempt(claim("a", ADDRESS, id, "c")));
    let claims = join_all(claims).await.into_iter();
    let held: Vec<Hold> = claims.filter_map(Result::unwrap).collect();
    assert_eq!(held.len(), 1);
    assert_eq!(held[0], read(store).await.hold());
    assert_eq!(held[0].attempt, 1);
}

pub async fn only_the_holder_of_an_attempt_writes_about_it(store: &dyn Store) {
    begun(store).await;
    let held = read(store).await.hold();
    let others = [
        Hold {
            run_id: "b".to_owned(),
            ..held.clone()
        },
        Hold {
            attempt: 2,
            ..held.clone()
        },
        Hold {
            prompt_id: "other".to_owned(),
            ..held.clone()
        },
        Hold {
            epoch: 7,
            ..held.clone()
        },
    ];
    for other in &others {
        let outcome = RunOutcome::completed(Vec::new(), 0);
        let writes = [
            store.set_prompt_id(other, "x").await.unwrap().is_some(),
            store.set_left_out(other, Vec::new()).await.unwrap(),
            store.take_back(other).await.unwrap(),
            store.place_again(other).await.unwrap(),
            store.mark_running(other).await.unwrap(),
            store.finish_attempt(other, outcome).await.unwrap(),
        ];
        assert_eq!(writes, [false; 6], "{other:?}");
    }
    assert!(store.mark_running(&held).await.unwrap());
    assert!(store.mark_running(&held).await.unwrap(), "a repetition");
    assert_eq!(read(store).await.hold(), held);
}

pub async fn what_an_engine_leaves_out_belongs_to_its_attempt(store: &dyn Store) {
    begun(store).await;
    let left_out = vec![LeftOut {
        node: "8".into(),
        title: "Compare".into(),
        reason: "no".into(),
    }];
    let set = async |prompt_id: &str| {
        let stored = store
            .set_left_out(&hold_of(store, "a", prompt_id).await, left_out.clone())
            .await;
        stored.unwrap()
    };
    assert!(!set("another").await);
    assert!(set("first").await);
    assert_eq!(read(store).await.left_out, left_out);
    store
        .place_again(&hold_of(store, "a", "first").await)
        .await
        .unwrap();
    let again = store
        .begin_attempt(claim("a", ADDRESS, "second", "client"))
        .await;
    assert!(again.unwrap().is_some());
    assert_eq!(read(store).await.left_out, []);
}
