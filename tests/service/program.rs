//! The program `flowdeck serve`.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::common::{ENGINE_TOKEN, samples};

/// A running program, killed when it is dropped.
pub(crate) struct Program(pub(crate) Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    pub(crate) fn start(folder: &Path, listen: &str, extra: &[&str]) -> Self {
        Self(command(folder, listen, extra).spawn().unwrap())
    }

    /// Waits for the link that it prints.
    pub(crate) fn link(&mut self) -> String {
        let mut lines = BufReader::new(self.0.stdout.as_mut().unwrap()).lines();
        let link = lines.find_map(|line| Some(line.unwrap().strip_prefix("open ")?.to_owned()));
        link.unwrap()
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "the program does not stop");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The command that starts it. The folder has a data folder already, which is therefore used.
pub(crate) fn command(folder: &Path, listen: &str, extra: &[&str]) -> Command {
    private_files::create_folder(&folder.join("flowdeck-data")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
    command
        .current_dir(folder)
        .args(["serve", "--listen", listen])
        .args(extra);
    command
        .env("FLOWDECK_FIRST_KEY", "se cret/1")
        .env_remove("FLOWDECK_API_KEY")
        .env("FLOWDECK_WORKFLOWS", "workflows")
        // What runs on the machine of the tests does not count.
        .env("FLOWDECK_NO_SEARCH", "true")
        .env_remove("RUST_LOG");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    samples::write(&folder.path().join("workflows"));
    folder
}

/// Runs the program. Returns whether it succeeded, and what it printed: output, then errors.
pub(crate) async fn flowdeck(
    folder: &Path,
    arguments: &[&str],
    key: Option<&str>,
) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
    command.current_dir(folder).args(arguments);
    command
        .env_remove("FLOWDECK_API_KEY")
        .env_remove("FLOWDECK_URL")
        // What is installed and runs on the machine of the tests does not count.
        .env("FLOWDECK_DATA", "flowdeck-data")
        .env("FLOWDECK_NO_SEARCH", "true")
        .env("FLOWDECK_ENGINE_TOKEN", ENGINE_TOKEN);
    if let Some(key) = key {
        command.env("FLOWDECK_API_KEY", key);
    }
    let output = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = output.await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

/// The single line that explains why it did not start.
pub(crate) fn failure(folder: &Path, listen: &str, extra: &[&str]) -> String {
    failure_of(&mut command(folder, listen, extra))
}

pub(crate) fn failure_of(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    let mut lines = error.lines().filter(|line| line.starts_with("flowdeck: "));
    let line = lines.next().unwrap().to_owned();
    assert_eq!(lines.next(), None);
    line
}

#[test]
fn a_port_in_use_is_reported_with_a_remedy() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let line = failure(folder().path(), &address, &[]);
    assert!(
        line.contains("is in use") && line.contains("--listen"),
        "{line}"
    );
}

#[test]
fn a_store_with_damaged_pages_is_named_with_a_remedy() {
    let folder = folder();
    Program::start(folder.path(), "127.0.0.1:0", &[]).link();
    let path = folder.path().join("flowdeck-data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(&path).unwrap();
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    store.query_row(checkpoint, [], |_| Ok(())).unwrap();
    drop(store);
    let mut bytes = std::fs::read(&path).unwrap();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..8].fill(0xff);
    }
    std::fs::write(&path, &bytes).unwrap();
    let line = failure(folder.path(), "127.0.0.1:0", &[]);
    let place = "opening the run store flowdeck-data/flowdeck.sqlite: ";
    assert!(
        line.contains(place) && line.contains("from a backup"),
        "{line}"
    );
    assert!(!line.contains("workflows"), "{line}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn unusable_folders_are_reported_with_a_remedy() {
    let empty = tempfile::tempdir().unwrap();
    let line = failure(empty.path(), "127.0.0.1:0", &[]);
    assert!(
        line.contains("workflows folder") && line.contains("--workflows"),
        "{line}"
    );
    let folder = folder();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let line = failure(folder.path(), "127.0.0.1:0", &["--data", "file"]);
    assert!(line.contains("--data"), "{line}");
}

#[test]
fn an_invalid_engine_address_is_reported_with_a_remedy() {
    for address in [
        "ftp://x",
        "127.0.0.1:8188",
        "http://user:s3cret@host",
        "http://host/?token=s3cret",
        "host/?token=s3cret",
    ] {
        let line = failure(folder().path(), "127.0.0.1:0", &["--engine", address]);
        assert!(
            line.contains("--engine") && line.contains("http://127.0.0.1:8188"),
            "{line}"
        );
        assert!(!line.contains("s3cret"), "{line}");
    }
}

#[test]
fn an_engine_that_does_not_respond_at_start_is_only_a_warning() {
    let folder = folder();
    let mut program = Program::start(
        folder.path(),
        "127.0.0.1:0",
        &["--engine", "http://127.0.0.1:9"],
    );
    program.link();
    // Not necessarily the first line: a playground that has not been built causes a warning too.
    let mut lines = BufReader::new(program.0.stderr.as_mut().unwrap()).lines();
    let warned = lines.any(|line| {
        line.unwrap()
            .contains("http://127.0.0.1:9 does not respond")
    });
    assert!(warned, "the log does not mention the engine");
}

#[test]
fn a_data_folder_in_use_is_reported_with_a_remedy() {
    let folder = folder();
    let mut first = Program::start(folder.path(), "127.0.0.1:0", &[]);
    first.link();
    let line = failure(folder.path(), "127.0.0.1:0", &[]);
    assert!(
        line.contains("another flowdeck") && line.contains("--data"),
        "{line}"
    );
}

#[test]
fn two_programs_with_their_own_ports_and_data_folders_run_side_by_side() {
    let folder = folder();
    let mut first = Program::start(folder.path(), "127.0.0.1:0", &["--data", "first"]);
    let mut second = Program::start(folder.path(), "127.0.0.1:0", &["--data", "second"]);
    let (first_link, second_link) = (first.link(), second.link());
    assert_ne!(first_link, second_link);
    for link in [first_link, second_link] {
        let base = link.trim_end_matches('/');
        let health = reqwest::blocking::Client::builder()
            .no_proxy()
            .build()
            .unwrap()
            .get(format!("{base}/api/v1/comfy/health"))
            .header("X-API-KEY", "se cret/1")
            .send()
            .unwrap();
        assert_eq!(health.status(), 200, "{link}");
    }
}

#[test]
fn it_prints_the_licenses_of_what_is_compiled_into_it() {
    let output = Command::new(env!("CARGO_BIN_EXE_flowdeck"))
        .arg("licenses")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for words in [
        "UBUNTU FONT LICENCE",
        "Hack project",
        "SIL OPEN FONT LICENSE",
        "John Slegers",
        "Cisco Systems",
    ] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn a_limit_that_cannot_be_read_is_refused_with_the_way_to_write_it() {
    let folder = tempfile::tempdir().unwrap();
    for (flag, value, advice) in [
        ("--keep", "7w", "such as 7d"),
        ("--keep", "0d", "such as 7d"),
        ("--keep-bytes", "2GiB", "such as 2GB"),
        ("--keep-runs", "0", "not in 1.."),
    ] {
        let output = command(folder.path(), "127.0.0.1:0", &[flag, value]).output();
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(advice) && errors.contains(flag), "{errors}");
    }
}
