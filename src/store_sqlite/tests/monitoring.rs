//! The trace of a run.

use super::*;

#[tokio::test]
async fn a_run_keeps_its_trace() {
    let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let (folder, store) = store();
    let traced = RunRecord {
        trace: TraceContext::parse(traceparent),
        ..run("a", None)
    };
    store.insert(traced.clone()).await.unwrap();
    store.insert(run("b", None)).await.unwrap();
    drop(store);
    let path = folder.path().join("runs.sqlite");
    let store = SqliteStore::open(&path).unwrap();
    let trace = async |id| store.run(id).await.unwrap().unwrap().trace;
    assert_eq!((trace("a").await, trace("b").await), (traced.trace, None));
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch("UPDATE runs SET traceparent = 'damaged'")
        .unwrap();
    assert_eq!(trace("a").await, None, "the run itself can still be read");
}
