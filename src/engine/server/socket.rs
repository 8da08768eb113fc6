//! `GET /ws`: one socket. Knows nothing of jobs but the one that runs.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Shared, info};

/// The largest message a client may send, in bytes.
const MAX_MESSAGE: usize = 64 * 1024;

/// How long one message may take to go out.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(rename = "clientId", default)]
    client: String,
}

/// Takes a socket in; without a client id it gets one.
pub(super) async fn connect(
    upgrade: WebSocketUpgrade,
    Query(asked): Query<Asked>,
    State(shared): State<Arc<Shared>>,
) -> Response {
    let client = match asked.client.as_str() {
        "" => uuid::Uuid::new_v4().simple().to_string(),
        client => client.to_owned(),
    };
    upgrade
        .max_message_size(MAX_MESSAGE)
        .on_upgrade(move |socket| attend(shared, socket, client))
}

async fn attend(shared: Arc<Shared>, mut socket: WebSocket, client: String) {
    let (ticket, mut messages) = shared.hub.join(&client);
    let mut open = true;
    for message in welcome(&shared, &client) {
        open &= send(&mut socket, Utf8Bytes::from(message.to_string())).await;
    }
    let mut first = true;
    while open {
        tokio::select! {
            () = shared.closing.cancelled() => break,
            message = messages.recv() => match message {
                Some(text) => open = send(&mut socket, text).await,
                None => break,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if std::mem::take(&mut first) && asks_for_features(&text) {
                        let answer = json!({ "type": "feature_flags", "data": info::flags() });
                        open = send(&mut socket, Utf8Bytes::from(answer.to_string())).await;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    shared.hub.leave(&client, ticket);
}

/// The state, and to whose job runs the node it is at.
fn welcome(shared: &Shared, client: &str) -> Vec<Value> {
    let queue = shared.queue();
    let mut status = info::status(queue.remaining());
    status["sid"] = Value::from(client);
    let mut messages = vec![json!({ "type": "status", "data": status })];
    let mine = queue
        .running()
        .is_some_and(|running| running.job.client.as_deref() == Some(client));
    if let Some(node) = queue.node.as_ref().filter(|_| mine) {
        messages.push(json!({ "type": "executing", "data": { "node": node } }));
    }
    messages
}

fn asks_for_features(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|message| message["type"] == "feature_flags")
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    matches!(
        tokio::time::timeout(PATIENCE, socket.send(Message::Text(text))).await,
        Ok(Ok(()))
    )
}
