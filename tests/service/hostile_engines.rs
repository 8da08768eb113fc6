//! Engines that answer every route alike: with an error, with silence, or with the address of another host. Nothing
//! reaches that host, and the service stays usable.

use std::collections::BTreeSet;
use std::path::Path;
use std::slice::from_ref;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::{TestServer, eventually, images, no_inputs};

/// Every route of an engine that the service uses, by its first segment.
const ROUTES: [&str; 7] = [
    "ws",
    "object_info",
    "features",
    "queue",
    "prompt",
    "history",
    "view",
];

/// A service with little patience and a fake engine that it is connected to.
async fn service() -> (TestServer, FakeEngine) {
    let fake = FakeEngine::start().await;
    let mut server = TestServer::with(0, |mut options| {
        let limits = &mut options.engine_limits;
        limits.settle_time = Duration::from_millis(50);
        limits.settle_errors = 2;
        limits.busy_interval = Duration::from_millis(20);
        limits.probe = Duration::from_millis(300);
        limits.output_stall = Duration::from_millis(200);
        limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        for answer in [&mut limits.queue, &mut limits.history, &mut limits.prompt] {
            answer.time = Duration::from_millis(500);
        }
        options.rules.lost_after = Duration::from_millis(500);
        options.rules.attempts = 1;
        options
    })
    .await;
    server.restart(from_ref(&fake.address)).await;
    (server, fake)
}

/// Waits until the service lists its engine as idle, or not.
async fn wait_for_engine(server: &TestServer, is_idle: bool) {
    let reached = async || {
        let health = server.get("/api/v1/comfy/health").await;
        let status = health["data"][0]["status"].clone();
        ((status == "idle") == is_idle).then_some(())
    };
    eventually("the engine's status changes", reached).await;
}

/// Waits until a run has ended, however.
async fn end_of(server: &TestServer, run: &str) -> Value {
    let ended = async || {
        let detail = server.detail(run).await;
        let status = detail["status"].as_str().unwrap().to_owned();
        ["completed", "failed"]
            .contains(&status.as_str())
            .then_some(detail)
    };
    eventually("the run ends", ended).await
}

/// A run that an engine holds while it begins to give this answer on every route; then the engine recovers.
async fn run_through(answer: impl Fn() -> Answer) {
    let (server, fake) = service().await;
    fake.hold();
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "running").await;
    for route in ROUTES {
        fake.answer(route, answer());
    }
    fake.close_events();
    wait_for_engine(&server, false).await;
    let detail = end_of(&server, &run).await;
    assert_eq!(detail["status"], "failed", "{detail}");
    assert!(!detail["error"].as_str().unwrap().is_empty());
    fake.release();
    for route in ROUTES {
        fake.recover(route);
    }
    fake.end_all();
    wait_for_engine(&server, true).await;
    let next = server.run("short", no_inputs()).await;
    server.wait_for_status(&next, "completed").await;
}

#[tokio::test]
async fn errors_in_plain_text_on_every_route_end_the_run_only() {
    run_through(|| Answer::Text(500, "500 Internal Server Error".to_owned())).await;
}

#[tokio::test]
async fn silence_on_every_route_ends_the_run_only() {
    run_through(|| Answer::Silence).await;
}

#[tokio::test]
async fn half_answers_on_every_route_end_the_run_only() {
    run_through(|| Answer::Stalling).await;
}

#[tokio::test]
async fn endless_bodies_on_every_route_end_the_run_only() {
    run_through(|| Answer::Endless).await;
}

#[tokio::test]
async fn wrong_types_on_every_route_end_the_run_only() {
    run_through(|| Answer::Text(200, "[[7]]".to_owned())).await;
}

#[tokio::test]
async fn a_queue_of_a_million_tasks_ends_the_connection() {
    let (server, fake) = service().await;
    let task = r#"[0,"00000000-0000-0000-0000-000000000000",{},{},[]]"#;
    let tasks = vec![task; 1_000_000].join(",");
    let queue = format!(r#"{{"queue_running":[],"queue_pending":[{tasks}]}}"#);
    fake.answer("queue", Answer::Text(200, queue));
    fake.close_events();
    wait_for_engine(&server, false).await;
    fake.recover("queue");
    wait_for_engine(&server, true).await;
}

#[tokio::test]
async fn no_request_follows_a_redirect_to_another_host() {
    for (route, request) in [
        ("ws", "GET /ws"),
        ("object_info", "GET /object_info"),
        ("features", "GET /features"),
        ("queue", "GET /queue"),
        ("upload", "POST /upload/image"),
        ("prompt", "POST /prompt"),
        ("history", "GET /history"),
        ("view", "GET /view"),
    ] {
        let (server, fake) = service().await;
        let other = FakeEngine::start().await;
        // The status 307 keeps the method and the body.
        fake.answer(route, Answer::RedirectTo(other.address.clone()));
        let redirected = || {
            let requests = fake.all_requests();
            let same = requests.iter().filter(|one| one.starts_with(request));
            same.count()
        };
        let before = redirected();
        if ["object_info", "features"].contains(&route) {
            // Only a new connection asks for these.
            fake.go_offline();
            wait_for_engine(&server, false).await;
            fake.come_back();
        }
        fake.close_events();
        if route == "upload" {
            let photo = images::png(&images::gradient());
            let form = images::file("photo", "photo.png", "image/png", photo);
            server.run("invert", form).await;
        } else {
            server.run("short", no_inputs()).await;
        }
        let asked = async || (redirected() > before).then_some(());
        eventually(&format!("the engine redirects {request}"), asked).await;
        // A request that follows the redirect would come before the answer to this one.
        server.get("/api/v1/comfy/health").await;
        assert_eq!(other.all_requests(), Vec::<String>::new(), "{request}");
    }
}

#[tokio::test]
async fn outputs_named_outside_their_folder_write_nothing_there() {
    let (server, fake) = service().await;
    let folder = server.folder.path();
    let absolute = folder.join("escaped.png");
    for name in [
        "../../escaped.png",
        "a/../../../escaped.png",
        "..",
        "",
        absolute.to_str().unwrap(),
    ] {
        let image = json!({ "filename": name, "subfolder": "../..", "type": "output" });
        fake.produce(json!({ "3": { "images": [image] } }));
        let before = files_of(folder);
        let run = server.run("short", no_inputs()).await;
        end_of(&server, &run).await;
        let own = format!("/data/outputs/{run}/");
        for path in files_of(folder).difference(&before) {
            let is_store = path.contains("/data/flowdeck.sqlite");
            assert!(is_store || path.contains(&own), "{name}: {path}");
        }
    }
}

/// The paths of all files below a folder.
fn files_of(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    entries
        .flat_map(|entry| match entry.path().is_dir() {
            true => files_of(&entry.path()),
            false => BTreeSet::from([entry.path().to_string_lossy().into_owned()]),
        })
        .collect()
}
