//! The removal of runs: readers no longer see a run that is being removed, but its id is not free yet.

use store::{AuditFilter, Reach, RemovedRun, RunOutcome, RunRecord, Store};

use crate::samples::{ann, claimed, line, run, share};

pub async fn only_runs_that_have_ended_are_removed_and_by_whom_is_logged(store: &dyn Store) {
    for id in ["a", "b"] {
        store.insert(run(id, None)).await.unwrap();
    }
    claimed(store, "a", "p").await;
    store.finish("a", RunOutcome::cancelled()).await.unwrap();
    let added = store.add_share(share("x", ""), line("x")).await;
    assert!(added.unwrap().is_some());
    let ids = ["a", "b", "unknown"].map(str::to_owned).to_vec();
    let removed = store.begin_removals(ids, ann()).await.unwrap();
    let expected = RemovedRun {
        id: "a".to_owned(),
        instance_address: Some("http://e".to_owned()),
        prompt_id: "p".to_owned(),
    };
    assert_eq!(removed, [expected]);
    assert!(store.run("a").await.unwrap().is_none());
    assert!(!store.has_run("a").await.unwrap());
    assert!(store.has_run("b").await.unwrap());
    assert_eq!(store.share("x").await.unwrap(), None);
    let last = AuditFilter {
        limit: 1,
        ..AuditFilter::default()
    };
    let (_, lines) = store.audit(last).await.unwrap();
    assert_eq!(
        (lines[0].action.as_str(), lines[0].subject.as_str()),
        ("run.delete", "a")
    );
}

pub async fn a_removal_goes_on_until_nothing_is_left_of_the_run(store: &dyn Store) {
    for id in ["a", "b"] {
        store.insert(run(id, None)).await.unwrap();
        store.finish(id, RunOutcome::cancelled()).await.unwrap();
    }
    let unknown = async || {
        let ids = ["a", "b", "c"].map(str::to_owned).to_vec();
        store.unknown(ids).await.unwrap()
    };
    let removed = store.begin_removals(vec!["a".to_owned()], ann()).await;
    assert_eq!(removed.unwrap().len(), 1);
    let again = store.begin_removals(vec!["a".to_owned()], ann()).await;
    assert_eq!(again.unwrap(), []);
    assert_eq!(store.removals().await.unwrap(), ["a"]);
    assert_eq!(unknown().await, ["c"]);
    store.end_removals(vec!["a".to_owned()]).await.unwrap();
    assert_eq!(store.removals().await.unwrap(), [""; 0]);
    assert_eq!(unknown().await, ["a", "c"]);
}

pub async fn the_runs_of_a_group_are_found_by_whether_they_have_ended(store: &dyn Store) {
    for (id, group, owner) in [
        ("a", Some("g"), "ann"),
        ("b", Some("g"), ""),
        ("c", Some("g"), "ann"),
        ("d", None, "ann"),
        ("e", Some("g"), "ann"),
    ] {
        let run = RunRecord {
            owner: owner.to_owned(),
            ..run(id, group)
        };
        store.insert(run).await.unwrap();
    }
    for id in ["b", "c", "d"] {
        store.finish(id, RunOutcome::cancelled()).await.unwrap();
    }
    let ids = async |reach: Reach, ended, limit| {
        let ids = store.ids_of_group("g", &reach, ended, limit).await;
        ids.unwrap().concat()
    };
    let of_workflow = |id: &str| Reach {
        workflows: Some([id].into_iter().collect()),
        ..Reach::default()
    };
    for (reach, ended, limit, expected) in [
        (Reach::default(), true, 9, "bc"),
        (Reach::default(), false, 9, "ae"),
        (Reach::default(), false, 1, "a"),
        (Reach::of_key("ann"), true, 9, "c"),
        (of_workflow("w"), true, 9, "bc"),
        (of_workflow("v"), true, 9, ""),
    ] {
        let shown = format!("{reach:?} {ended} {limit}");
        assert_eq!(ids(reach, ended, limit).await, expected, "{shown}");
    }
}
