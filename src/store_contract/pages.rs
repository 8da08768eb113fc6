//! Pages of runs: their contents, order and size.

use api::RunStatus;
use store::{Page, Reach, RunFilter, RunOutcome, RunRecord, SortBy, Store};

use crate::samples::{all, claim, claimed, ids, later, run};

pub async fn a_page_holds_its_runs_and_the_total_count(store: &dyn Store) {
    for id in ["a", "b", "c"] {
        store.insert(run(id, Some("g"))).await.unwrap();
    }
    store.insert(run("d", None)).await.unwrap();
    let page = Page {
        runs: RunFilter {
            group_id: Some("g".into()),
            ..RunFilter::default()
        },
        page: 2,
        page_size: 2,
        max_bytes: usize::MAX,
        sort_by: SortBy::Created,
        descending: false,
    };
    let (count, runs) = store.runs(page).await.unwrap();
    assert_eq!((count, runs.len(), runs[0].id.as_str()), (3, 1, "c"));
}

pub async fn a_page_has_only_the_runs_of_its_filter(store: &dyn Store) {
    for (id, owner) in [("a", ""), ("b", "ann"), ("c", "ann")] {
        let run = RunRecord {
            owner: owner.to_owned(),
            ..run(id, None)
        };
        store.insert(run).await.unwrap();
    }
    store
        .begin_attempt(claim("b", "http://one", "b", "c"))
        .await
        .unwrap();
    store.finish("c", RunOutcome::cancelled()).await.unwrap();
    type Change = fn(&mut RunFilter);
    let filters: [(Change, &[&str]); 7] = [
        (|_| {}, &["a", "b", "c"]),
        (|filter| filter.reach = Reach::of_key(""), &["a"]),
        (|filter| filter.reach = Reach::of_key("ann"), &["b", "c"]),
        (|filter| filter.instance = Some("http://one".into()), &["b"]),
        (
            |filter| filter.status = Some(RunStatus::Pending),
            &["a", "b"],
        ),
        (|filter| filter.status = Some(RunStatus::Cancelled), &["c"]),
        (|filter| filter.workflow_id = Some("other".into()), &[]),
    ];
    for (change, expected) in filters {
        let mut runs = RunFilter::default();
        change(&mut runs);
        let shown = format!("{runs:?}");
        let (count, listed) = store.runs(Page { runs, ..all() }).await.unwrap();
        assert_eq!(ids(&listed), expected, "{shown}");
        assert_eq!(count, expected.len() as u64, "{shown}");
    }
}

pub async fn a_page_ends_before_it_is_too_large_but_has_a_run(store: &dyn Store) {
    for id in ["a", "b", "c"] {
        let mut large = run(id, None);
        large.inputs[0].value = "x".repeat(4000);
        store.insert(large).await.unwrap();
    }
    for (max_bytes, expected) in [(0, 1), (8000, 1), (10_000, 2), (1 << 20, 3)] {
        let page = Page { max_bytes, ..all() };
        let (count, runs) = store.runs(page).await.unwrap();
        assert_eq!((count, runs.len()), (3, expected), "{max_bytes}");
    }
}

pub async fn a_page_leaves_out_workflows_and_shortens_large_inputs_and_long_errors(
    store: &dyn Store,
) {
    let mut large = run("large", None);
    large.inputs[0].value = "x".repeat(1 << 20);
    store.insert(large).await.unwrap();
    store.insert(run("small", None)).await.unwrap();
    let outcome = RunOutcome::failed("é".repeat(1 << 20));
    store.finish("small", outcome).await.unwrap();
    let (_, runs) = store.runs(all()).await.unwrap();
    let [input] = runs[0].inputs.as_slice() else {
        panic!("{} inputs", runs[0].inputs.len());
    };
    assert_eq!((input.value.len(), input.shortened), (200, true));
    assert_eq!((input.path.as_str(), &runs[0].workflow), ("a", &None));
    assert_eq!(runs[1].inputs, run("small", None).inputs);
    assert_eq!(runs[1].error.as_ref().unwrap().chars().count(), 2000);
    let detail = store.run("large").await.unwrap().unwrap();
    assert_eq!(detail.inputs[0].value.len(), 1 << 20);
}

pub async fn a_page_is_sorted_as_asked_for(store: &dyn Store) {
    for id in ["a", "b", "c"] {
        store.insert(run(id, None)).await.unwrap();
        later().await;
    }
    // Run a never starts, and c does not end.
    for id in ["c", "b"] {
        let held = claimed(store, id, id).await;
        assert!(store.mark_running(&held).await.unwrap());
        later().await;
    }
    for id in ["b", "a"] {
        store.finish(id, RunOutcome::cancelled()).await.unwrap();
        later().await;
    }
    for (sort_by, descending, expected) in [
        (SortBy::Created, false, "abc"),
        (SortBy::Created, true, "cba"),
        (SortBy::Started, false, "cba"),
        (SortBy::Started, true, "bca"),
        (SortBy::Completed, false, "bac"),
        (SortBy::Completed, true, "abc"),
    ] {
        let page = Page {
            sort_by,
            descending,
            ..all()
        };
        let (_, runs) = store.runs(page).await.unwrap();
        let shown = format!("{sort_by:?} {descending}");
        assert_eq!(ids(&runs).concat(), expected, "{shown}");
    }
}
