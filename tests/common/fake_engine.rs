//! A fake engine that executes nothing: each prompt has ended at once with one image, unless a test says
//! otherwise. A route can be made to give any answer.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Notify, broadcast};

/// An answer in place of the usual one.
#[derive(Clone)]
pub(crate) enum Answer {
    Text(u16, String),
    /// A redirect to a route that answers 200.
    Redirect,
    /// A redirect to the same route of another host, with the same method and body.
    RedirectTo(String),
    /// A body without an end.
    Endless,
    /// The start of a body, and nothing more.
    Stalling,
    /// Nothing at all.
    Silence,
}

/// What becomes of its connections of events.
#[derive(Clone, Copy, Default)]
pub(crate) enum Events {
    #[default]
    Usual,
    /// They are closed after the first event.
    Closed,
    /// They are open, and nothing comes.
    Empty,
}

#[derive(Default)]
struct Fake {
    events: Events,
    answers: HashMap<&'static str, Answer>,
    /// Prompts that are running.
    running: Vec<String>,
    /// The outputs of prompts that have ended.
    history: HashMap<String, Value>,
    /// What each further prompt produces, by node; `None` for one image of node 9.
    outputs: Option<Value>,
    /// The errors that further prompts are accepted with, by node.
    errors: Option<Value>,
    /// Whether prompts run until they are interrupted.
    holds: bool,
    /// The prompts it received, and what to write into their files.
    prompts: Vec<Value>,
    metadata: Vec<Value>,
    /// The method and path of every request.
    requests: Vec<String>,
    /// The headers of the last request.
    headers: HeaderMap,
}

impl Fake {
    /// Ends a prompt with its outputs.
    fn end(&mut self, id: String) {
        let image = json!({ "filename": "a.png", "subfolder": "", "type": "output" });
        let outputs = self.outputs.clone();
        let outputs = outputs.unwrap_or_else(|| json!({ "9": { "images": [image] } }));
        self.history.insert(id, outputs);
    }
}

/// A fake engine.
#[derive(Clone)]
pub(crate) struct FakeEngine {
    pub(crate) address: String,
    fake: Arc<Mutex<Fake>>,
    /// Ends the connections of events.
    closing: Arc<Notify>,
    /// The number of these connections.
    listeners: Arc<AtomicUsize>,
    /// What is sent to all of them.
    sending: broadcast::Sender<Bytes>,
}

impl FakeEngine {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let fake = Arc::<Mutex<Fake>>::default();
        let closing = Arc::<Notify>::default();
        let listeners = Arc::<AtomicUsize>::default();
        let sending = broadcast::Sender::new(16);
        let events = {
            let (closing, listeners) = (closing.clone(), listeners.clone());
            let (sending, fake) = (sending.clone(), fake.clone());
            async move |upgrade| {
                let kind = fake.lock().unwrap().events;
                events(upgrade, kind, closing, listeners, sending.subscribe())
            }
        };
        let routes = Router::new()
            .route("/ws", get(events))
            .route("/object_info", get(async || axum::Json(classes())))
            .route("/queue", get(queue).post(async || ""))
            .route("/interrupt", post(interrupt))
            .route("/prompt", post(prompt).get(async || "{}"))
            .route("/history/{id}", get(history))
            .route("/view", get(view))
            .layer(middleware::from_fn_with_state(fake.clone(), special))
            .with_state(fake.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self {
            address,
            fake,
            closing,
            listeners,
            sending,
        }
    }

    /// Gives this answer on a route; the path is its first segment.
    pub(crate) fn answer(&self, path: &'static str, answer: Answer) {
        self.fake.lock().unwrap().answers.insert(path, answer);
    }

    /// Gives the usual answer again.
    pub(crate) fn recover(&self, path: &'static str) {
        let mut fake = self.fake.lock().unwrap();
        fake.answers.remove(path);
        if path == "prompt" {
            fake.errors = None;
        }
    }

    /// Answers no request of a connection any more, and ends its events.
    pub(crate) fn go_offline(&self) {
        for route in ["ws", "queue"] {
            self.answer(route, Answer::Text(503, String::new()));
        }
        self.close_events();
    }

    /// Answers them again.
    pub(crate) fn come_back(&self) {
        for route in ["ws", "queue"] {
            self.recover(route);
        }
    }

    /// Keeps further prompts running until they are interrupted.
    pub(crate) fn hold(&self) {
        self.fake.lock().unwrap().holds = true;
    }

    /// Lets further prompts end at once again.
    pub(crate) fn release(&self) {
        self.fake.lock().unwrap().holds = false;
    }

    /// Lets further prompts produce this, by node.
    pub(crate) fn produce(&self, outputs: Value) {
        self.fake.lock().unwrap().outputs = Some(outputs);
    }

    /// Accepts further prompts in part, until the path `prompt` recovers: this node lacks an input of this name.
    pub(crate) fn miss_input(&self, node: &str, class: &str, input: &str) {
        let error = json!({
            "type": "required_input_missing", "message": "Required input is missing", "details": input,
            "extra_info": { "input_name": input },
        });
        let errors = json!({ node: { "class_type": class, "errors": [error], "dependent_outputs": [node] } });
        self.fake.lock().unwrap().errors = Some(errors);
    }

    /// The number of requests with this method and path.
    pub(crate) fn requests(&self, request: &str) -> usize {
        let fake = self.fake.lock().unwrap();
        fake.requests
            .iter()
            .filter(|known| *known == request)
            .count()
    }

    /// A header of the last request.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let fake = self.fake.lock().unwrap();
        let value = fake.headers.get(name)?;
        Some(value.to_str().unwrap().to_owned())
    }

    /// The method and path of every request.
    pub(crate) fn all_requests(&self) -> Vec<String> {
        self.fake.lock().unwrap().requests.clone()
    }

    /// The graphs of the prompts it received.
    pub(crate) fn prompts(&self) -> Vec<Value> {
        self.fake.lock().unwrap().prompts.clone()
    }

    /// What it was to write into the files of each prompt, by key.
    pub(crate) fn metadata(&self) -> Vec<Value> {
        self.fake.lock().unwrap().metadata.clone()
    }

    /// Adds this class, or defines it in another way.
    pub(crate) fn define(&self, name: &str, definition: Value) {
        let mut classes = classes();
        classes[name] = definition;
        self.answer("object_info", Answer::Text(200, classes.to_string()));
    }

    /// Ends every running prompt.
    pub(crate) fn end_all(&self) {
        let mut fake = self.fake.lock().unwrap();
        for id in std::mem::take(&mut fake.running) {
            fake.end(id);
        }
    }

    /// Forgets every prompt, as a restart does.
    pub(crate) fn forget_all(&self) {
        let mut fake = self.fake.lock().unwrap();
        fake.running.clear();
        fake.history.clear();
    }

    /// Treats further connections of events like this.
    pub(crate) fn treat_events(&self, events: Events) {
        self.fake.lock().unwrap().events = events;
    }

    /// Closes the connections of events.
    pub(crate) fn close_events(&self) {
        self.closing.notify_waiters();
    }

    /// Sends a preview of a prompt.
    pub(crate) fn send_preview(&self, prompt_id: &str, image: &[u8]) {
        let metadata = json!({ "image_type": "image/png", "prompt_id": prompt_id }).to_string();
        let length = u32::try_from(metadata.len()).unwrap().to_be_bytes();
        let event = [&4_u32.to_be_bytes(), &length, metadata.as_bytes(), image].concat();
        self.sending.send(event.into()).unwrap();
    }

    /// The ids of the running prompts.
    pub(crate) fn running_ids(&self) -> Vec<String> {
        self.fake.lock().unwrap().running.clone()
    }

    /// The number of open connections of events.
    pub(crate) fn listeners(&self) -> usize {
        self.listeners.load(Ordering::SeqCst)
    }

    /// The number of running prompts.
    pub(crate) fn running(&self) -> usize {
        self.fake.lock().unwrap().running.len()
    }
}

type Shared = State<Arc<Mutex<Fake>>>;

async fn special(State(fake): Shared, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let first = path.split('/').nth(1).unwrap_or_default().to_owned();
    let answer = {
        let mut fake = fake.lock().unwrap();
        fake.requests.push(format!("{} {path}", request.method()));
        fake.headers = request.headers().clone();
        fake.answers.get(first.as_str()).cloned()
    };
    match answer {
        None => next.run(request).await,
        Some(Answer::Text(status, text)) => {
            (StatusCode::from_u16(status).unwrap(), text).into_response()
        }
        Some(Answer::Redirect) => {
            (StatusCode::FOUND, [(header::LOCATION, "/elsewhere")]).into_response()
        }
        Some(Answer::RedirectTo(host)) => {
            let location = format!("{host}{path}");
            (
                StatusCode::TEMPORARY_REDIRECT,
                [(header::LOCATION, location)],
            )
                .into_response()
        }
        Some(Answer::Silence) => std::future::pending().await,
        Some(Answer::Endless) => {
            let chunk = Bytes::from_static(&[b' '; 4096]);
            Body::from_stream(stream::repeat(chunk).map(Ok::<_, std::io::Error>)).into_response()
        }
        Some(Answer::Stalling) => {
            let chunk = Ok::<_, std::io::Error>(Bytes::from_static(b"["));
            let chunks = stream::once(async { chunk }).chain(stream::pending());
            Body::from_stream(chunks).into_response()
        }
    }
}

fn events(
    upgrade: WebSocketUpgrade,
    kind: Events,
    closing: Arc<Notify>,
    listeners: Arc<AtomicUsize>,
    mut sending: broadcast::Receiver<Bytes>,
) -> Response {
    upgrade.on_upgrade(async move |mut socket| {
        listeners.fetch_add(1, Ordering::SeqCst);
        let first = json!({ "type": "status", "data": {} }).to_string();
        if !matches!(kind, Events::Empty) {
            let _ = socket.send(Message::text(first)).await;
        }
        tokio::select! {
            () = std::future::ready(()), if matches!(kind, Events::Closed) => {}
            () = closing.notified() => {}
            () = async {
                loop {
                    tokio::select! {
                        event = sending.recv() => socket.send(Message::Binary(event.unwrap())).await.unwrap(),
                        message = socket.recv() => if message.is_none() { break },
                    }
                }
            } => {}
        }
        listeners.fetch_sub(1, Ordering::SeqCst);
    })
}

fn classes() -> Value {
    let classes = [
        "LoadImage",
        "ImageInvert",
        "ImageBlur",
        "EmptyImage",
        "StringConcatenate",
        "PrimitiveString",
    ];
    let mut known: Value = classes
        .iter()
        .map(|name| ((*name).to_owned(), json!({})))
        .collect();
    for output in ["SaveImage", "SaveText", "PreviewImage", "PreviewAny"] {
        known[output] = json!({ "output_node": true });
    }
    known
}

async fn queue(State(fake): Shared) -> String {
    let fake = fake.lock().unwrap();
    let running: Vec<Value> = fake
        .running
        .iter()
        .map(|id| json!([0, id, {}, {}, []]))
        .collect();
    json!({ "queue_running": running, "queue_pending": [] }).to_string()
}

async fn view(Query(file): Query<HashMap<String, String>>, request: Request) -> Response {
    let name = file.get("filename").map(String::as_str).unwrap_or_default();
    let tag = [(header::ETAG, "\"1\"")];
    let range = request.headers().get(header::RANGE);
    match (name, range.map(|range| range.to_str().unwrap())) {
        (name, _) if name.starts_with("missing") => StatusCode::NOT_FOUND.into_response(),
        ("stops.png", Some("bytes=5-")) if request.headers()[header::IF_RANGE] == "\"1\"" => {
            (StatusCode::PARTIAL_CONTENT, tag, "age").into_response()
        }
        ("stops.png", _) => {
            let chunk = Ok::<_, std::io::Error>(Bytes::from_static(b"an im"));
            let chunks = stream::once(async { chunk }).chain(stream::pending());
            (tag, Body::from_stream(chunks)).into_response()
        }
        _ => "an image".into_response(),
    }
}

async fn interrupt(State(fake): Shared) {
    fake.lock().unwrap().running.clear();
}

async fn prompt(State(fake): Shared, body: String) -> String {
    let body: Value = serde_json::from_str(&body).unwrap();
    let id = body["prompt_id"].as_str().unwrap().to_owned();
    let mut fake = fake.lock().unwrap();
    fake.prompts.push(body["prompt"].clone());
    fake.metadata
        .push(body["extra_data"]["extra_pnginfo"].clone());
    if fake.holds {
        fake.running.push(id.clone());
    } else {
        fake.end(id.clone());
    }
    let errors = fake.errors.clone().unwrap_or_else(|| json!({}));
    json!({ "prompt_id": id, "number": 0, "node_errors": errors }).to_string()
}

async fn history(
    State(fake): Shared,
    axum::extract::Path(id): axum::extract::Path<String>,
) -> String {
    let fake = fake.lock().unwrap();
    let entries = fake.history.get(&id).map(|outputs| {
        let status = json!({ "status_str": "success", "completed": true, "messages": [] });
        (id, json!({ "outputs": outputs, "status": status }))
    });
    Value::Object(entries.into_iter().collect()).to_string()
}
