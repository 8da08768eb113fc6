//! `flowdeck doctor`: every fault that it looks for, planted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::{Connection, params};
use tempfile::TempDir;

use super::program::{Program, command, flowdeck, folder};
use crate::common::engine;
use crate::common::fake_engine::{Answer, FakeEngine};

/// A folder that a service has used, which is not running any more.
fn used() -> TempDir {
    let folder = folder();
    Program::start(
        folder.path(),
        "127.0.0.1:0",
        &["--engine", "http://127.0.0.1:9"],
    )
    .link();
    folder
}

fn data(folder: &TempDir) -> PathBuf {
    folder.path().join("flowdeck-data")
}

fn database(folder: &TempDir) -> Connection {
    Connection::open(data(folder).join("flowdeck.sqlite")).unwrap()
}

async fn doctor(folder: &Path, options: &[&str]) -> (bool, String) {
    flowdeck(folder, &[&["doctor"], options].concat(), None).await
}

/// Ensures that only this is bad.
async fn finds(folder: &TempDir, options: &[&str], expected: &str) {
    let (succeeded, text) = doctor(folder.path(), options).await;
    let bad: Vec<_> = text.lines().filter(|line| line.starts_with('✗')).collect();
    assert!(
        !succeeded && text.ends_with("flowdeck: 1 check has failed\n"),
        "{text}"
    );
    assert!(
        matches!(bad.as_slice(), [line] if line.contains(expected)),
        "{expected}: {text}"
    );
}

/// Ensures that this is doubtful, and nothing is bad.
async fn doubts(folder: &TempDir, options: &[&str], expected: &str) {
    let (succeeded, text) = doctor(folder.path(), options).await;
    let mut doubtful = text.lines().filter(|line| line.starts_with('!'));
    assert!(
        succeeded && doubtful.any(|line| line.contains(expected)),
        "{expected}: {text}"
    );
}

/// A run with an output, as a service stores it.
fn completed(folder: &TempDir) -> String {
    let id = uuid::Uuid::new_v4().to_string();
    let sql = "INSERT INTO runs (id, workflow_id, status, prompt_id, inputs, outputs, created_at)
        VALUES (?1, 'join', 'completed', '', '[]', '[\"a.txt\"]', '2026-01-01T00:00:00.000Z')";
    database(folder).execute(sql, [&id]).unwrap();
    let outputs = data(folder).join("outputs").join(&id);
    fs::create_dir(&outputs).unwrap();
    fs::write(outputs.join("a.txt"), "a").unwrap();
    id
}

#[tokio::test]
async fn a_service_that_works_has_only_good_checks_while_it_runs_and_afterwards() {
    let folder = folder();
    let mut start = command(folder.path(), "127.0.0.1:0", &[]);
    start.env_remove("FLOWDECK_WORKFLOWS");
    let mut program = Program(start.spawn().unwrap());
    program.link();
    completed(&folder);
    for _ in 0..2 {
        let (succeeded, text) = doctor(folder.path(), &[]).await;
        // The machine that runs the tests may have little space, and the program of tests has no playground.
        let depends = |line: &&str| line.contains(" disk: ") || line.contains(" playground: ");
        let mut others = text.lines().filter(|line| !depends(line));
        assert!(
            succeeded && others.all(|line| line.starts_with('✓')),
            "{text}"
        );
        for check in [
            "configuration: 2 settings are given and valid",
            "key: ",
            "workflows: ",
            "database: that of ",
            "outputs: every run has its files",
            "engines: the service starts embedded ones",
            "clock: ",
        ] {
            assert!(text.contains(&format!("✓ {check}")), "{check}: {text}");
        }
        assert!(text.contains(" is whole and has 1 run\n"), "{text}");
        program.0.kill().unwrap();
        program.wait();
    }
}

#[tokio::test]
async fn mistakes_in_the_settings_are_found_and_the_other_checks_made() {
    let folder = used();
    fs::write(folder.path().join("a.toml"), "depth = 0").unwrap();
    finds(
        &folder,
        &["--config", "a.toml"],
        "configuration: reading a.toml: line 1: depth: ",
    )
    .await;
    finds(
        &folder,
        &["--tls-cert", "a.toml"],
        "configuration: reading --tls-cert and --tls-key",
    )
    .await;
    finds(
        &folder,
        &["--workflows", "absent"],
        "workflows: reading the folder absent: ",
    )
    .await;
    finds(
        &folder,
        &["--site", "absent"],
        "playground: the folder absent has no index.html; ",
    )
    .await;
    for expected in [
        "database: absent has none yet",
        "workflows: there is no folder absent/workflows yet",
        "playground: this program was built without it",
    ] {
        doubts(&folder, &["--data", "absent"], expected).await;
    }
    fs::write(folder.path().join("a.toml"), "").unwrap();
    doubts(&folder, &["--config", "a.toml"], "engines: none is named").await;
    assert!(!folder.path().join("absent").exists());
}

#[tokio::test]
async fn a_key_or_a_token_that_cannot_be_used_is_found_and_not_shown() {
    let folder = used();
    for (content, expected) in [
        (
            "",
            "key: reading the key file flowdeck-data/key: it is empty; delete it",
        ),
        (
            "hidden\nhidden",
            "key: reading the key file flowdeck-data/key: ",
        ),
    ] {
        write_private(&data(&folder).join("key"), content);
        finds(&folder, &[], expected).await;
    }
    write_private(&data(&folder).join("key"), "hidden");
    finds(
        &folder,
        &["--listen", "0.0.0.0:0"],
        "fewer than 16 characters",
    )
    .await;
    let (succeeded, text) = doctor(folder.path(), &["--listen", "127.0.0.1:0"]).await;
    assert!(
        succeeded && text.contains("✓ key: it is in the data folder"),
        "{text}"
    );
    assert!(!text.contains("hidden"), "{text}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
    command
        .current_dir(folder.path())
        .arg("doctor")
        .env("FLOWDECK_NO_SEARCH", "true")
        .env("FLOWDECK_FIRST_KEY", "hidden");
    let output = command
        .env("FLOWDECK_ENGINE_TOKEN", "hid\nden")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("✗ configuration: reading FLOWDECK_ENGINE_TOKEN: "),
        "{text}"
    );
    assert!(
        text.contains("✓ key: it is in FLOWDECK_FIRST_KEY"),
        "{text}"
    );
    assert!(!output.status.success() && !text.contains("hid"), "{text}");
}

fn write_private(path: &Path, content: &str) {
    fs::write(path, content).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
    }
}

#[tokio::test]
async fn a_database_that_is_damaged_or_of_a_later_version_is_found_and_stays_as_it_is() {
    let folder = used();
    database(&folder)
        .pragma_update(None, "user_version", 999)
        .unwrap();
    finds(
        &folder,
        &[],
        "a later version of flowdeck has changed it; use that version",
    )
    .await;

    let path = data(&folder).join("flowdeck.sqlite");
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    database(&folder)
        .query_row(checkpoint, [], |_| Ok(()))
        .unwrap();
    let mut bytes = fs::read(&path).unwrap();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..8].fill(0xff);
    }
    fs::write(&path, &bytes).unwrap();
    finds(&folder, &[], "restore the data folder from a backup").await;
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[tokio::test]
async fn files_without_runs_and_runs_without_files_are_found() {
    let folder = used();
    let id = completed(&folder);
    database(&folder).execute("DELETE FROM runs", []).unwrap();
    doubts(
        &folder,
        &[],
        &format!("outputs: folders belong to no run: 1, such as outputs/{id}"),
    )
    .await;
    fs::remove_dir_all(data(&folder).join("outputs").join(&id)).unwrap();

    let id = completed(&folder);
    fs::remove_file(data(&folder).join(format!("outputs/{id}/a.txt"))).unwrap();
    finds(
        &folder,
        &[],
        &format!("files of runs are missing: 1, such as outputs/{id}/a.txt"),
    )
    .await;
    let file = r#"{"stored": "0", "sent_as": "x", "content_type": "image/png", "size": 5}"#;
    let inputs = format!(r#"[{{"path": "photo", "value": "p.png", "file": {file}}}]"#);
    let sql = "UPDATE runs SET status = 'pending', inputs = ?1";
    database(&folder).execute(sql, params![inputs]).unwrap();
    finds(
        &folder,
        &[],
        &format!("files of waiting runs are missing: 1, such as uploads/{id}/0"),
    )
    .await;
}

#[tokio::test]
async fn engines_that_do_not_answer_are_found_and_others_shown_with_their_version() {
    let folder = used();
    let home = tempfile::tempdir().unwrap();
    let embedded = engine(home.path(), 0, 0).await;
    let url = format!("http://{}", embedded.address());
    let (succeeded, text) = doctor(folder.path(), &["--engine", &url]).await;
    let line = format!("✓ engine {url}: it answers, with version flowdeck-");
    assert!(succeeded && text.contains(&line), "{text}");

    finds(
        &folder,
        &["--engine", "http://127.0.0.1:9"],
        "engine http://127.0.0.1:9: ",
    )
    .await;
    let other = FakeEngine::start().await;
    other.answer("system_stats", Answer::Text(200, "<html>".to_owned()));
    finds(
        &folder,
        &["--engine", &other.address],
        "reading the system stats of ",
    )
    .await;
    let (succeeded, text) = doctor(folder.path(), &["--engine", "http://u:hidden@a"]).await;
    let why = "configuration: reading --engine: the address contains a user name";
    assert!(!succeeded && text.contains(why), "{text}");
    assert!(!text.contains("hidden"), "{text}");
    let sql = "INSERT INTO engines VALUES ('http://127.0.0.1:7', '[]', NULL, 1, 0)";
    database(&folder).execute(sql, []).unwrap();
    finds(&folder, &["--engine", &url], "engine http://127.0.0.1:7: ").await;
}

#[tokio::test]
async fn a_clock_behind_the_newest_run_is_found() {
    let folder = used();
    completed(&folder);
    let sql = "UPDATE runs SET created_at = '2999-01-01T00:00:00.000Z'";
    database(&folder).execute(sql, []).unwrap();
    finds(
        &folder,
        &[],
        "but the newest run was accepted at 2999-01-01T00:00:00Z",
    )
    .await;
}

#[cfg(unix)]
#[tokio::test]
async fn files_that_others_can_open_are_found() {
    use std::os::unix::fs::PermissionsExt;

    let folder = used();
    let data = data(&folder);
    let set_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode(&data, 0o755);
    finds(
        &folder,
        &[],
        "rights: other users can open flowdeck-data; run `chmod go-rwx flowdeck-data`",
    )
    .await;
    set_mode(&data, 0o700);
    fs::write(data.join("key"), "secret-secret-secret").unwrap();
    set_mode(&data.join("key"), 0o644);
    finds(&folder, &[], "run `chmod go-rwx flowdeck-data/key`").await;
}
