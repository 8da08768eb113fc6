mod restoring;

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use tempfile::TempDir;

use super::create::back_up_while;
use super::*;
use data_folder::STORE_FILE;
use store_sqlite::SqliteStore;

/// A data folder with a store that a service could use at the same time.
struct Data {
    home: TempDir,
    _store: SqliteStore,
    rows: Connection,
}

impl Data {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        fs::create_dir(&data).unwrap();
        let store = SqliteStore::open(&data.join(STORE_FILE)).unwrap();
        let rows = Connection::open(data.join(STORE_FILE)).unwrap();
        Self {
            home,
            _store: store,
            rows,
        }
    }

    fn path(&self) -> PathBuf {
        self.home.path().join("data")
    }

    fn target(&self) -> PathBuf {
        self.home.path().join("backup.tar")
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A run that waits, with an upload.
    fn waits(&self, id: &str) {
        self.write(&format!("uploads/{id}/0"), "photo");
        let file = r#"{"stored": "0", "sent_as": "x", "content_type": "image/png", "size": 5}"#;
        let inputs = format!(r#"[{{"path": "photo", "value": "p.png", "file": {file}}}]"#);
        let sql = "INSERT INTO runs (id, workflow_id, status, prompt_id, inputs, created_at)
            VALUES (?1, 'w', 'pending', '', ?2, '2026-01-01')";
        self.rows.execute(sql, params![id, inputs]).unwrap();
    }

    /// Ends a run as a service does: its outputs are written first, and its uploads removed last.
    fn ends(&self, id: &str) {
        self.write(&format!("outputs/{id}/a.txt"), id);
        let sql = "UPDATE runs SET status = 'completed', outputs = '[\"a.txt\"]' WHERE id = ?1";
        self.rows.execute(sql, [id]).unwrap();
        fs::remove_dir_all(self.path().join("uploads").join(id)).unwrap();
    }

    fn removes(&self, id: &str) {
        self.rows
            .execute("DELETE FROM runs WHERE id = ?1", [id])
            .unwrap();
        fs::remove_dir_all(self.path().join("outputs").join(id)).unwrap();
    }

    /// Restores the backup. Returns the status of each run, and every file.
    fn restored(&self) -> (Vec<(String, String)>, Vec<String>) {
        let folder = self.home.path().join("restored");
        restore(&self.target(), &folder).unwrap();
        let rows = Connection::open(folder.join(STORE_FILE)).unwrap();
        let mut statuses = rows
            .prepare("SELECT id, status FROM runs ORDER BY rowid")
            .unwrap();
        let statuses = statuses.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        let statuses = statuses.unwrap().map(Result::unwrap).collect();
        (statuses, files(&folder))
    }
}

/// The paths of every file below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match path.is_dir() {
            true => found.extend(files(&path).iter().map(|inner| format!("{name}/{inner}"))),
            false => found.push(name),
        }
    }
    found.sort();
    found
}

fn statuses(all: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(id, status): &(&str, &str)| ((*id).to_owned(), (*status).to_owned());
    all.iter().map(owned).collect()
}

#[test]
fn a_backup_has_the_files_of_every_run_and_what_a_start_needs() {
    let data = Data::new();
    data.waits("1");
    data.ends("1");
    data.waits("2");
    let digest = "INSERT INTO versions (workflow_id, number, digest, origin, created_at)
        VALUES ('w', 1, 'abc', 'folder', '2026-01-01')";
    data.rows.execute(digest, []).unwrap();
    for (path, text) in [
        ("key", "secret"),
        ("versions/abc/w.json", "{}"),
        ("versions/abc/w.examples/a/photo.png", "png"),
        ("versions/unused/w.json", "{}"),
        ("classes/a.json", "{}"),
        ("workflows/w.json", "{}"),
        ("workflows/files/photo.png", "png"),
        ("outputs/stray/a.txt", "of no run"),
        ("uploads/stray/0", "of no run"),
        ("engines/1/output/a.png", "png"),
        ("plain/1/a.txt", "a copy"),
        ("lock", ""),
        ("notes.txt", "of somebody else"),
    ] {
        data.write(path, text);
    }
    let report = back_up(&data.path(), &data.target()).unwrap();
    assert_eq!((report.runs, report.files, report.missing), (2, 9, 0));
    let (runs, files) = data.restored();
    assert_eq!(runs, statuses(&[("1", "completed"), ("2", "pending")]));
    let expected = [
        "classes/a.json",
        "flowdeck.sqlite",
        "key",
        "lock",
        "outputs/1/a.txt",
        "uploads/2/0",
        "versions/abc/w.examples/a/photo.png",
        "versions/abc/w.json",
        "workflows/files/photo.png",
        "workflows/w.json",
    ];
    assert_eq!(files, expected);
    let left = fs::read_dir(data.home.path()).unwrap().count();
    assert_eq!(left, 3, "nothing is left beside the backup");
}

#[test]
fn runs_that_end_or_are_removed_meanwhile_lose_no_file() {
    let data = Data::new();
    for id in ["ends", "stays", "removed", "ends and is removed"] {
        data.waits(id);
    }
    data.ends("removed");
    let report = back_up_while(&data.path(), &data.target(), || {
        data.ends("ends");
        data.removes("removed");
        data.ends("ends and is removed");
        data.removes("ends and is removed");
        data.waits("later");
    });
    let report = report.unwrap();
    assert_eq!((report.runs, report.missing), (2, 0));
    let (runs, files) = data.restored();
    assert_eq!(
        runs,
        statuses(&[("ends", "completed"), ("stays", "pending")])
    );
    let expected = [
        "flowdeck.sqlite",
        "lock",
        "outputs/ends/a.txt",
        "uploads/stays/0",
    ];
    assert_eq!(files, expected);
}

#[test]
fn a_file_that_was_missing_before_is_reported() {
    let data = Data::new();
    data.waits("1");
    data.ends("1");
    fs::remove_file(data.path().join("outputs/1/a.txt")).unwrap();
    // A name that leads elsewhere is never read.
    data.waits("2");
    let sql = "UPDATE runs SET status = 'completed', outputs = '[\"../../key\"]' WHERE id = '2'";
    data.rows.execute(sql, []).unwrap();
    data.write("key", "secret");
    let version = "INSERT INTO versions (workflow_id, number, digest, origin, created_at)
        VALUES ('w', 1, 'abc', 'folder', '2026-01-01')";
    data.rows.execute(version, []).unwrap();
    let report = back_up(&data.path(), &data.target()).unwrap();
    assert_eq!((report.runs, report.missing), (2, 3));
    assert_eq!(report.first_missing.as_deref(), Some("outputs/1/a.txt"));
    assert_eq!(data.restored().1, ["flowdeck.sqlite", "key", "lock"]);
}

#[cfg(unix)]
#[test]
fn a_backup_and_what_is_restored_are_private() {
    use std::os::unix::fs::PermissionsExt;

    let data = Data::new();
    data.waits("1");
    back_up(&data.path(), &data.target()).unwrap();
    data.restored();
    let mode = |path: &str| {
        let path = data.home.path().join(path);
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    };
    let modes = [
        "backup.tar",
        "restored/uploads/1/0",
        "restored/uploads/1",
        "restored",
    ]
    .map(mode);
    assert_eq!(modes, [0o600, 0o600, 0o700, 0o700]);
}

#[test]
fn a_backup_replaces_no_file_and_needs_a_store() {
    let data = Data::new();
    fs::write(data.target(), "precious").unwrap();
    let why = back_up(&data.path(), &data.target()).unwrap_err();
    assert!(matches!(why, BackupError::Exists(_)), "{why}");
    assert_eq!(fs::read_to_string(data.target()).unwrap(), "precious");
    fs::remove_file(data.target()).unwrap();
    let part = data.home.path().join("backup.tar.part");
    fs::write(&part, "of another").unwrap();
    let why = back_up(&data.path(), &data.target()).unwrap_err();
    assert!(why.to_string().contains("backup.tar.part exists"), "{why}");
    assert_eq!(fs::read_to_string(&part).unwrap(), "of another");
    let why = back_up(data.home.path(), &data.target()).unwrap_err();
    assert!(matches!(why, BackupError::NoStore(_)), "{why}");
}

#[test]
fn a_damaged_store_is_not_backed_up() {
    let data = Data::new();
    let path = data.path().join(STORE_FILE);
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    data.rows.query_row(checkpoint, [], |_| Ok(())).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..8].fill(0xff);
    }
    let copy = data.home.path().join("copy");
    fs::create_dir(&copy).unwrap();
    fs::write(copy.join(STORE_FILE), bytes).unwrap();
    let why = back_up(&copy, &data.target()).unwrap_err();
    assert!(matches!(why, BackupError::Store { .. }), "{why}");
    assert!(!data.target().exists() && files(data.home.path()).len() < 10);
}
