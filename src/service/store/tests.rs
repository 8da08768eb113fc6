use super::*;

fn run(id: &str, group: Option<&str>) -> Run {
    Run {
        id: id.into(),
        workflow_id: "w".into(),
        group_id: group.map(str::to_owned),
        status: RunStatus::Pending,
        error: None,
        instance: Some("http://127.0.0.1:1".into()),
        prompt_id: id.into(),
        workflow: Some("{}".into()),
        inputs: vec![StoredInput {
            path: "a".into(),
            value: "1".into(),
            file: None,
        }],
        outputs: Vec::new(),
        created_at: None,
        started_at: None,
        completed_at: None,
    }
}

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
    (folder, store)
}

#[tokio::test]
async fn a_run_is_read_back_after_the_store_was_closed() {
    let (folder, store) = store();
    store.insert(run("a", Some("g"))).await.unwrap();
    drop(store);
    let store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.inputs.len(), read.group_id.as_deref()),
        (RunStatus::Pending, 1, Some("g"))
    );
    assert!(read.created_at.unwrap().ends_with('Z'));
}

#[tokio::test]
async fn a_run_that_has_ended_does_not_change_any_more() {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    assert!(store.end("a", End::cancelled()).await.unwrap());
    assert!(!store.end("a", End::failed("late")).await.unwrap());
    store.start("a").await.unwrap();
    assert!(!store.place("a", None, "a").await.unwrap());
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.error, read.workflow),
        (RunStatus::Cancelled, None, None)
    );
}

#[tokio::test]
async fn the_time_at_which_the_engine_began_is_kept_in_milliseconds() {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    let end = End {
        started: Some(1_795_216_413_067),
        ..End::failed("x")
    };
    store.end("a", end).await.unwrap();
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(read.started_at.as_deref(), Some("2026-11-20T23:13:33.067Z"));
}

#[tokio::test]
async fn a_page_holds_its_runs_and_the_count_of_all() {
    let (_folder, store) = store();
    for id in ["a", "b", "c"] {
        store.insert(run(id, Some("g"))).await.unwrap();
    }
    store.insert(run("d", None)).await.unwrap();
    let page = Page {
        group_id: Some("g".into()),
        page: 2,
        page_size: 2,
        sort_by: SortBy::Created,
        descending: false,
    };
    let (count, runs) = store.runs(page).await.unwrap();
    assert_eq!((count, runs.len(), runs[0].id.as_str()), (3, 1, "c"));
}

#[tokio::test]
async fn the_secret_of_links_stays_the_same() {
    let (_folder, store) = store();
    assert_eq!(store.secret().await.unwrap(), store.secret().await.unwrap());
}
