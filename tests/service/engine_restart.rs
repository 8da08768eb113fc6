//! Engine instances that hang or grow too large are restarted with the operator's command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use service::{EngineCare, EngineRestart, EngineSettings, EngineSource, Options};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{ENGINE_TOKEN, TestServer, eventually, logs, no_inputs};

/// A lot of memory, and little.
const LARGE: u64 = 30_000_000_000;
const SMALL: u64 = 10_000_000_000;

fn impatient(mut options: Options) -> Options {
    let limits = &mut options.engine_limits;
    limits.busy_interval = Duration::from_millis(20);
    limits.shortest_interval = Duration::from_millis(10);
    limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
    limits.probe = Duration::from_millis(300);
    options.engine_care = EngineCare {
        interval: Duration::from_millis(10),
        hang_time: Duration::from_millis(100),
        memory_interval: Duration::from_millis(10),
        restart_interval: Duration::from_secs(3600),
        ..EngineCare::default()
    };
    options
}

/// A service in front of an instance that this shell script restarts.
async fn in_front_of(address: &str, script: &str, max_memory: Option<u64>) -> TestServer {
    with_options(impatient, address, script, max_memory).await
}

async fn with_options(
    options: fn(Options) -> Options,
    address: &str,
    script: &str,
    max_memory: Option<u64>,
) -> TestServer {
    let server = TestServer::with(0, options).await;
    let settings = EngineSettings {
        restart: Some(EngineRestart {
            command: ["sh", "-c", script].map(str::to_owned).to_vec(),
            max_memory,
        }),
        ..EngineSettings::new(address, EngineSource::File)
    };
    server.service.configure(vec![settings]).await.unwrap();
    server.wait_for_engines().await;
    server
}

fn use_memory(engine: &FakeEngine, used: u64) {
    let stats = json!({
        "system": { "ram_total": 64_000_000_000_u64, "ram_free": 64_000_000_000 - used },
        "devices": [],
    });
    engine.answer("system_stats", Answer::Text(200, stats.to_string()));
}

/// Lets an engine answer nothing, and refuse new connections of events.
fn silence(engine: &FakeEngine) {
    for route in ["prompt", "queue", "history"] {
        engine.answer(route, Answer::Silence);
    }
    engine.answer("ws", Answer::Text(503, String::new()));
}

fn recover(engine: &FakeEngine) {
    for route in ["prompt", "queue", "history", "ws"] {
        engine.recover(route);
    }
}

/// The lines of a file; none if there is no file.
fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

async fn eventually_written(file: &Path) {
    let is_written = async || (!lines(file).is_empty()).then_some(());
    eventually("the command has run", is_written).await;
}

async fn logged_restarts(server: &TestServer) -> Vec<Value> {
    let page = server
        .get("/api/v1/comfy/audit?action=engine.restart")
        .await;
    page["data"]["entries"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_instance_that_hangs_with_a_run_is_restarted_once_and_the_run_is_executed_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("restarted");
    let engine = FakeEngine::start().await;
    let script = format!("echo now >> {}", file.display());
    let server = in_front_of(&engine.address, &script, None).await;
    engine.hold();
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    assert!(lines(&file).is_empty());

    silence(&engine);
    eventually_written(&file).await;
    engine.forget_all();
    engine.release();
    recover(&engine);
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["attempts"], 2);
    assert_eq!(lines(&file), ["now"]);
    let logged = logged_restarts(&server).await;
    assert_eq!(logged.len(), 1);
    assert_eq!(
        [
            &logged[0]["actor"],
            &logged[0]["subject"],
            &logged[0]["address"]
        ],
        [&json!("service"), &json!(engine.address), &Value::Null]
    );
}

#[tokio::test]
async fn an_instance_without_tasks_may_be_silent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("restarted");
    let engine = FakeEngine::start().await;
    let script = format!("echo now >> {}", file.display());
    let server = in_front_of(&engine.address, &script, Some(SMALL)).await;
    engine.go_offline();
    let before = engine.requests("GET /queue");
    let is_silent = async || (engine.requests("GET /queue") > before + 10).then_some(());
    eventually("it was silent for longer than a run may wait", is_silent).await;
    engine.come_back();
    server.wait_for_engines().await;
    assert!(lines(&file).is_empty() && logged_restarts(&server).await.is_empty());
}

#[tokio::test]
async fn an_instance_that_has_grown_finishes_its_run_before_it_is_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("restarted");
    let engine = FakeEngine::start().await;
    engine.hold();
    use_memory(&engine, SMALL);
    let script = format!("echo now >> {}", file.display());
    let server = in_front_of(&engine.address, &script, Some(LARGE - 1)).await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    use_memory(&engine, LARGE);
    let is_draining = async || {
        let health = server.get("/api/v1/comfy/health").await;
        (health["data"][0]["status"] == "draining").then_some(())
    };
    eventually("it gets no further runs", is_draining).await;
    let next = server.run("short", no_inputs()).await;
    assert!(lines(&file).is_empty() && logged_restarts(&server).await.is_empty());
    use_memory(&engine, SMALL);
    engine.release();
    engine.end_all();
    server.wait_for_status(&run, "completed").await;
    eventually_written(&file).await;
    let detail = server.wait_for_status(&next, "completed").await;
    assert_eq!(detail["attempts"], 1);
    assert_eq!(lines(&file), ["now"]);
}

#[tokio::test]
async fn a_command_that_fails_is_reported_and_the_instance_takes_runs_again() {
    let engine = FakeEngine::start().await;
    use_memory(&engine, LARGE);
    let script = "echo no such unit >&2; echo hidden > /dev/null; exit 3";
    let server = in_front_of(&engine.address, script, Some(SMALL)).await;
    let is_logged = async || (logged_restarts(&server).await.len() == 1).then_some(());
    eventually("it is logged", is_logged).await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
    let text = logs::text();
    let why = format!(
        "restarting the engine instance {} with sh: exit status: 3: no such unit; check restart-with",
        engine.address
    );
    assert!(text.contains(&why), "{text}");
    assert_eq!(logged_restarts(&server).await.len(), 1, "not again so soon");
}

#[tokio::test]
async fn a_run_that_takes_too_long_does_not_hold_up_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("restarted");
    let engine = FakeEngine::start().await;
    engine.hold();
    use_memory(&engine, SMALL);
    let script = format!("echo now >> {}", file.display());
    let hasty = |options| {
        let mut options = impatient(options);
        options.engine_care.drain_time = Duration::from_millis(50);
        options
    };
    let server = with_options(hasty, &engine.address, &script, Some(LARGE - 1)).await;
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    use_memory(&engine, LARGE);
    eventually_written(&file).await;
    // As a restart does.
    engine.release();
    engine.forget_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["attempts"], 2);
}

/// An engine as a program of its own, which ends with the test.
struct EngineProgram {
    /// Has the process id.
    pid: PathBuf,
}

impl EngineProgram {
    /// The script that starts it at an address.
    fn script(&self, address: &str) -> String {
        let folder = self.pid.parent().unwrap().display();
        format!(
            "FLOWDECK_ENGINE_TOKEN={ENGINE_TOKEN} {} engine --listen {address} --data {folder}/data \
             > {folder}/output 2>&1 & echo $! > {}",
            env!("CARGO_BIN_EXE_flowdeck"),
            self.pid.display()
        )
    }

    fn signal(&self, signal: &str) {
        let pid = fs::read_to_string(&self.pid).unwrap();
        let status = Command::new("kill").args([signal, pid.trim()]).status();
        assert!(status.unwrap().success());
    }
}

impl Drop for EngineProgram {
    fn drop(&mut self) {
        self.signal("-KILL");
    }
}

#[tokio::test]
async fn a_real_engine_that_is_stopped_is_killed_and_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let engine = EngineProgram { pid };
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &engine.script("127.0.0.1:0")])
        .stdin(Stdio::null());
    assert!(shell.status().unwrap().success());
    let output = folder.path().join("output");
    let address = eventually("the engine has started", async || {
        let address = |line: &String| Some(line.strip_prefix("engine: http://")?.to_owned());
        lines(&output).iter().find_map(address)
    })
    .await;
    let restart = format!(
        "kill -9 $(cat {}); {}",
        engine.pid.display(),
        engine.script(&address)
    );
    let server = in_front_of(&format!("http://{address}"), &restart, None).await;
    let run = server.run("slow", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    engine.signal("-STOP");
    let second = async || {
        let detail = server.detail(&run).await;
        (detail["attempts"] == 2 && detail["status"] == "running").then_some(())
    };
    eventually("the run is in its second attempt", second).await;
    let path = format!("/api/v1/runs/{run}/cancel");
    assert_eq!(
        server.request("POST", &path).send().await.unwrap().status(),
        200
    );
}
