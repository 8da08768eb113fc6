//! Damaged files: which damage is noticed, and what is kept as evidence.

use std::fs;
use std::path::PathBuf;

use super::*;

/// The files of a store with twenty runs, as a killed program leaves them.
async fn after_a_crash() -> (tempfile::TempDir, PathBuf) {
    let (folder, store) = store();
    for number in 0..20 {
        store.insert(run(&number.to_string(), None)).await.unwrap();
    }
    let copy = tempfile::tempdir().unwrap();
    for name in ["runs.sqlite", "runs.sqlite-wal", "runs.sqlite-changes"] {
        fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    let path = copy.path().join("runs.sqlite");
    (copy, path)
}

fn damaged(path: &Path, at: usize) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 0xff;
    fs::write(path, &bytes).unwrap();
    bytes
}

/// Moves everything from the log to the database, as a program does when it ends normally.
fn close(path: &Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    connection.query_row(checkpoint, [], |_| Ok(())).unwrap();
}

async fn count(store: &SqliteStore) -> usize {
    store.unfinished().await.unwrap().len()
}

#[tokio::test]
async fn a_whole_store_is_complete_after_a_crash() {
    let (_folder, path) = after_a_crash().await;
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.completeness(), Completeness::Complete);
    assert_eq!(count(&store).await, 20);
    drop(store);
    // Closed, it has no log.
    let reopened = SqliteStore::open(&path).unwrap();
    assert_eq!(reopened.completeness(), Completeness::Complete);
}

#[tokio::test]
async fn lost_changes_of_a_damaged_log_are_noticed_once_and_the_log_is_kept() {
    for is_cut in [false, true] {
        let (folder, path) = after_a_crash().await;
        let log = folder.path().join("runs.sqlite-wal");
        let middle = fs::metadata(&log).unwrap().len() as usize / 2;
        if is_cut {
            let whole = fs::read(&log).unwrap();
            fs::write(&log, &whole[..middle]).unwrap();
        } else {
            damaged(&log, middle);
        }
        let left = fs::read(&log).unwrap();
        let store = SqliteStore::open(&path).unwrap();
        let kept_in = folder.path().join("damaged-1");
        let lost = Completeness::Lost {
            kept_in: Some(kept_in.clone()),
        };
        assert_eq!(store.completeness(), lost);
        assert!((1..20).contains(&count(&store).await));
        assert_eq!(fs::read(kept_in.join("runs.sqlite-wal")).unwrap(), left);
        drop(store);
        let reopened = SqliteStore::open(&path).unwrap();
        assert_eq!(reopened.completeness(), Completeness::Complete);
    }
}

#[tokio::test]
async fn a_log_that_is_gone_or_starts_with_damage_is_noticed() {
    let (folder, path) = after_a_crash().await;
    damaged(&folder.path().join("runs.sqlite-wal"), 8);
    let store = SqliteStore::open(&path).unwrap();
    assert!(matches!(
        store.completeness(),
        Completeness::Lost { kept_in: Some(_) }
    ));

    let (folder, path) = after_a_crash().await;
    fs::remove_file(folder.path().join("runs.sqlite-wal")).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.completeness(), Completeness::Lost { kept_in: None });
}

#[tokio::test]
async fn an_emptied_or_deleted_database_is_noticed() {
    for is_deleted in [false, true] {
        let (folder, path) = after_a_crash().await;
        close(&path);
        match is_deleted {
            true => fs::remove_file(&path).unwrap(),
            false => fs::write(&path, "").unwrap(),
        }
        let store = SqliteStore::open(&path).unwrap();
        assert_eq!(store.completeness(), Completeness::Lost { kept_in: None });
        assert_eq!(count(&store).await, 0);
        assert!(!folder.path().join("damaged-1").exists());
    }
}

#[tokio::test]
async fn the_log_of_an_emptied_or_deleted_database_is_kept() {
    for is_deleted in [false, true] {
        let (folder, path) = after_a_crash().await;
        let log = fs::read(folder.path().join("runs.sqlite-wal")).unwrap();
        match is_deleted {
            true => fs::remove_file(&path).unwrap(),
            false => fs::write(&path, "").unwrap(),
        }
        let store = SqliteStore::open(&path).unwrap();
        let kept_in = folder.path().join("damaged-1");
        let lost = Completeness::Lost {
            kept_in: Some(kept_in.clone()),
        };
        assert_eq!(store.completeness(), lost);
        assert_eq!(fs::read(kept_in.join("runs.sqlite-wal")).unwrap(), log);
        assert!(!folder.path().join("damaged-2").exists());
    }
}

#[tokio::test]
async fn after_an_orderly_stop_the_database_is_complete_without_its_log() {
    let (folder, store) = store();
    store.insert(run("1", None)).await.unwrap();
    assert_eq!(count(&store).await, 1);
    store.complete().await.unwrap();
    let copy = tempfile::tempdir().unwrap();
    let path = copy.path().join("runs.sqlite");
    fs::copy(folder.path().join("runs.sqlite"), &path).unwrap();
    assert_eq!(count(&SqliteStore::open(&path).unwrap()).await, 1);
}

#[tokio::test]
async fn without_a_record_nothing_is_known() {
    let (folder, path) = after_a_crash().await;
    let record = folder.path().join("runs.sqlite-changes");
    damaged(&record, 3);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(
        (store.completeness(), count(&store).await),
        (Completeness::Unknown, 20)
    );
    drop(store);
    fs::remove_file(record).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.completeness(), Completeness::Unknown);
}

#[tokio::test]
async fn damaged_pages_are_reported_and_the_files_stay_as_they_are() {
    let (folder, path) = after_a_crash().await;
    close(&path);
    let mut bytes = fs::read(&path).unwrap();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..8].fill(0xff);
    }
    fs::write(&path, &bytes).unwrap();
    fs::write(folder.path().join("runs.sqlite-wal"), "evidence").unwrap();
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(error.remedy().contains("from a backup"), "{error}");
    assert!(
        error
            .remedy()
            .contains("move it away with the files beside it")
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert!(folder.path().join("runs.sqlite-wal").exists());
}

#[tokio::test]
async fn whatever_bytes_are_damaged_the_error_says_so_and_what_to_do() {
    let (_folder, path) = after_a_crash().await;
    close(&path);
    let whole = fs::read(&path).unwrap();
    let mut found = 0;
    for seed in 0..40_usize {
        let mut bytes = whole.clone();
        // Not the header, which contains the file type.
        for step in 0..60_usize {
            let at = 100 + (seed * 7919 + step * 104_729 + step * step * 31) % (bytes.len() - 100);
            bytes[at] = bytes[at].wrapping_add(97 + seed as u8);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        fs::write(&path, &bytes).unwrap();
        if let Err(why) = SqliteStore::open(&path) {
            found += 1;
            let text = format!("{why}; {}", why.remedy());
            assert!(
                text.contains("damaged") && text.contains("restore the data folder from a backup"),
                "{seed}: {text}"
            );
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_value_that_no_program_has_written_is_damage() {
    let why = StoreError::from(SqliteError::from(rusqlite::Error::IntegralValueOutOfRange(
        0, -1,
    )));
    assert!(why.to_string().contains("damaged"), "{why}");
    assert!(
        why.remedy().contains("flowdeck restore"),
        "{}",
        why.remedy()
    );
}
