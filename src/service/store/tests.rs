use super::*;
use crate::api::RunStatus;

fn run(id: &str, group: Option<&str>) -> RunRecord {
    RunRecord {
        id: id.into(),
        workflow_id: "w".into(),
        group_id: group.map(str::to_owned),
        status: RunStatus::Pending,
        error: None,
        instance_address: Some("http://127.0.0.1:1".into()),
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
async fn a_run_survives_closing_the_store() {
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
async fn a_run_that_has_ended_never_changes() {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    assert!(store.finish("a", RunOutcome::cancelled()).await.unwrap());
    assert!(!store.finish("a", RunOutcome::failed("late")).await.unwrap());
    store.mark_running("a").await.unwrap();
    assert!(!store.assign("a", None, "a").await.unwrap());
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.error, read.workflow),
        (RunStatus::Cancelled, None, None)
    );
}

#[tokio::test]
async fn the_engine_s_start_time_is_stored_in_milliseconds() {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    let outcome = RunOutcome {
        started_at: Some(1_795_216_413_067),
        ..RunOutcome::failed("x")
    };
    store.finish("a", outcome).await.unwrap();
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(read.started_at.as_deref(), Some("2026-11-20T23:13:33.067Z"));
}

#[tokio::test]
async fn a_page_holds_its_runs_and_the_total_count() {
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
async fn the_link_secret_stays_the_same() {
    let (_folder, store) = store();
    assert_eq!(
        store.link_secret().await.unwrap(),
        store.link_secret().await.unwrap()
    );
}
