//! The messages that WebSockets receive.

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::memory_backend::NODE;
use super::test_server::{TIMEOUT, TestServer, workflow};

struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn open(server: &TestServer, client: &str) -> Self {
        let request = server.handshake(&format!("/ws?clientId={client}"));
        Self(connect_async(request).await.unwrap().0)
    }

    /// The next message; `None` if the socket is closed.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(TIMEOUT, self.0.next()).await;
            match message.expect("a message in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }
}

fn status(remaining: usize) -> Value {
    let status = json!({ "exec_info": { "queue_remaining": remaining } });
    json!({ "type": "status", "data": { "status": status } })
}

fn greeting(remaining: usize, client: &str) -> Value {
    let mut greeting = status(remaining);
    greeting["data"]["sid"] = json!(client);
    greeting
}

#[tokio::test]
async fn only_the_sender_receives_the_messages_of_a_job() {
    let server = TestServer::start().await;
    let mut sender = Socket::open(&server, "me").await;
    let mut other = Socket::open(&server, "other").await;
    assert_eq!(sender.next().await, Some(greeting(0, "me")));
    assert_eq!(other.next().await, Some(greeting(0, "other")));
    let id = server
        .submit(json!({ "prompt": workflow(), "client_id": "me" }))
        .await;
    server.post("/interrupt", "").await;
    let message = |kind| json!({ "type": kind, "data": { "prompt_id": id } });
    let expected = [
        status(1),
        message("execution_start"),
        message("execution_interrupted"),
        status(0),
    ];
    for expected in expected {
        assert_eq!(sender.next().await, Some(expected));
    }
    assert_eq!(other.next().await, Some(status(1)));
    assert_eq!(other.next().await, Some(status(0)));
}

#[tokio::test]
async fn only_the_sender_of_the_running_job_is_greeted_with_its_node() {
    let server = TestServer::start().await;
    server
        .submit(json!({ "prompt": workflow(), "client_id": "me" }))
        .await;
    let mut sender = Socket::open(&server, "me").await;
    assert_eq!(sender.next().await, Some(greeting(1, "me")));
    let executing = json!({ "type": "executing", "data": { "node": NODE } });
    assert_eq!(sender.next().await, Some(executing));
    let mut other = Socket::open(&server, "other").await;
    assert_eq!(other.next().await, Some(greeting(1, "other")));
    server.post("/interrupt", "").await;
    assert_eq!(other.next().await, Some(status(0)));
}

#[tokio::test]
async fn a_shutdown_closes_the_sockets() {
    let server = TestServer::start().await;
    let mut socket = Socket::open(&server, "me").await;
    assert_eq!(socket.next().await, Some(greeting(0, "me")));
    server.stop();
    assert_eq!(socket.next().await, None);
}
