//! A stand-in for ComfyUI whose tasks proceed when a test says so. It keeps its sockets as ComfyUI does: one for each
//! client id, and the end of any socket with an id removes the id. Sockets can break, end late or go silent.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

#[derive(Clone, Debug)]
struct Task {
    id: String,
    client: String,
}

#[derive(Debug, Default)]
struct Tasks {
    pending: Vec<Task>,
    running: Option<Task>,
    history: HashMap<String, Value>,
    /// The ids of all tasks that have started.
    started: Vec<String>,
    /// The current socket of each client id.
    sockets: HashMap<String, mpsc::UnboundedSender<String>>,
    /// How many sockets there were.
    opened: usize,
    /// Kinds of events that are not sent.
    dropped: Vec<&'static str>,
}

/// How many of the sockets, counted from the first, are in a state.
#[derive(Clone, Copy, Debug, Default)]
struct Sockets {
    /// They are broken for the client, but this engine has not noticed.
    broken: usize,
    /// It has noticed.
    ended: usize,
    /// They bring nothing, and read nothing.
    silent: usize,
}

/// The engine.
#[derive(Clone)]
pub(crate) struct StreamEngine {
    pub(crate) address: String,
    tasks: Arc<Mutex<Tasks>>,
    sockets: Arc<watch::Sender<Sockets>>,
}

impl StreamEngine {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let engine = Self {
            address: format!("http://{}", listener.local_addr().unwrap()),
            tasks: Arc::default(),
            sockets: Arc::default(),
        };
        let classes = json!({
            "EmptyImage": {}, "ImageBlur": {}, "PrimitiveString": {}, "StringConcatenate": {},
            "SaveImage": { "output_node": true }, "SaveText": { "output_node": true },
        });
        let routes = Router::new()
            .route("/ws", get(connect))
            .route("/object_info", get(async move || axum::Json(classes)))
            .route("/prompt", post(prompt).get(remaining))
            .route("/queue", get(queue))
            .route("/history/{id}", get(history))
            .route("/view", get(async || "an image"))
            .with_state(engine.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        engine
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap()
    }

    /// Sends no event of this kind any more.
    pub(crate) fn drop_events(&self, kind: &'static str) {
        self.tasks().dropped.push(kind);
    }

    /// Starts its next task.
    pub(crate) fn start_next(&self) {
        let mut tasks = self.tasks();
        let task = tasks.pending.remove(0);
        tasks.running = Some(task.clone());
        tasks.started.push(task.id.clone());
        tasks.send_status();
        tasks.send(&task, "execution_start", json!({}));
        tasks.send(&task, "executing", json!({ "node": "1" }));
    }

    /// Reports the steps of the node that its task executes.
    pub(crate) fn step(&self, value: u32) {
        let mut tasks = self.tasks();
        let task = tasks.running.clone().unwrap();
        let steps = json!({ "node": "1", "value": value, "max": 20 });
        tasks.send(&task, "progress", steps);
    }

    /// Ends its task.
    pub(crate) fn finish(&self) {
        let mut tasks = self.tasks();
        let task = tasks.running.take().unwrap();
        let outputs =
            json!({ "images": [{ "filename": "a.png", "subfolder": "", "type": "output" }] });
        let data = json!({ "node": "3", "output": outputs });
        tasks.send(&task, "executed", data);
        tasks.send(&task, "execution_success", json!({}));
        let status = json!({ "status_str": "success", "messages": [] });
        let entry = json!({ "outputs": { "3": outputs }, "status": status });
        tasks.history.insert(task.id.clone(), entry);
        tasks.send_status();
    }

    /// Forgets every task, as when somebody clears its queue and its history.
    pub(crate) fn forget_all(&self) {
        let mut tasks = self.tasks();
        tasks.pending.clear();
        tasks.running = None;
        tasks.history.clear();
    }

    /// Breaks all sockets for their clients, and notices nothing of it.
    pub(crate) fn break_sockets(&self) {
        let opened = self.opened();
        self.sockets.send_modify(|sockets| sockets.broken = opened);
    }

    /// Notices that the broken sockets have ended.
    pub(crate) fn notice_ends(&self) {
        self.sockets
            .send_modify(|sockets| sockets.ended = sockets.broken);
    }

    /// Lets all sockets be open and silent.
    pub(crate) fn silence_sockets(&self) {
        let opened = self.opened();
        self.sockets.send_modify(|sockets| sockets.silent = opened);
    }

    /// How many sockets there were.
    pub(crate) fn opened(&self) -> usize {
        self.tasks().opened
    }

    /// Whether a socket is registered for the client of the running task.
    pub(crate) fn reaches_client(&self) -> bool {
        let tasks = self.tasks();
        let running = tasks.running.as_ref();
        running.is_some_and(|task| tasks.sockets.contains_key(&task.client))
    }

    /// The number of waiting tasks.
    pub(crate) fn pending(&self) -> usize {
        self.tasks().pending.len()
    }

    /// How many tasks have started.
    pub(crate) fn started(&self) -> usize {
        self.tasks().started.len()
    }
}

impl Tasks {
    fn remaining(&self) -> usize {
        self.pending.len() + usize::from(self.running.is_some())
    }

    fn status(&self) -> Value {
        json!({ "status": { "exec_info": { "queue_remaining": self.remaining() } } })
    }

    fn send_status(&mut self) {
        let text = event("status", &self.status());
        if !self.dropped.contains(&"status") {
            self.sockets
                .retain(|_, socket| socket.send(text.clone()).is_ok());
        }
    }

    fn send(&mut self, task: &Task, kind: &'static str, mut data: Value) {
        data["prompt_id"] = json!(task.id);
        if let Some(socket) = self.sockets.get(&task.client)
            && !self.dropped.contains(&kind)
        {
            let _ = socket.send(event(kind, &data));
        }
    }
}

fn event(kind: &str, data: &Value) -> String {
    json!({ "type": kind, "data": data }).to_string()
}

type Engine = State<StreamEngine>;

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
