//! The log of `flowdeck serve`, as JSON and as text, and its listener for monitoring.

use std::io::Read;
use std::path::Path;

use reqwest::multipart::Form;
use serde_json::Value;

use super::program::{Program, failure, folder};
use crate::common::eventually;

const KEY: &str = "se cret/1";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Submits a run to the program, and waits until it has completed. Returns its id.
async fn run(url: &str) -> String {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client
        .post(format!("{url}/api/v1/runs?workflow_id=short"))
        .header("X-API-KEY", KEY)
        .header("X-Request-Id", "request-7")
        .header("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01"))
        .multipart(Form::new().text("note", "nothing"));
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    let id = answer["data"][0]["run_id"].as_str().unwrap().to_owned();
    let completed = async || {
        let request = client.get(format!("{url}/api/v1/runs/{id}"));
        let answer = request.header("X-API-KEY", KEY).send().await.unwrap();
        let answer: Value = answer.json().await.unwrap();
        (answer["data"]["status"] == "completed").then_some(())
    };
    eventually("the run completes", completed).await;
    id
}

/// What the program has logged, after it was killed.
fn log_of(mut program: Program) -> String {
    program.0.kill().unwrap();
    let mut log = String::new();
    program
        .0
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut log)
        .unwrap();
    log
}

fn start(folder: &Path, extra: &[&str]) -> (Program, String) {
    let mut program = Program::start(folder, "127.0.0.1:0", extra);
    let url = program.link().trim_end_matches('/').to_owned();
    (program, url)
}

#[tokio::test]
async fn a_log_in_json_has_the_ids_of_requests_runs_and_traces() {
    let folder = folder();
    let (program, url) = start(folder.path(), &["--log", "json"]);
    let id = run(&url).await;
    let log = log_of(program);
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
        .collect();
    for line in &lines {
        for name in ["timestamp", "level", "target", "message"] {
            assert!(line[name].is_string(), "{line}");
        }
    }
    let of_run: Vec<&Value> = lines
        .iter()
        .filter(|line| line["run_id"] == id.as_str())
        .collect();
    let accepted = of_run
        .iter()
        .find(|line| line["message"] == "accepted a run")
        .unwrap();
    assert_eq!(accepted["request_id"], "request-7");
    assert_eq!(accepted["workflow_id"], "short");
    let taken = of_run
        .iter()
        .find(|line| line["message"] == "an engine has taken a run")
        .unwrap();
    let ended = of_run
        .iter()
        .find(|line| line["message"] == "a run has ended")
        .unwrap();
    assert!(taken["engine"].is_string() && taken["engine"] == ended["engine"]);
    let unknown = of_run.iter().find(|line| line["level"] == "WARN").unwrap();
    let text = "a run of short has values for fields that it does not have: \"note\"";
    assert_eq!(unknown["message"], text);
    assert_eq!(ended["workflow_id"], "short");
    assert!(ended["executed_seconds"].is_number() && ended["error"].is_null());
    assert_eq!(
        (&ended["status"], &ended["request_id"]),
        (&"completed".into(), &Value::Null)
    );
    for line in &of_run {
        assert_eq!(line["owner"], "first key", "{line}");
        assert_eq!(line["trace_id"], TRACE, "{line}");
        assert_eq!(line["span_id"], accepted["span_id"], "{line}");
        assert_ne!(line["span_id"], "00f067aa0ba902b7", "{line}");
    }
    assert!(!log.contains(KEY) && !log.contains('\u{1b}'), "{log}");
}

#[tokio::test]
async fn a_log_of_text_has_no_ids() {
    let folder = folder();
    let (program, url) = start(folder.path(), &[]);
    let id = run(&url).await;
    let log = log_of(program);
    for text in [TRACE, "request-7", id.as_str(), "accepted a run", "{"] {
        assert!(!log.contains(text), "{text} is in {log}");
    }
}

#[tokio::test]
async fn requests_are_logged_where_somebody_asks_for_it() {
    let folder = folder();
    let mut command = super::program::command(folder.path(), "127.0.0.1:0", &["--log", "json"]);
    command.env("RUST_LOG", "request_log=debug");
    let mut program = Program(command.spawn().unwrap());
    let url = program.link().trim_end_matches('/').to_owned();
    run(&url).await;
    let log = log_of(program);
    let mut lines = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let submission = lines
        .find(|line| line["operation"] == "POST /api/v1/runs")
        .unwrap();
    assert_eq!(
        (&submission["status"], &submission["request_id"]),
        (&200.into(), &"request-7".into())
    );
    assert!(submission["seconds"].is_number(), "{submission}");
}

#[test]
fn an_unknown_format_is_refused() {
    let line = failure(
        folder().path(),
        "127.0.0.1:0",
        &["--config", "flowdeck.toml"],
    );
    assert!(line.contains("flowdeck.toml"), "{line}");
    let folder = folder();
    std::fs::write(folder.path().join("flowdeck.toml"), "log = \"xml\"\n").unwrap();
    let line = failure(folder.path(), "127.0.0.1:0", &["--config", "flowdeck.toml"]);
    assert!(
        line.contains("log") && line.contains("text, json"),
        "{line}"
    );
}

#[tokio::test]
async fn metrics_have_a_listener_of_their_own() {
    use std::io::{BufRead, BufReader};
    let folder = folder();
    let extra = ["--metrics-listen", "127.0.0.1:0"];
    let mut program = Program::start(folder.path(), "127.0.0.1:0", &extra);
    let mut lines = BufReader::new(program.0.stdout.as_mut().unwrap()).lines();
    let address =
        lines.find_map(|line| Some(line.unwrap().strip_prefix("metrics on ")?.to_owned()));
    let url = format!("http://{}/metrics", address.unwrap());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let answers = async || client.get(&url).send().await.ok();
    let response = eventually("the listener answers", answers).await;
    assert_eq!(response.status(), 200);
    assert!(response.text().await.unwrap().contains("\nflowdeck_ready"));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    let line = tokio::task::spawn_blocking(move || {
        let folder = super::program::folder();
        failure(folder.path(), "127.0.0.1:0", &["--metrics-listen", &taken])
    });
    let line = line.await.unwrap();
    assert!(
        line.contains("is in use") && line.contains("with --metrics-listen"),
        "{line}"
    );
}
