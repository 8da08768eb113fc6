//! A receiver of webhooks on loopback: it records every call, and answers as a test says.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::stream::{self, StreamExt};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::eventually;

/// What a receiver answers.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Status(u16),
    /// A redirect to this address.
    Redirect(String),
    /// Nothing at all.
    Silence,
    /// 200, and a body without an end.
    Endless,
    /// 200, after the receiver was told to.
    Held,
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Call {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub(crate) fn id(&self) -> &str {
        self.header("webhook-id")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The event and the id of its run.
    pub(crate) fn event(&self) -> (String, String) {
        let json = self.json();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&json["type"]), text(&json["data"]["_id"]))
    }

    /// Whether one of its signatures is that of a secret.
    pub(crate) fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let (id, time) = (self.id(), self.header("webhook-timestamp"));
        mac.update(format!("{id}.{time}.{}", self.body).as_bytes());
        let signature = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        let mut signatures = self.header("webhook-signature").split(' ');
        signatures.any(|one| one == signature)
    }
}

#[derive(Default)]
struct Calls {
    reply: Option<Reply>,
    calls: Vec<Call>,
    /// How many calls were connected at the same time, and how many now.
    most: usize,
    now: usize,
}

/// A receiver.
#[derive(Clone)]
pub(crate) struct Receiver {
    port: u16,
    state: Arc<Mutex<Calls>>,
    serving: Arc<Mutex<Option<JoinHandle<()>>>>,
    release: Arc<tokio::sync::Notify>,
}

impl Receiver {
    /// One that answers 204.
    pub(crate) async fn start() -> Self {
        let receiver = Self {
            port: 0,
            state: Arc::default(),
            serving: Arc::default(),
            release: Arc::default(),
        };
        receiver.listening(0).await
    }

    async fn listening(mut self, port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .unwrap();
        self.port = listener.local_addr().unwrap().port();
        let routes = Router::new()
            .fallback(answer)
            .with_state((self.state.clone(), self.release.clone()));
        let serving = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        *self.serving.lock().unwrap() = Some(serving);
        self
    }

    /// Stops listening; every connection is refused.
    pub(crate) async fn stop(&self) {
        let serving = self.serving.lock().unwrap().take().unwrap();
        serving.abort();
        let _ = serving.await;
    }

    /// Listens again at the same port.
    pub(crate) async fn resume(&self) {
        self.clone().listening(self.port).await;
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub(crate) fn origin(&self) -> String {
        self.url("")
    }

    pub(crate) fn reply(&self, reply: Reply) {
        self.state.lock().unwrap().reply = Some(reply);
    }

    /// Lets one held call be answered.
    pub(crate) fn release(&self) {
        self.release.notify_one();
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.state.lock().unwrap().calls.clone()
    }

    /// The most calls at the same time.
    pub(crate) fn most_at_once(&self) -> usize {
        self.state.lock().unwrap().most
    }

    /// Waits until there were so many calls. Returns them.
    pub(crate) async fn called(&self, times: usize) -> Vec<Call> {
        let is_called = async || Some(self.calls()).filter(|calls| calls.len() >= times);
        eventually(&format!("the receiver is called {times} times"), is_called).await
    }
}

type Shared = (Arc<Mutex<Calls>>, Arc<tokio::sync::Notify>);

/// Counts a call while it is answered.
struct Counted(Arc<Mutex<Calls>>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.lock().unwrap().now -= 1;
    }
}

/// Every answer ends its connection, so that a receiver that has stopped is not called on an earlier one.
async fn answer(State(shared): State<Shared>, request: Request) -> Response {
    let mut response = reply(shared, request).await;
    let close = header::HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    response
}

async fn reply((state, release): Shared, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 24).await.unwrap();
    let (reply, _counted) = {
        let mut calls = state.lock().unwrap();
        calls.calls.push(Call {
            path: parts.uri.to_string(),
            headers: parts.headers,
            body: String::from_utf8(body.to_vec()).unwrap(),
        });
        calls.now += 1;
        calls.most = calls.most.max(calls.now);
        (calls.reply.clone(), Counted(state.clone()))
    };
    match reply.unwrap_or(Reply::Status(204)) {
        Reply::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
        Reply::Redirect(to) => (StatusCode::FOUND, [(header::LOCATION, to)]).into_response(),
        Reply::Silence => std::future::pending().await,
        Reply::Held => {
            release.notified().await;
            StatusCode::OK.into_response()
        }
        Reply::Endless => {
            let chunk = Bytes::from_static(&[b' '; 4096]);
            let body = stream::repeat(chunk).map(Ok::<_, std::io::Error>);
            Body::from_stream(body).into_response()
        }
    }
}
