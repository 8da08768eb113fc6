mod attempts;
mod audit;
mod clock;
mod consequences;
mod copies;
mod deliveries;
mod events;
mod integrity;
mod large_inputs;
mod migrations;
mod monitoring;
mod readers;
mod recent_runs;
mod settings;
mod shares;
mod submissions;
mod usage;

use std::sync::mpsc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use rusqlite::ffi;

use super::readers::OWN_READERS;
use super::*;
use api::{LeftOut, RunStatus};
use store::*;

fn run(id: &str, group: Option<&str>) -> RunRecord {
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

fn store() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
    (folder, Arc::new(store))
}

fn claim(run_id: &str, address: &str, prompt_id: &str, client_id: &str) -> Claim {
    Claim {
        run_id: run_id.to_owned(),
        instance_address: address.to_owned(),
        prompt_id: prompt_id.to_owned(),
        client_id: client_id.to_owned(),
    }
}

/// What its holder would have of a run whose attempt has this id.
async fn hold_of(store: &SqliteStore, id: &str, prompt_id: &str) -> Hold {
    let run = store.run(id).await.unwrap();
    Hold {
        prompt_id: prompt_id.to_owned(),
        ..run.unwrap_or_else(|| RunRecord::waiting(id)).hold()
    }
}

#[tokio::test]
async fn a_run_survives_closing_the_store() {
    let (folder, store) = store();
    store.insert(run("a", Some("g"))).await.unwrap();
    drop(store);
    let store = SqliteStore::open(&folder.path().join("runs.sqlite")).unwrap();
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
    let read = store.run("a").await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.error, read.workflow, read.schema),
        (RunStatus::Cancelled, None, None, None)
    );
}

/// The start and the end of a run that the engine reports as started at this time, and as having taken 2 s.
async fn times(started_at: i64) -> [DateTime<Utc>; 3] {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    let outcome = RunOutcome {
        started_at: Some(started_at),
        seconds: Some(2.0),
        ..RunOutcome::failed("x")
    };
    store.finish("a", outcome).await.unwrap();
    let read = store.run("a").await.unwrap().unwrap();
    let times = [read.created_at, read.started_at, read.completed_at];
    times.map(|time| time.unwrap().parse().unwrap())
}

#[tokio::test]
async fn the_engine_s_start_time_is_stored_in_milliseconds() {
    let now = Utc::now().timestamp_millis();
    let [_, started, _] = times(now).await;
    assert_eq!(started.timestamp_millis(), now);
}

#[tokio::test]
async fn a_start_by_a_wrong_clock_is_between_the_submission_and_the_end() {
    let now = Utc::now().timestamp_millis();
    for wrong in [0, -1, now - 86_400_000, now + 86_400_000, i64::MAX] {
        let [created, started, completed] = times(wrong).await;
        assert!(
            created <= started && started <= completed,
            "{wrong}: {started}"
        );
    }
}

#[tokio::test]
async fn a_page_holds_its_runs_and_the_total_count() {
    let (_folder, store) = store();
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

#[tokio::test]
async fn a_page_has_only_the_runs_of_its_filter() {
    let (_folder, store) = store();
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

#[tokio::test]
async fn a_page_ends_before_it_is_too_large_but_has_a_run() {
    let (_folder, store) = store();
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

#[tokio::test]
async fn a_secret_stays_the_same_and_others_differ() {
    let (_folder, store) = store();
    let links = store.secret("links").await.unwrap();
    assert_eq!(links, store.secret("links").await.unwrap());
    assert_ne!(links, store.secret("events").await.unwrap());
}

fn all() -> Page {
    Page {
        runs: RunFilter::default(),
        page: 1,
        page_size: 100,
        max_bytes: usize::MAX,
        sort_by: SortBy::Created,
        descending: false,
    }
}

fn ids(runs: &[RunRecord]) -> Vec<&str> {
    runs.iter().map(|run| run.id.as_str()).collect()
}

#[tokio::test]
async fn damaged_rows_are_skipped() {
    let (folder, store) = store();
    let damages = [
        "inputs = '[{'",
        "outputs = '{}'",
        "workflow_id = CAST(x'ff' AS TEXT)",
        "error = CAST(x'fe' AS TEXT)",
    ];
    let path = folder.path().join("runs.sqlite");
    let connection = rusqlite::Connection::open(path).unwrap();
    store.insert(run("first", None)).await.unwrap();
    for (number, damage) in damages.iter().enumerate() {
        let id = number.to_string();
        store.insert(run(&id, None)).await.unwrap();
        let sql = format!("UPDATE runs SET {damage} WHERE id = ?1");
        connection.execute(&sql, [&id]).unwrap();
        let error = store.run(&id).await.unwrap_err().to_string();
        let column = damage.split(' ').next().unwrap();
        assert!(
            error.contains(&format!("the run {id} ")) && error.contains(column),
            "{error}"
        );
    }
    store.insert(run("last", None)).await.unwrap();
    let expected = ["first", "last"];
    assert_eq!(ids(&store.runs(all()).await.unwrap().1), expected);
    // Their uploads are kept, in case somebody repairs the row.
    assert_eq!(store.unfinished().await.unwrap().len(), 2 + damages.len());
    connection
        .execute("UPDATE runs SET status = 'odd' WHERE id = 'first'", [])
        .unwrap();
    assert_eq!(ids(&store.runs(all()).await.unwrap().1), ["last"]);
}

#[tokio::test]
async fn a_page_leaves_out_workflows_and_shortens_large_inputs_and_long_errors() {
    let (_folder, store) = store();
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

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_stored_while_lists_are_being_read() {
    let (_folder, store) = store();
    let (reading, is_reading) = mpsc::channel();
    let mut readers = Vec::new();
    for _ in 0..2 * OWN_READERS {
        let (release, released) = mpsc::channel::<()>();
        let (store, reading) = (store.clone(), reading.clone());
        let work = move |connection: &rusqlite::Connection| {
            let sql = "SELECT count(*) FROM runs";
            let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
            let _ = reading.send(());
            // Until the test drops its end.
            let _ = released.recv();
            Ok(count)
        };
        let task = tokio::spawn(async move { store.read(work).await });
        readers.push((release, task));
    }
    for _ in 0..OWN_READERS {
        is_reading.recv().unwrap();
    }
    let stored = tokio::time::timeout(Duration::from_secs(30), store.insert(run("a", None))).await;
    stored.expect("the readers block it").unwrap();
    // All at once, because the readers do not take their turns in order.
    let (releases, tasks): (Vec<_>, Vec<_>) = readers.into_iter().unzip();
    drop(releases);
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn pages_are_found_in_an_index() {
    let (_folder, store) = store();
    let plan = |sql: &'static str| {
        let store = store.clone();
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        async move {
            let detail = store.read(move |connection| {
                Ok(connection.query_row(&sql, ["g"], |row| row.get::<_, String>(3))?)
            });
            detail.await.unwrap()
        }
    };
    let all =
        plan("SELECT * FROM runs WHERE ?1 IS NULL ORDER BY created_at DESC NULLS LAST, rowid DESC")
            .await;
    assert!(all.contains("USING INDEX runs_by_creation"), "{all}");
    let group = plan(
        "SELECT * FROM runs WHERE group_id = ?1 ORDER BY created_at DESC NULLS LAST, rowid DESC",
    )
    .await;
    assert!(group.contains("USING INDEX runs_of_a_group"), "{group}");
}

#[test]
fn the_remedy_fits_the_error() {
    let of_code = |code| {
        let failure = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        StoreError::from(SqliteError::from(failure)).remedy()
    };
    assert!(of_code(ffi::SQLITE_FULL).contains("free disk space"));
    assert!(of_code(ffi::SQLITE_IOERR).contains("disk"));
    assert!(of_code(ffi::SQLITE_READONLY).contains("writable"));
    for code in [
        ffi::SQLITE_FULL,
        ffi::SQLITE_IOERR,
        ffi::SQLITE_READONLY,
        ffi::SQLITE_CANTOPEN,
    ] {
        assert!(!of_code(code).contains("move it away"), "{code}");
    }
    for code in [ffi::SQLITE_CORRUPT, ffi::SQLITE_NOTADB] {
        assert!(of_code(code).contains("move it away"), "{code}");
    }
    let full = error::of_file(std::io::ErrorKind::StorageFull.into());
    assert!(full.remedy().contains("free disk space"));
}

#[test]
fn a_file_that_is_not_a_store_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    std::fs::write(&path, "not a database, but some text".repeat(100)).unwrap();
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(error.remedy().contains("move it away"), "{error}");
    assert!(std::fs::read(&path).unwrap().starts_with(b"not a"));
}
