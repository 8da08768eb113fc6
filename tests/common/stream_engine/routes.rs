//! The routes of the stand-in, and its sockets.

use std::collections::HashMap;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::{Sockets, StreamEngine, Task, event};

pub(super) fn router(engine: StreamEngine) -> Router {
    let output = json!({ "output_node": true });
    let classes = json!({
        "EmptyImage": {}, "ImageBlur": {}, "PrimitiveString": {}, "StringConcatenate": {},
        "SaveImage": output, "SaveText": output,
    });
    Router::new()
        .route("/ws", get(connect))
        .route("/object_info", get(async move || axum::Json(classes)))
        .route("/prompt", post(prompt).get(remaining))
        .route("/queue", get(queue))
        .route("/history/{id}", get(history))
        .route("/view", get(async || "an image"))
        .layer(from_fn_with_state(engine.clone(), count))
        .with_state(engine)
}

type Engine = State<StreamEngine>;

async fn count(State(engine): Engine, request: Request, next: Next) -> Response {
    engine.tasks().requests += 1;
    next.run(request).await
}

async fn connect(
    upgrade: WebSocketUpgrade,
    Query(query): Query<HashMap<String, String>>,
    State(engine): Engine,
) -> Response {
    let client = query["clientId"].clone();
    upgrade.on_upgrade(async move |socket| serve(engine, socket, client).await)
}

async fn serve(engine: StreamEngine, socket: WebSocket, client: String) {
    let (sender, events) = mpsc::unbounded_channel();
    let number = {
        let mut tasks = engine.tasks();
        let _ = sender.send(event("status", &tasks.status()));
        if tasks
            .running
            .as_ref()
            .is_some_and(|task| task.client == client)
        {
            let _ = sender.send(event("executing", &json!({ "node": "1" })));
        }
        tasks.sockets.insert(client.clone(), sender);
        tasks.opened += 1;
        tasks.opened
    };
    let states = || engine.sockets.subscribe();
    tokio::select! {
        () = exchange(socket, events, number, states()) => {}
        () = reach(states(), |sockets| sockets.broken >= number) => {
            reach(states(), |sockets| sockets.ended >= number).await;
            engine.tasks().ended_late += 1;
        }
    }
    engine.tasks().sockets.remove(&client);
}

/// Waits until the sockets are in a state.
async fn reach(mut states: watch::Receiver<Sockets>, is_reached: impl FnMut(&Sockets) -> bool) {
    let _ = states.wait_for(is_reached).await;
}

/// Sends events until the client ends the socket.
async fn exchange(
    mut socket: WebSocket,
    mut events: mpsc::UnboundedReceiver<String>,
    number: usize,
    states: watch::Receiver<Sockets>,
) {
    let silent = reach(states, move |sockets| sockets.silent >= number);
    tokio::pin!(silent);
    loop {
        tokio::select! {
            Some(event) = events.recv() => {
                if socket.send(Message::text(event)).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => if !matches!(message, Some(Ok(_))) { return },
            () = &mut silent => return std::future::pending().await,
        }
    }
}

async fn prompt(State(engine): Engine, body: String) -> String {
    let body: Value = serde_json::from_str(&body).unwrap();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    let (id, client) = (text("prompt_id"), text("client_id"));
    let mut tasks = engine.tasks();
    tasks.pending.push(Task {
        id: id.clone(),
        client,
    });
    tasks.send_status();
    json!({ "prompt_id": id, "number": 0, "node_errors": {} }).to_string()
}

async fn remaining(State(engine): Engine) -> String {
    let remaining = engine.tasks().remaining();
    json!({ "exec_info": { "queue_remaining": remaining } }).to_string()
}

async fn queue(State(engine): Engine) -> String {
    let tasks = engine.tasks();
    let list = |tasks: &[Task]| -> Vec<Value> {
        let tasks = tasks.iter().map(|task| json!([0, task.id, {}, {}, []]));
        tasks.collect()
    };
    let running: Vec<Task> = tasks.running.clone().into_iter().collect();
    let (running, pending) = (list(&running), list(&tasks.pending));
    json!({ "queue_running": running, "queue_pending": pending }).to_string()
}

async fn history(State(engine): Engine, Path(id): Path<String>) -> String {
    let tasks = engine.tasks();
    let entry = tasks.history.get(&id).map(|entry| (id, entry.clone()));
    Value::Object(entry.into_iter().collect()).to_string()
}
