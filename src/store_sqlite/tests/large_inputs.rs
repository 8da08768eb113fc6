//! Large inputs are stored outside the rows of runs.

use super::*;
use run_core::{StoredFile, StoredInput};
use rusqlite::Connection;

const TEXT: usize = 8 << 20;

fn large(id: &str) -> RunRecord {
    let mut large = run(id, None);
    large.inputs[0].value = "é".repeat(TEXT / 2);
    large
}

fn opened(folder: &tempfile::TempDir) -> Connection {
    Connection::open(folder.path().join("runs.sqlite")).unwrap()
}

fn number(connection: &Connection, sql: &str) -> i64 {
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn the_row_of_a_run_stays_small_and_the_run_complete() {
    let (folder, store) = store();
    store.insert(large("a")).await.unwrap();
    let connection = opened(&folder);
    let in_row = "SELECT octet_length(inputs) FROM runs";
    assert!(number(&connection, in_row) < 1000);
    assert!(
        store
            .begin_attempt(claim("a", "e", "p", "c"))
            .await
            .unwrap()
            .is_some()
    );
    let complete = store.run("a").await.unwrap().unwrap();
    assert_eq!(complete.inputs, large("a").inputs);
    let listed = store.listed_run("a").await.unwrap().unwrap();
    assert_eq!(listed.inputs[0].value, "é".repeat(200));
    assert!(listed.inputs[0].shortened);
    let cancelled = RunOutcome::cancelled();
    assert!(store.finish("a", cancelled).await.unwrap());
    let by = Author::service();
    store
        .begin_removals(vec!["a".to_owned()], by)
        .await
        .unwrap();
    assert_eq!(number(&connection, "SELECT count(*) FROM large_inputs"), 0);
}

#[tokio::test]
async fn the_uploads_of_a_run_with_large_inputs_are_known() {
    let (folder, store) = store();
    let mut run = large("a");
    run.inputs.push(StoredInput {
        path: "photo".into(),
        value: "photo.png".into(),
        shortened: false,
        file: Some(StoredFile {
            stored: "0.png".into(),
            sent_as: "x.png".into(),
            content_type: "image/png".into(),
            size: 1,
        }),
    });
    store.insert(run).await.unwrap();
    let reader = StoreReader::open(&folder.path().join("runs.sqlite")).unwrap();
    let files = reader.files_of("a").unwrap().unwrap();
    assert_eq!(files.names, ["0.png"]);
}

#[tokio::test]
async fn runs_of_earlier_versions_are_changed_once_and_stay_complete() {
    let (folder, store) = store();
    store.insert(run("small", None)).await.unwrap();
    store.insert(run("large", None)).await.unwrap();
    let connection = opened(&folder);
    connection.execute_batch("DROP TABLE large_inputs").unwrap();
    let inputs = serde_json::to_string(&large("large").inputs).unwrap();
    let sql = "UPDATE runs SET inputs = ?1 WHERE id = 'large'";
    connection.execute(sql, [inputs]).unwrap();
    let reader = StoreReader::open(&folder.path().join("runs.sqlite")).unwrap();
    assert!(reader.files_of("large").unwrap().is_some());
    super::super::large_inputs::tables(&connection).unwrap();
    for (id, expected) in [("small", run("small", None)), ("large", large("large"))] {
        let complete = store.run(id).await.unwrap().unwrap();
        assert_eq!(complete.inputs, expected.inputs, "{id}");
    }
    let listed = store.listed_run("large").await.unwrap().unwrap();
    assert_eq!(
        (
            listed.inputs[0].value.chars().count(),
            listed.inputs[0].shortened
        ),
        (200, true)
    );
    assert_eq!(number(&connection, "SELECT count(*) FROM large_inputs"), 1);
}
