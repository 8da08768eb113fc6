//! Files in the folder of the workflows that could stop the service.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{TestServer, logs, texts};

fn in_folder(server: &TestServer, name: &str) -> PathBuf {
    server.folder.path().join("workflows").join(name)
}

/// The problems of a listed workflow.
async fn problems(server: &TestServer, id: &str) -> Vec<Value> {
    let list = server.get("/api/v1/comfy/workflows").await;
    let mut all = list["data"].as_array().unwrap().iter();
    let listed = all.find(|one| one["id"] == id).unwrap();
    listed["problems"].as_array().unwrap().clone()
}

#[cfg(unix)]
#[tokio::test]
async fn named_pipes_stop_neither_lists_nor_runs() {
    let server = TestServer::with(1, |options| options).await;
    for name in ["join.examples.json", "join.form.json", "pipe.json"] {
        // The sample workflows have examples.
        let path = in_folder(&server, name);
        let _ = fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    }
    assert_eq!(problems(&server, "join").await, Vec::<Value>::new());
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn subgraphs_that_multiply_are_a_problem_of_their_workflow() {
    let server = TestServer::with(1, |options| options).await;
    let ten = |level: usize| -> Vec<Value> {
        let node = |id| json!({ "id": id, "type": level.to_string() });
        (0..10).map(node).collect()
    };
    let subgraph =
        |level: usize| json!({ "id": level.to_string(), "nodes": ten(level + 1), "links": [] });
    let subgraphs: Vec<Value> = (0..12).map(subgraph).collect();
    let file = json!({
        "nodes": ten(0), "links": [], "definitions": { "subgraphs": subgraphs }, "version": 0.4,
    });
    assert!(file.to_string().len() < 10_000);
    fs::write(in_folder(&server, "nested.json"), file.to_string()).unwrap();
    let problems = problems(&server, "nested").await;
    let messages = problems.iter().map(|one| one["message"].as_str().unwrap());
    let too_large = messages.filter(|message| message.contains("more than 20000 nodes"));
    assert_eq!(too_large.count(), 1, "{problems:?}");
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn a_folder_that_is_gone_leaves_what_was_deployed() {
    let server = TestServer::with(1, |options| options).await;
    let (folder, away) = (in_folder(&server, ""), server.folder.path().join("away"));
    fs::rename(&folder, &away).unwrap();
    assert_eq!(problems(&server, "join").await, Vec::<Value>::new());
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    fs::rename(&away, &folder).unwrap();
    fs::remove_file(in_folder(&server, "join.json")).unwrap();
    let list = server.get("/api/v1/comfy/workflows").await;
    let mut all = list["data"].as_array().unwrap().iter();
    assert!(all.all(|one| one["id"] != "join"));
}

#[tokio::test]
async fn a_file_whose_name_cannot_be_an_id_is_reported_once() {
    let server = TestServer::with(1, |options| options).await;
    let file = in_folder(&server, "odd@2.json");
    fs::write(&file, "{}").unwrap();
    for _ in 0..3 {
        server.get("/api/v1/comfy/workflows").await;
    }
    let line = format!("leaving out {}: its name cannot be", file.display());
    assert_eq!(logs::text().matches(&line).count(), 1);
}
