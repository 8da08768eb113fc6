//! A backup that is made while the service runs loses nothing.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::program::{Program, flowdeck, folder};
use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, no_inputs, texts};

/// Submits a run with or without an upload. Returns its id.
async fn submit(server: &TestServer, number: usize) -> String {
    match number % 3 {
        0 => {
            let form = file("photo", "p.png", "image/png", png(&gradient()));
            server.run("invert", form).await
        }
        _ => {
            server
                .run("join", texts(&[("title", &number.to_string())]))
                .await
        }
    }
}

/// The bytes of each output of a run, by name.
fn outputs(data: &Path, detail: &Value) -> HashMap<String, Vec<u8>> {
    let outputs = detail["outputs"].as_array().unwrap().iter();
    let read = outputs.map(|output| {
        let name = output["filename"].as_str().unwrap();
        (
            name.to_owned(),
            fs::read(data.join("outputs").join(name)).unwrap(),
        )
    });
    read.collect()
}

/// Submits runs until it is told to stop.
async fn submit_until(server: &TestServer, is_over: &AtomicBool) {
    for number in 0.. {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        submit(server, number).await;
    }
}

#[tokio::test]
async fn a_backup_under_load_loses_no_run() {
    let mut server = TestServer::with(1, |mut options| {
        options.rules.depth = 1;
        options.rules.queue_limit = 1000;
        options
    })
    .await;
    let (data, target) = (
        server.folder.path().join("data"),
        server.folder.path().join("a.tar"),
    );
    let mut expected = HashMap::new();
    for number in 0..6 {
        let id = submit(&server, number).await;
        let detail = server.wait_for_status(&id, "completed").await;
        expected.insert(id, outputs(&data, &detail));
    }
    // These wait behind it.
    let slow = server.run("slow", no_inputs()).await;
    server.wait_for_status(&slow, "running").await;
    let mut waiting = Vec::new();
    for number in 0..12 {
        waiting.push(submit(&server, number).await);
    }
    let is_over = AtomicBool::new(false);
    let backup = async {
        let (data, target) = (data.clone(), target.clone());
        let report = tokio::task::spawn_blocking(move || service::back_up(&data, &target));
        let report = report.await.unwrap().unwrap();
        is_over.store(true, Ordering::Relaxed);
        report
    };
    let (report, ()) = tokio::join!(backup, submit_until(&server, &is_over));
    assert!(report.runs >= 19 && report.missing == 0, "{report:?}");

    server.service.shutdown().await;
    fs::rename(&data, server.folder.path().join("lost")).unwrap();
    assert_eq!(service::restore(&target, &data).unwrap(), report.runs);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    // Runs that were accepted during the backup are either whole or not part of it.
    let list = server.get("/api/v1/runs?limit=1").await;
    assert_eq!(list["data"]["count"], report.runs, "{list}");
    let path = format!("/api/v1/runs/{slow}/cancel");
    server.request("POST", &path).send().await.unwrap();
    for (id, outputs) in &expected {
        let detail = server.detail(id).await;
        assert_eq!(self::outputs(&data, &detail), *outputs, "{detail}");
    }
    for id in &waiting {
        let detail = server.wait_for_status(id, "completed").await;
        assert_eq!(outputs(&data, &detail).len(), 1, "{detail}");
    }
}

/// Runs that are running and ending, while backup after backup is made.
#[tokio::test]
async fn backups_while_runs_end_lack_no_file() {
    let server = TestServer::with(2, |mut options| {
        options.rules.queue_limit = 1000;
        options
    })
    .await;
    let is_over = AtomicBool::new(false);
    let backups = async {
        for number in 0..8 {
            let data = server.folder.path().join("data");
            let target = server.folder.path().join(format!("{number}.tar"));
            let folder = server.folder.path().join(number.to_string());
            let restored = tokio::task::spawn_blocking(move || {
                let report = service::back_up(&data, &target).unwrap();
                assert_eq!(report.missing, 0, "{report:?}");
                service::restore(&target, &folder).unwrap();
                service::inspect(&folder).unwrap().unwrap()
            });
            let found = restored.await.unwrap();
            let missing = found.missing_outputs.count + found.missing_uploads.count;
            assert_eq!((missing, found.stray_outputs.count), (0, 0), "{found:?}");
        }
        is_over.store(true, Ordering::Relaxed);
    };
    tokio::join!(backups, submit_until(&server, &is_over));
}

#[tokio::test]
async fn the_program_backs_up_and_restores_a_folder_in_use() {
    let folder = folder();
    let folder = folder.path();
    let mut program = Program::start(folder, "127.0.0.1:0", &[]);
    program.link();
    let (succeeded, text) = flowdeck(folder, &["backup", "a.tar"], None).await;
    assert!(
        succeeded && text.starts_with("backed up 0 runs and "),
        "{text}"
    );
    let (succeeded, text) = flowdeck(folder, &["backup", "a.tar"], None).await;
    assert!(
        !succeeded && text.contains("exists already; choose another name"),
        "{text}"
    );
    let (succeeded, text) = flowdeck(folder, &["restore", "a.tar"], None).await;
    assert!(
        !succeeded && text.contains("the folder has files already"),
        "{text}"
    );
    let (succeeded, text) = flowdeck(folder, &["restore", "a.tar", "--data", "new"], None).await;
    let expected = "restored 0 runs to new; start the service with flowdeck serve --data new\n";
    assert_eq!((succeeded, text.as_str()), (true, expected));
    Program::start(folder, "127.0.0.1:0", &["--data", "new"]).link();
    let (succeeded, text) = flowdeck(folder, &["backup", "b.tar", "--data", "absent"], None).await;
    assert!(
        !succeeded && text.contains("no service has used it"),
        "{text}"
    );
    for command in ["backup", "restore"] {
        let (succeeded, text) = flowdeck(folder, &[command, "-"], None).await;
        assert!(
            !succeeded && text.contains("“-” stands for a stream"),
            "{text}"
        );
    }
    assert!(!folder.join("-").exists());
}
