//! The token of engines: required, sent by the service, and never shown.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use crate::common::{ENGINE_TOKEN, TestServer, eventually, logs, samples, texts};

#[tokio::test]
async fn without_the_token_an_engine_counts_as_stopped() {
    let mut server = TestServer::with(1, |options| options).await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    server.options = |mut options| {
        options.engine_token = None;
        options
    };
    let addresses = server.addresses.clone();
    server.restart_without_waiting(&addresses).await;
    let refused = async || {
        let log = logs::text();
        let line = |line: &str| line.contains(&addresses[0]) && line.contains("401");
        log.lines().any(line).then_some(())
    };
    eventually("the log mentions the status 401", refused).await;
    let health = server.get("/api/v1/comfy/health").await;
    assert_eq!(health["data"][0]["status"], "stopped");
}

#[tokio::test]
async fn neither_answers_nor_logs_contain_the_token() {
    let server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    for path in [
        "/api/v1/comfy/queue",
        "/api/v1/comfy/health",
        "/api/v1/comfy/workflows",
        "/api/v1/runs",
        &format!("/api/v1/runs/{run}"),
        "/openapi.json",
    ] {
        let answer = server.get(path).await.to_string();
        assert!(!answer.contains(ENGINE_TOKEN), "{path}: {answer}");
    }
    assert!(!logs::text().contains(ENGINE_TOKEN));
}

/// A running program, killed when it is dropped.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    fn start(folder: &std::path::Path, arguments: &[&str], token: Option<&str>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
        command.current_dir(folder).args(arguments);
        command
            .env_remove("FLOWDECK_ENGINE_TOKEN")
            .env("FLOWDECK_FIRST_KEY", "a-key-of-a-test-1")
            .env("FLOWDECK_NO_SEARCH", "true")
            .env("XDG_DATA_HOME", folder)
            .env("RUST_LOG", "trace,tungstenite::handshake::client=trace")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(token) = token {
            command.env("FLOWDECK_ENGINE_TOKEN", token);
        }
        Self(command.spawn().unwrap())
    }

    /// What follows a prefix in the line that begins with it.
    fn line(&mut self, prefix: &str) -> String {
        let mut lines = BufReader::new(self.0.stdout.as_mut().unwrap()).lines();
        let rest = lines.find_map(|line| Some(line.unwrap().strip_prefix(prefix)?.to_owned()));
        rest.unwrap()
    }
}

#[test]
fn the_command_that_a_standalone_engine_prints_connects_it() {
    let folder = tempfile::tempdir().unwrap();
    samples::write(&folder.path().join("workflows"));
    let mut engine = Program::start(folder.path(), &["engine"], None);
    let command = engine.line("connect it with: ");
    let (token, address) = command
        .strip_prefix("FLOWDECK_ENGINE_TOKEN=")
        .and_then(|rest| rest.split_once(" flowdeck serve --engine "))
        .unwrap();
    let client = reqwest::blocking::Client::builder()
        .no_proxy()
        .build()
        .unwrap();
    let queue = client.get(format!("{address}/queue"));
    assert_eq!(queue.send().unwrap().status(), 401);
    let serve = ["serve", "--listen", "127.0.0.1:0", "--engine", address];
    let mut serve = Program::start(folder.path(), &serve, Some(token));
    let mut log = BufReader::new(serve.0.stderr.take().unwrap());
    let mut seen = String::new();
    while !seen.contains(&format!("connected to the engine instance {address}")) {
        assert_ne!(log.read_line(&mut seen).unwrap(), 0, "{seen}");
    }
    serve.0.kill().unwrap();
    log.read_to_string(&mut seen).unwrap();
    assert!(!seen.contains(token), "the log contains the token");
}

#[test]
fn a_standalone_engine_takes_its_token_from_the_environment_and_does_not_print_it() {
    let folder = tempfile::tempdir().unwrap();
    let token = "given-by-the-environment";
    let mut engine = Program::start(folder.path(), &["engine", "--data", "one"], Some(token));
    let command = engine.line("connect it with: ");
    assert!(!command.contains(token), "{command}");
    let (_, address) = command.split_once("--engine ").unwrap();
    let client = reqwest::blocking::Client::builder()
        .no_proxy()
        .build()
        .unwrap();
    let queue = client.get(format!("{address}/queue")).bearer_auth(token);
    assert_eq!(queue.send().unwrap().status(), 200);
    let short = Command::new(env!("CARGO_BIN_EXE_flowdeck"))
        .current_dir(folder.path())
        .args(["engine", "--data", "two"])
        .env("FLOWDECK_ENGINE_TOKEN", "short")
        .output()
        .unwrap();
    let error = String::from_utf8(short.stderr).unwrap();
    assert!(
        error.contains("FLOWDECK_ENGINE_TOKEN") && error.contains("16 characters"),
        "{error}"
    );
}
