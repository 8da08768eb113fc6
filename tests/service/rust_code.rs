//! The generated Rust code, run against a service. `src/snippet/tests/rust.rs` checks that it is generated.

use std::env::current_exe;
use std::fs;
use std::process::{Command, Output};

use crate::common::images::{gradient, png};
use crate::common::{KEY, TestServer};

mod poster {
    include!("../snippet/poster.rs");

    /// Does nothing outside the process that the tests below start for it.
    #[test]
    fn run() {
        if env::var_os(super::OWN_PROCESS).is_some() {
            let _ = rustls::crypto::ring::default_provider().install_default();
            main().unwrap();
        }
    }
}

const OWN_PROCESS: &str = "FLOWDECK_RUST_CODE";

/// Runs the code in a folder. Its fixed address leads to the service, because the service is its proxy.
async fn run(server: &TestServer) -> Output {
    let mut command = Command::new(current_exe().unwrap());
    command
        .args(["--exact", "rust_code::poster::run", "--nocapture"])
        .current_dir(server.folder.path())
        .env(OWN_PROCESS, "1")
        .env("FLOWDECK_API_KEY", KEY)
        .env("http_proxy", &server.url)
        .env_remove("no_proxy")
        .env_remove("NO_PROXY");
    tokio::task::spawn_blocking(move || command.output().unwrap())
        .await
        .unwrap()
}

async fn server() -> TestServer {
    let server = TestServer::start().await;
    fs::copy(
        "www/workflows/poster.json",
        server.folder.path().join("workflows/poster.json"),
    )
    .unwrap();
    server
}

#[tokio::test(flavor = "multi_thread")]
async fn it_waits_for_the_run_and_saves_its_outputs_with_its_id() {
    let server = server().await;
    fs::write(server.folder.path().join("photo.png"), png(&gradient())).unwrap();
    let output = run(&server).await;
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}");
    let mut lines = printed.lines();
    let id = lines
        .find_map(|line| line.strip_prefix("Started run "))
        .unwrap();
    let saved: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("Saved "))
        .collect();
    assert!(
        saved.len() == 2 && saved.iter().all(|name| name.starts_with(id)),
        "{printed}"
    );
    let read = |end: &str| {
        let name = saved.iter().find(|name| name.ends_with(end)).unwrap();
        fs::read(server.folder.path().join(name)).unwrap()
    };
    assert!(read(".png").starts_with(b"\x89PNG"));
    assert!(String::from_utf8_lossy(&read(".txt")).contains("Open studio"));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_fails_with_the_reason_of_a_failed_run() {
    let server = server().await;
    fs::write(
        server.folder.path().join("photo.png"),
        &png(&gradient())[..40],
    )
    .unwrap();
    let output = run(&server).await;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(error.contains(" failed: "), "{error}");
}
