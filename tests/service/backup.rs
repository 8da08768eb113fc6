//! A backup that is made while the service runs loses nothing.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::program::{Program, flowdeck, folder};
use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, texts};

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

#[tokio::test]
async fn a_backup_under_load_loses_no_run() {
    let server = TestServer::with(2, |mut options| {
        options.rules.queue_limit = 1000;
        options
    })
    .await;
    let mut server = Arc::new(server);
    let mut accepted = Vec::new();
    for number in 0..30 {
        accepted.push(submit(&server, number).await);
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let load = tokio::spawn({
        let (server, is_over) = (server.clone(), is_over.clone());
        async move {
            for number in 0.. {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                submit(&server, number).await;
            }
        }
    });
    let (data, target) = (
        server.folder.path().join("data"),
        server.folder.path().join("a.tar"),
    );
    let report = tokio::task::spawn_blocking({
        let (data, target) = (data.clone(), target.clone());
        move || service::back_up(&data, &target)
    });
    let report = report.await.unwrap().unwrap();
    is_over.store(true, Ordering::Relaxed);
    load.await.unwrap();
    assert!(report.runs >= 30 && report.missing == 0, "{report:?}");

    let mut expected = HashMap::new();
    for id in &accepted {
        let detail = server.wait_for_status(id, "completed").await;
        expected.insert(id.clone(), outputs(&data, &detail));
    }
    server.service.shutdown().await;
    fs::rename(&data, server.folder.path().join("lost")).unwrap();
    let runs = service::restore(&target, &data).unwrap();
    assert_eq!(runs, report.runs);
    let addresses = server.addresses.clone();
    Arc::get_mut(&mut server).unwrap().restart(&addresses).await;
    for id in &accepted {
        let detail = server.wait_for_status(id, "completed").await;
        assert_eq!(outputs(&data, &detail), expected[id], "{detail}");
    }
    // Those that were accepted during the backup are either whole or not part of it.
    let list = server.get("/api/v1/runs?limit=1").await;
    assert_eq!(list["data"]["count"], report.runs, "{list}");
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
}
