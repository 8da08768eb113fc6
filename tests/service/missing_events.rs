//! Engines that answer, but whose events cannot be received: their queue and their history settle runs.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::{Value, json};
use service::Options;

use crate::common::fake_engine::{Answer, Events, FakeEngine};
use crate::common::{TestServer, eventually, no_inputs};

/// A service that soon gives up runs at silent engines.
fn impatient(mut options: Options) -> Options {
    options.rules.lost_after = Duration::from_millis(1500);
    let limits = &mut options.engine_limits;
    limits.busy_interval = Duration::from_millis(20);
    limits.shortest_interval = Duration::from_millis(10);
    limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
    limits.handshake = Duration::from_secs(1);
    limits.event_silence = Duration::from_millis(100);
    options
}

async fn in_front_of(engine: &FakeEngine) -> TestServer {
    let mut server = TestServer::with(0, impatient).await;
    server.restart(from_ref(&engine.address)).await;
    server
}

/// What the service says about its engine.
async fn health(server: &TestServer) -> Value {
    server.get("/api/v1/comfy/health").await["data"][0].clone()
}

/// Waits until the service says that the events of its engine are missing, for this reason.
async fn says(server: &TestServer, why: &str) {
    let is_said = async || {
        let health = health(server).await;
        let problem = health["problem"].as_str()?;
        let is_online = ["idle", "running"].contains(&health["status"].as_str()?);
        let says = problem.starts_with("its events cannot be received: ") && problem.contains(why);
        (is_online && says).then_some(())
    };
    eventually(&format!("the engine is online, and {why}"), is_said).await;
}

/// Waits until the engine executes this many prompts.
async fn executes(engine: &FakeEngine, count: usize) {
    let reached = async || (engine.running() == count).then_some(());
    eventually("the engine executes it", reached).await;
}

/// A way to let the events of an engine be missing, and what is said about it.
type Fault = (fn(&FakeEngine), &'static str);

const FAULTS: [Fault; 6] = [
    (|engine| engine.answer("ws", Answer::Silence), "no answer"),
    (|engine| engine.answer("ws", Answer::Stalling), "HTTP"),
    (|engine| engine.answer("ws", Answer::Redirect), "302"),
    (
        |engine| engine.answer("ws", Answer::Text(403, String::new())),
        "403",
    ),
    (|engine| engine.treat_events(Events::Closed), "WebSocket"),
    (|engine| engine.treat_events(Events::Empty), "nothing comes"),
];

#[tokio::test]
async fn an_engine_whose_events_never_come_executes_each_run_once() {
    for (fault, why) in FAULTS {
        let engine = FakeEngine::start().await;
        fault(&engine);
        let server = in_front_of(&engine).await;
        says(&server, why).await;
        engine.hold();
        let run = server.run("short", no_inputs()).await;
        server.wait_for_status(&run, "running").await;
        engine.end_all();
        let detail = server.wait_for_status(&run, "completed").await;
        assert_eq!(
            (&detail["attempts"], engine.prompts().len()),
            (&json!(1), 1),
            "{why}"
        );
        let listed = server.get("/api/v1/comfy/engines").await;
        let problem = listed["data"][0]["problem"].as_str().unwrap();
        assert!(
            problem.starts_with("its events cannot be received: "),
            "{listed}"
        );
    }
}

#[tokio::test]
async fn a_run_whose_events_break_for_good_is_settled_by_the_history() {
    for (fault, why) in FAULTS {
        let engine = FakeEngine::start().await;
        let server = in_front_of(&engine).await;
        engine.hold();
        let run = server.run("short", no_inputs()).await;
        executes(&engine, 1).await;
        server.wait_for_status(&run, "running").await;
        fault(&engine);
        engine.close_events();
        says(&server, why).await;
        assert_eq!(server.detail(&run).await["status"], "running");
        engine.end_all();
        let detail = server.wait_for_status(&run, "completed").await;
        assert_eq!(
            (&detail["attempts"], engine.prompts().len()),
            (&json!(1), 1),
            "{why}"
        );
    }
}

#[tokio::test]
async fn the_engine_is_well_again_once_its_events_come() {
    for (fault, why) in FAULTS {
        let engine = FakeEngine::start().await;
        fault(&engine);
        let server = in_front_of(&engine).await;
        says(&server, why).await;
        engine.recover("ws");
        engine.treat_events(Events::Usual);
        let is_well = async || health(&server).await.get("problem").is_none().then_some(());
        eventually("nothing is wrong with it", is_well).await;
    }
}

#[tokio::test]
async fn a_run_that_the_history_has_is_not_executed_again_after_a_long_silence() {
    let engine = FakeEngine::start().await;
    let server = in_front_of(&engine).await;
    engine.hold();
    let run = server.run("short", no_inputs()).await;
    executes(&engine, 1).await;
    // The proxy in front of it lets only some routes through.
    engine.go_offline();
    engine.end_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(
        (&detail["attempts"], engine.prompts().len()),
        (&json!(1), 1)
    );
}

#[tokio::test]
async fn a_run_that_the_history_has_is_settled_although_the_queue_is_malformed() {
    let engine = FakeEngine::start().await;
    let mut server = TestServer::with(0, |options| {
        let mut options = impatient(options);
        options.rules.lost_after = Duration::from_secs(3600);
        options.engine_limits.settle_time = Duration::from_millis(50);
        options.engine_limits.settle_errors = 2;
        options
    })
    .await;
    server.restart(from_ref(&engine.address)).await;
    engine.hold();
    let run = server.run("short", no_inputs()).await;
    executes(&engine, 1).await;
    engine.answer("queue", Answer::Text(200, "{}".to_owned()));
    engine.end_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(
        (&detail["attempts"], engine.prompts().len()),
        (&json!(1), 1)
    );
}

#[tokio::test]
async fn runs_are_settled_while_an_engine_reads_its_node_classes() {
    let engine = FakeEngine::start().await;
    let mut server = in_front_of(&engine).await;
    engine.hold();
    let run = server.run("short", no_inputs()).await;
    executes(&engine, 1).await;
    engine.answer("object_info", Answer::Silence);
    server
        .restart_without_waiting(from_ref(&engine.address))
        .await;
    engine.end_all();
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(
        (&detail["attempts"], engine.prompts().len()),
        (&json!(1), 1)
    );
    assert_eq!(health(&server).await["status"], "stopped");
}
