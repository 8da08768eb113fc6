//! A real disk without a free byte: a small one, mounted for the test. Without the rights to mount it, nothing is tested.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::slice::from_ref;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use serde_json::Value;

use crate::common::fake_engine::FakeEngine;
use crate::common::images::{gradient, png};
use crate::common::{TestServer, eventually, json as body_of, no_inputs, texts};
use crate::program;

/// A disk, until it is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts one for the data of a service that does not run.
    fn mount(folder: &Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64m,mode=700", "tmpfs"]);
        let mounted = mount.arg(folder).status().ok()?.success();
        mounted.then(|| Self(folder.to_owned()))
    }

    fn filling(&self) -> PathBuf {
        self.0.join("filling")
    }

    /// Takes every free byte.
    fn fill(&self) {
        let mut file = File::create(self.filling()).unwrap();
        let mut chunk = &[0_u8; 1 << 16][..];
        while !chunk.is_empty() {
            if file.write_all(chunk).is_err() {
                chunk = &chunk[..chunk.len() / 2];
            }
        }
        let free = fs4::available_space(&self.0).unwrap();
        assert!(free < 4096, "{free} bytes are free");
    }

    fn free(&self) {
        fs::remove_file(self.filling()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// A service on a small disk, in front of a fake engine.
async fn service() -> Option<(TestServer, FakeEngine, SmallDisk)> {
    let mut server = TestServer::with(0, |mut options| {
        options.engine_limits.busy_interval = Duration::from_millis(20);
        options.engine_limits.retry_delays = (Duration::from_millis(10), Duration::from_millis(50));
        options
    })
    .await;
    server.service.shutdown().await;
    let disk = SmallDisk::mount(&server.folder.path().join("data"))?;
    let engine = FakeEngine::start().await;
    server.restart(from_ref(&engine.address)).await;
    let ballast = disk.0.join("ballast");
    let is_made = async || (ballast.metadata().ok()?.len() == 8 << 20).then_some(());
    eventually("space is kept for cancelling and deleting", is_made).await;
    Some((server, engine, disk))
}

async fn ready(server: &TestServer) -> Value {
    body_of(server.request("GET", "/readyz").send().await.unwrap()).await
}

/// The status of an answer.
async fn status(server: &TestServer, method: &str, path: &str) -> u16 {
    let response = server.request(method, path).send().await.unwrap();
    response.status().as_u16()
}

#[tokio::test]
async fn runs_that_waited_on_a_full_disk_end_by_themselves() {
    let Some((server, engine, disk)) = service().await else {
        return;
    };
    engine.go_offline();
    let is_away = async || {
        let health = server.get("/api/v1/comfy/health").await;
        (health["data"][0]["status"] == "stopped").then_some(())
    };
    eventually("the engine is away", is_away).await;
    let mut runs = Vec::new();
    for _ in 0..8 {
        runs.push(server.run("short", no_inputs()).await);
    }
    disk.fill();
    engine.come_back();
    let is_failing = async || {
        let health = server.get("/api/v1/comfy/health").await;
        let store = health["meta"]["store"].clone();
        (store["is_failing"] == true).then_some(store)
    };
    let store = eventually("hand-overs fail", is_failing).await;
    let error = store["error"].as_str().unwrap();
    assert!(
        error.contains("full") && error.contains("free disk space"),
        "{error}"
    );
    assert_eq!(ready(&server).await["ready"], false);
    assert_eq!(
        ready(&server).await["missing"],
        serde_json::json!(["store"])
    );
    assert_eq!(
        engine.requests("POST /prompt"),
        0,
        "the store knows of no attempt"
    );
    disk.free();
    for run in &runs {
        let ended = server.wait_for_status(run, "completed").await;
        assert_eq!(ended["attempts"], 1);
    }
    assert_eq!(engine.requests("POST /prompt"), 8);
    let is_ready = async || (ready(&server).await["ready"] == true).then_some(());
    eventually("the service is ready", is_ready).await;
}

#[tokio::test]
async fn cancelling_deleting_and_starting_work_without_a_free_byte() {
    let Some((mut server, engine, disk)) = service().await else {
        return;
    };
    let mut ended = Vec::new();
    for _ in 0..20 {
        let run = server.run("short", no_inputs()).await;
        server.wait_for_status(&run, "completed").await;
        ended.push(run);
    }
    engine.hold();
    let mut waiting = Vec::new();
    for _ in 0..20 {
        waiting.push(server.run("short", no_inputs()).await);
    }
    // The last service has left half of some outputs.
    let left = disk
        .0
        .join("outputs/0a5e0a57-0000-4000-8000-000000000000.part");
    fs::create_dir(&left).unwrap();
    disk.fill();
    server.restart(from_ref(&engine.address)).await;
    assert!(!left.exists());
    for run in &waiting[..10] {
        let path = format!("/api/v1/runs/{run}/cancel");
        assert_eq!(status(&server, "POST", &path).await, 200);
    }
    for run in &ended[..10] {
        assert_eq!(
            status(&server, "DELETE", &format!("/api/v1/runs/{run}")).await,
            200
        );
    }
    for run in &waiting[10..] {
        let path = format!("/api/v1/runs/{run}/cancel");
        assert_eq!(status(&server, "POST", &path).await, 200);
    }
    disk.free();
    engine.release();
    let run = server.run("short", no_inputs()).await;
    server.wait_for_status(&run, "completed").await;
}

/// A picture that begins as one and is larger than what is free.
fn large_png() -> Vec<u8> {
    let mut picture = png(&gradient());
    picture.resize(1 << 20, 7);
    picture
}

#[tokio::test]
async fn what_does_not_fit_on_the_disk_is_refused_with_507() {
    let Some((server, _engine, disk)) = service().await else {
        return;
    };
    disk.fill();
    let image = Part::bytes(large_png()).file_name("a.png");
    let file = server
        .submit("invert", Form::new().part("photo", image))
        .await;
    let text = server.submit("join", texts(&[("title", "a")])).await;
    for response in [file, text] {
        let (url, status) = (response.url().clone(), response.status());
        let body = body_of(response).await;
        assert_eq!(status, 507, "{url}: {body}");
        let error = body["errors"].as_str().unwrap();
        assert!(error.contains("free disk space"), "{error}");
    }
}

/// Without this, the signal of the limit ends the program without a word.
#[cfg(unix)]
#[test]
fn a_limit_for_the_size_of_files_is_named() {
    let folder = program::folder();
    let limited =
        "ulimit -f 8; exec \"$0\" serve --listen 127.0.0.1:0 --data data --workflows workflows";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_flowdeck")]);
    command
        .current_dir(folder.path())
        .env("FLOWDECK_FIRST_KEY", "k")
        .env("FLOWDECK_NO_SEARCH", "true");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("opening the run store") && text.contains("ulimit -f"),
        "{text}"
    );
}

#[test]
fn a_backup_to_a_full_disk_names_that_disk_and_leaves_nothing() {
    let folder = program::folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let store = rusqlite::Connection::open(data.join("flowdeck.sqlite")).unwrap();
    store
        .execute_batch("CREATE TABLE a (b BLOB); INSERT INTO a VALUES (zeroblob(1000000));")
        .unwrap();
    let target = folder.path().join("backups");
    fs::create_dir(&target).unwrap();
    let Some(disk) = SmallDisk::mount(&target) else {
        return;
    };
    disk.fill();
    let mut command = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
    command.args(["backup", "backups/a.tar", "--data", "data"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("free space on the disk of") && text.contains("a.tar"),
        "{text}"
    );
    assert!(!text.contains("in the data folder"), "{text}");
    let left: Vec<_> = fs::read_dir(&target).unwrap().collect();
    assert_eq!(left.len(), 1, "only what fills the disk: {left:?}");
}
