//! What sockets are told, and in which order.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::bench::{Bench, PATIENCE, endless, quick};

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(bench: &Bench, client: &str) -> Self {
        let url = format!("ws://{}/ws?clientId={client}", bench.engine.address());
        Self(connect_async(url).await.unwrap().0)
    }

    /// The next message; `None` once the socket is closed.
    async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(PATIENCE, self.0.next())
                .await
                .expect("a message in time")
            {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The messages up to the first one of this type, that one included.
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

/// The end of a run.
fn over(message: &Value) -> bool {
    message["type"] == "executing" && message["data"]["node"].is_null()
}

/// A message in short: its type, and the node or number that it is about.
fn short(message: &Value) -> String {
    let data = &message["data"];
    let about = match message["type"].as_str().unwrap() {
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
    format!("{} {about}", message["type"].as_str().unwrap())
        .trim()
        .replace('"', "")
}

#[tokio::test]
async fn a_good_run_is_told_in_comfyuis_order() {
    let bench = Bench::start().await;
    let mut socket = Socket::open(&bench, "me").await;
    let hello = socket.next().await.unwrap();
    let status = json!({ "exec_info": { "queue_remaining": 0 } });
    assert_eq!(
        hello,
        json!({ "type": "status", "data": { "status": status, "sid": "me" } })
    );
    let id = bench
        .submit(json!({ "prompt": quick(1), "client_id": "me" }))
        .await;
    let messages = socket.until(over).await;
    let told: Vec<String> = messages.iter().map(short).collect();
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
    assert_eq!(told, expected);
    let of_run = messages
        .iter()
        .filter(|message| message["type"] != "status");
    assert!(
        of_run
            .into_iter()
            .all(|message| message["data"]["prompt_id"] == json!(id))
    );
}

#[tokio::test]
async fn a_failed_run_is_told_and_kept_with_its_reason() {
    let bench = Bench::start().await;
    let mut socket = Socket::open(&bench, "me").await;
    let mut graph = quick(1);
    graph["2"]["inputs"]["filename_prefix"] = json!("../../evil");
    let id = bench
        .submit(json!({ "prompt": graph, "client_id": "me" }))
        .await;
    let messages = socket.until(over).await;
    let error = messages
        .iter()
        .find(|message| message["type"] == "execution_error")
        .unwrap();
    let data = &error["data"];
    assert_eq!(
        (&data["node_id"], &data["node_type"]),
        (&json!("2"), &json!("SaveImage"))
    );
    assert_eq!(data["executed"], json!(["1"]));
    assert!(
        data["exception_message"]
            .as_str()
            .unwrap()
            .contains("../../evil")
    );
    assert!(
        messages
            .iter()
            .all(|message| message["type"] != "execution_success")
    );
    let entry = bench.ended(&id).await;
    assert_eq!(entry["status"]["status_str"], "error");
    assert_eq!(
        entry["status"]["messages"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()[1],
        *data
    );
    assert!(
        !bench
            .home
            .path()
            .parent()
            .unwrap()
            .join("evil_00001_.png")
            .exists()
    );
}

#[tokio::test]
async fn only_the_sender_hears_of_a_run() {
    let bench = Bench::start().await;
    let mut sender = Socket::open(&bench, "me").await;
    let mut other = Socket::open(&bench, "other").await;
    bench
        .submit(json!({ "prompt": quick(1), "client_id": "me" }))
        .await;
    sender.until(over).await;
    let done = |message: &Value| message["data"]["status"]["exec_info"]["queue_remaining"] == 0;
    assert_eq!(other.until(done).await.len(), 1, "the greeting");
    let heard = other.until(done).await;
    assert!(
        heard.iter().all(|message| message["type"] == "status"),
        "{heard:?}"
    );
}

#[tokio::test]
async fn an_interrupted_run_tells_how_far_it_was() {
    let bench = Bench::start().await;
    let mut socket = Socket::open(&bench, "me").await;
    let id = bench
        .submit(json!({ "prompt": endless(), "client_id": "me" }))
        .await;
    let progress = socket.until(|message| message["type"] == "progress").await;
    let data = &progress.last().unwrap()["data"];
    assert_eq!(
        (&data["node"], &data["prompt_id"]),
        (&json!("1"), &json!(id))
    );
    assert_eq!(data["max"], 2048, "two passes over 1024 rows");
    let mut late = Socket::open(&bench, "me").await;
    let greeting =
        [late.next().await.unwrap(), late.next().await.unwrap()].map(|message| short(&message));
    assert_eq!(greeting, ["status 1", "executing 1"]);
    bench.post("/interrupt", "").await;
    let told = late.until(over).await;
    let end = told
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
async fn a_second_socket_of_a_client_ends_the_first() {
    let bench = Bench::start().await;
    let mut first = Socket::open(&bench, "me").await;
    first.next().await.unwrap();
    let mut second = Socket::open(&bench, "me").await;
    second.next().await.unwrap();
    assert_eq!(first.next().await, None);
}

#[tokio::test]
async fn a_client_that_asks_first_is_told_the_features() {
    let bench = Bench::start().await;
    let mut socket = Socket::open(&bench, "").await;
    let sid = socket.next().await.unwrap()["data"]["sid"].clone();
    assert_eq!(
        sid.as_str().unwrap().len(),
        32,
        "a client without an id gets one"
    );
    let asked = json!({ "type": "feature_flags", "data": {} });
    socket
        .0
        .send(Message::text(asked.to_string()))
        .await
        .unwrap();
    let answer = socket.next().await.unwrap();
    assert_eq!(answer["type"], "feature_flags");
    assert_eq!(answer["data"]["max_upload_size"], 104_857_600);
}
