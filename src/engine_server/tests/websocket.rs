//! The messages that WebSockets receive, and their order.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::test_engine::{TIMEOUT, TestEngine, endless, quick};

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(engine: &TestEngine, client: &str) -> Self {
        let request = engine.handshake(&format!("/ws?clientId={client}"));
        Self(connect_async(request).await.unwrap().0)
    }

    /// The next message; `None` if the socket is closed.
    async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(TIMEOUT, self.0.next())
                .await
                .expect("a message in time")
            {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The messages up to and including the first one that `last` accepts.
    async fn until(&mut self, last: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Some(message) = self.next().await {
            messages.push(message);
            if messages.last().is_some_and(&last) {
                return messages;
            }
        }
        panic!("the socket closed after {messages:?}");
    }
}

/// Whether a message is the last one of a run.
fn is_end(message: &Value) -> bool {
    message["type"] == "executing" && message["data"]["node"].is_null()
}

/// A summary of a message: its type and the node or number it is about.
fn summary(message: &Value) -> String {
    let data = &message["data"];
    let subject = match message["type"].as_str().unwrap() {
        "status" => data["status"]["exec_info"]["queue_remaining"].to_string(),
        "executing" | "executed" => data["node"].as_str().unwrap_or("none").to_owned(),
        "progress_state" => {
            let nodes = data["nodes"].as_object().unwrap().values();
            nodes
                .map(|node| format!("{}:{}", node["node_id"], node["state"]))
                .collect::<Vec<_>>()
                .join(" ")
        }
        _ => String::new(),
    };
    format!("{} {subject}", message["type"].as_str().unwrap())
        .trim()
        .replace('"', "")
}

#[tokio::test]
async fn a_successful_run_sends_events_in_comfyuis_order() {
    let engine = TestEngine::start().await;
    let mut socket = Socket::open(&engine, "me").await;
    let greeting = socket.next().await.unwrap();
    let status = json!({ "exec_info": { "queue_remaining": 0 } });
    assert_eq!(
        greeting,
        json!({ "type": "status", "data": { "status": status, "sid": "me" } })
    );
    let id = engine
        .submit(json!({ "prompt": quick(1), "client_id": "me" }))
        .await;
    let messages = socket.until(is_end).await;
    let received: Vec<String> = messages.iter().map(summary).collect();
    let expected = [
        "status 1",
        "status 1",
        "execution_start",
        "execution_cached",
        "progress_state 1:running",
        "executing 1",
        "progress_state 1:finished",
        "progress_state 1:finished 2:running",
        "executing 2",
        "executed 2",
        "progress_state 1:finished 2:finished",
        "execution_success",
        "status 0",
        "executing none",
    ];
    assert_eq!(received, expected);
    let of_run = messages
        .iter()
        .filter(|message| message["type"] != "status");
    assert!(
        of_run
            .into_iter()
            .all(|message| message["data"]["prompt_id"] == json!(id))
    );
}

/// A run whose second node fails: the messages it sent and its history entry.
async fn failed_run(engine: &TestEngine) -> (Vec<Value>, Value) {
    let mut socket = Socket::open(engine, "me").await;
    let mut graph = quick(1);
    graph["2"]["inputs"]["filename_prefix"] = json!("../../evil");
    let id = engine
        .submit(json!({ "prompt": graph, "client_id": "me" }))
        .await;
    let messages = socket.until(is_end).await;
    (messages, engine.history_entry(&id).await)
}

#[tokio::test]
async fn a_failed_run_reports_and_records_its_reason() {
    let engine = TestEngine::start().await;
    let (messages, entry) = failed_run(&engine).await;
    let has_type = |kind: &'static str| move |message: &&Value| message["type"] == kind;
    let error = messages.iter().find(has_type("execution_error")).unwrap();
    let data = &error["data"];
    assert_eq!(
        (&data["node_id"], &data["node_type"]),
        (&json!("2"), &json!("SaveImage"))
    );
    assert_eq!(data["executed"], json!(["1"]));
    let reason = data["exception_message"].as_str().unwrap();
    assert!(reason.contains("../../evil"));
    assert_eq!(messages.iter().find(has_type("execution_success")), None);
    assert_eq!(entry["status"]["status_str"], "error");
    let recorded = entry["status"]["messages"].as_array().unwrap();
    assert_eq!(recorded.last().unwrap()[1], *data);
}

#[tokio::test]
async fn a_failed_run_saves_nothing_outside_the_output_folder() {
    let engine = TestEngine::start().await;
    failed_run(&engine).await;
    let outside = engine.home.path().parent().unwrap();
    assert!(!outside.join("evil_00001_.png").exists());
}

#[tokio::test]
async fn only_the_sender_receives_the_events_of_a_run() {
    let engine = TestEngine::start().await;
    let mut sender = Socket::open(&engine, "me").await;
    let mut other = Socket::open(&engine, "other").await;
    engine
        .submit(json!({ "prompt": quick(1), "client_id": "me" }))
        .await;
    sender.until(is_end).await;
    let done = |message: &Value| message["data"]["status"]["exec_info"]["queue_remaining"] == 0;
    assert_eq!(other.until(done).await.len(), 1, "the greeting");
    let received = other.until(done).await;
    assert!(
        received.iter().all(|message| message["type"] == "status"),
        "{received:?}"
    );
}

#[tokio::test]
async fn an_interrupted_run_reports_its_progress() {
    let engine = TestEngine::start().await;
    let mut socket = Socket::open(&engine, "me").await;
    let id = engine
        .submit(json!({ "prompt": endless(), "client_id": "me" }))
        .await;
    let progress = socket.until(|message| message["type"] == "progress").await;
    let data = &progress.last().unwrap()["data"];
    assert_eq!(
        (&data["node"], &data["prompt_id"]),
        (&json!("1"), &json!(id))
    );
    assert_eq!(data["max"], 2048, "two passes over 1024 rows");
    let mut late = Socket::open(&engine, "me").await;
    let greeting =
        [late.next().await.unwrap(), late.next().await.unwrap()].map(|message| summary(&message));
    assert_eq!(greeting, ["status 1", "executing 1"]);
    engine.post("/interrupt", "").await;
    let messages = late.until(is_end).await;
    let end = messages
        .iter()
        .find(|message| message["type"] == "execution_interrupted")
        .unwrap();
    assert_eq!(
        (&end["data"]["node_id"], &end["data"]["node_type"]),
        (&json!("1"), &json!("ImageBlur"))
    );
    assert_eq!(end["data"]["executed"], json!(["0"]));
}

#[tokio::test]
async fn a_second_socket_of_a_client_closes_the_first() {
    let engine = TestEngine::start().await;
    let mut first = Socket::open(&engine, "me").await;
    first.next().await.unwrap();
    let mut second = Socket::open(&engine, "me").await;
    second.next().await.unwrap();
    assert_eq!(first.next().await, None);
}

#[tokio::test]
async fn a_client_that_requests_the_feature_flags_first_gets_them() {
    let engine = TestEngine::start().await;
    let mut socket = Socket::open(&engine, "").await;
    let sid = socket.next().await.unwrap()["data"]["sid"].clone();
    assert_eq!(
        sid.as_str().unwrap().len(),
        32,
        "a client without an id gets one"
    );
    let request = json!({ "type": "feature_flags", "data": {} });
    socket
        .0
        .send(Message::text(request.to_string()))
        .await
        .unwrap();
    let reply = socket.next().await.unwrap();
    assert_eq!(reply["type"], "feature_flags");
    assert_eq!(reply["data"]["max_upload_size"], 104_857_600);
}
