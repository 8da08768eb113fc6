//! A stand-in for ComfyUI whose tasks proceed when a test says so. It keeps its sockets as ComfyUI does: one for each
//! client id, and the end of any socket with an id removes the id. Sockets can break, end late or go silent.

mod routes;

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard};

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
    /// How many requests there were.
    requests: usize,
    /// How many sockets there were.
    opened: usize,
    /// How many broken sockets have ended late.
    ended_late: usize,
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
        let routes = routes::router(engine.clone());
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

    /// Ends its task with an error.
    pub(crate) fn fail(&self) {
        let mut tasks = self.tasks();
        let task = tasks.running.take().unwrap();
        let why = json!({
            "node_id": "1", "node_type": "EmptyImage", "exception_type": "ValueError",
            "exception_message": "no image", "executed": [], "traceback": [],
        });
        tasks.send(&task, "execution_error", why.clone());
        let status = json!({ "status_str": "error", "messages": [["execution_error", why]] });
        let entry = json!({ "outputs": {}, "status": status });
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
    fn opened(&self) -> usize {
        self.tasks().opened
    }

    /// How many broken sockets have ended late.
    pub(crate) fn ended_late(&self) -> usize {
        self.tasks().ended_late
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

    /// How many requests there were.
    pub(crate) fn requests(&self) -> usize {
        self.tasks().requests
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
