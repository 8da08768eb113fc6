//! A clock that jumps: nothing is removed because of its age for a day, and people are told.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::Value;
use service::Options;

use crate::common::receiver::{Receiver, Reply};
use crate::common::webhooks::{self, eventually_attempted, eventually_in};
use crate::common::{TestServer, eventually, logs, texts};

const DAY: Duration = Duration::from_secs(86_400);

/// The free bytes of the disk. With fewer than one, what is not kept any longer is removed at once.
static FREE: AtomicU64 = AtomicU64::new(100);

fn keeps_for_a_month(mut options: Options) -> Options {
    options.keep.seconds = Some(30 * 86_400);
    options.disk.min_free = 10;
    options.disk.measure = |_| Ok(FREE.load(Relaxed));
    options
}

async fn completed(server: &TestServer, title: &str) -> String {
    let run = server.run("join", texts(&[("title", title)])).await;
    server.wait_for_status(&run, "completed").await;
    run
}

async fn is_there(server: &TestServer, run: &str) -> bool {
    let request = server.request("GET", &format!("/api/v1/runs/{run}"));
    request.send().await.unwrap().status() == 200
}

/// Lets the service remove what it does not keep, and returns what it says of the clock.
async fn pass(server: &TestServer) -> Value {
    FREE.store(0, Relaxed);
    let is_full = async || {
        let meta = server.get("/api/v1/comfy/health").await["meta"].clone();
        (meta["disk"]["is_full"] == true).then(|| meta["clock"].clone())
    };
    let clock = eventually("the service has looked for what to remove", is_full).await;
    FREE.store(100, Relaxed);
    let has_room = async || {
        let meta = server.get("/api/v1/comfy/health").await["meta"].clone();
        (meta["disk"]["is_full"] == false).then_some(())
    };
    eventually("the disk has room", has_room).await;
    clock
}

/// One test, because the disk is that of the process.
#[tokio::test]
async fn after_a_jump_no_run_is_removed_for_a_day_and_a_restart_does_not_end_it() {
    let mut server = TestServer::with(1, keeps_for_a_month).await;
    let run = completed(&server, "a").await;
    assert_eq!(pass(&server).await["has_jumped"], false);
    server.clock.set(TimeDelta::days(40));
    let clock = pass(&server).await;
    assert_eq!(clock["has_jumped"], true);
    assert!(clock["removes_again_at"].is_string(), "{clock}");
    assert!(is_there(&server, &run).await);
    assert!(logs::text().contains("nothing is removed because of its age until"));
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(pass(&server).await["has_jumped"], true);
    assert!(is_there(&server, &run).await);
    // The whole day, while it runs.
    server.clock.skip(DAY - Duration::from_secs(60));
    assert_eq!(pass(&server).await["has_jumped"], true);
    assert!(is_there(&server, &run).await);
    server.clock.skip(Duration::from_secs(60));
    assert_eq!(pass(&server).await["has_jumped"], false);
    assert!(!is_there(&server, &run).await);

    // Off for long, or a clock that is wrong from the start.
    let run = completed(&server, "b").await;
    server.service.shutdown().await;
    server.clock.set(TimeDelta::days(400));
    server.restart(&addresses).await;
    assert_eq!(pass(&server).await["has_jumped"], true);
    assert!(is_there(&server, &run).await);

    // Somebody says that it is right.
    let other = completed(&server, "c").await;
    server.options = |options| Options {
        trust_clock: true,
        ..keeps_for_a_month(options)
    };
    server.clock.set(TimeDelta::days(-400));
    server.restart(&addresses).await;
    assert_eq!(pass(&server).await["has_jumped"], false);
    server.clock.set(TimeDelta::days(400));
    assert_eq!(pass(&server).await["has_jumped"], false);
    for run in [&run, &other] {
        assert!(!is_there(&server, run).await);
    }
    assert!(logs::text().contains("removed 2 of 2 runs at once, because of their age"));
}

#[tokio::test]
async fn deliveries_that_wait_are_not_given_up_after_a_jump() {
    let receiver = Receiver::start().await;
    let server = webhooks::service().await;
    receiver.reply(Reply::Status(500));
    webhooks::add(&server, &receiver.url("/"), &["run.completed"]).await;
    completed(&server, "a").await;
    eventually_attempted(&server, 1).await;
    server.clock.set(TimeDelta::days(40));
    server.clock.skip(Duration::from_secs(60));
    eventually_attempted(&server, 2).await;
    assert_eq!(webhooks::deliveries(&server, "failed").await.len(), 0);
    receiver.reply(Reply::Status(200));
    server.clock.skip(Duration::from_secs(60));
    eventually_in(&server, "delivered", 1).await;
}
