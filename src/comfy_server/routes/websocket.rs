//! `/ws`: the WebSocket of one client. Knows nothing about pending jobs.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::features::feature_flags;
use crate::backend::Subscription;
use crate::state::ServerState;
use crate::websocket_clients::status;

/// The largest message a client may send, in bytes.
const MAX_MESSAGE: usize = 64 * 1024;

/// The time limit for sending one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// The query of `GET /ws`.
#[derive(Deserialize)]
pub(crate) struct SocketQuery {
    #[serde(rename = "clientId", default)]
    client: String,
}

/// `GET /ws`: opens a WebSocket. A client without an id gets one.
pub(crate) async fn connect(
    upgrade: WebSocketUpgrade,
    Query(query): Query<SocketQuery>,
    State(state): State<Arc<ServerState>>,
) -> Response {
    let client = match query.client.as_str() {
        "" => uuid::Uuid::new_v4().simple().to_string(),
        client => client.to_owned(),
    };
    upgrade
        .max_message_size(MAX_MESSAGE)
        .on_upgrade(move |socket| serve(state, socket, client))
}

async fn serve(state: Arc<ServerState>, mut socket: WebSocket, client: String) {
    let mut subscription = state.backend.subscribe(&client).await;
    let mut open = true;
    for message in greeting(&subscription, &client) {
        open &= send(&mut socket, Utf8Bytes::from(message.to_string())).await;
    }
    let mut first = true;
    while open {
        tokio::select! {
            () = state.shutdown.cancelled() => break,
            message = subscription.messages.next() => match message {
                Some(text) => open = send(&mut socket, text).await,
                None => break,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    if std::mem::take(&mut first) && requests_features(&text) {
                        let reply = json!({ "type": "feature_flags", "data": feature_flags() });
                        open = send(&mut socket, Utf8Bytes::from(reply.to_string())).await;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
}

/// The first messages: the status and, if a job of this client runs, its current node.
fn greeting(subscription: &Subscription, client: &str) -> Vec<Value> {
    let mut status = status(subscription.remaining);
    status["sid"] = Value::from(client);
    let mut messages = vec![json!({ "type": "status", "data": status })];
    if let Some(node) = &subscription.current_node {
        messages.push(json!({ "type": "executing", "data": { "node": node } }));
    }
    messages
}

fn requests_features(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|message| message["type"] == "feature_flags")
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    matches!(
        tokio::time::timeout(SEND_TIMEOUT, socket.send(Message::Text(text))).await,
        Ok(Ok(()))
    )
}
