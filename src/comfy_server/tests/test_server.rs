//! A test's own server, in front of a backend in memory.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_server::listen::{self, Limits};
use reqwest::{Client, Response};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::memory_backend::MemoryBackend;
use crate::{EngineToken, router};

/// The token of every server under test.
pub(super) const TOKEN: &str = "token-of-a-test";

/// How long a test waits before it fails.
pub(super) const TIMEOUT: Duration = Duration::from_secs(60);

pub(super) struct TestServer {
    pub(super) address: SocketAddr,
    pub(super) backend: Arc<MemoryBackend>,
    http: Client,
    shutdown: DropGuard,
}

impl TestServer {
    pub(super) async fn start() -> Self {
        // The client needs a TLS provider, although loopback does not use it.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let backend = Arc::new(MemoryBackend::default());
        let shutdown = CancellationToken::new();
        let token = EngineToken::new(TOKEN);
        let router = router(
            Arc::clone(&backend) as Arc<dyn crate::Backend>,
            token,
            shutdown.clone(),
        );
        let limits = Limits::default();
        let serving = listen::serve(listener, None, router, limits, shutdown.clone());
        tokio::spawn(serving);
        Self {
            address,
            backend,
            http: client(),
            shutdown: shutdown.drop_guard(),
        }
    }

    /// Begins to shut down.
    pub(super) fn stop(self) {
        drop(self.shutdown);
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The handshake of a WebSocket at a path.
    pub(super) fn handshake(&self, path: &str) -> tungstenite::handshake::client::Request {
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        let token = format!("Bearer {TOKEN}").parse().unwrap();
        request.headers_mut().insert("authorization", token);
        request
    }

    pub(super) async fn get(&self, path: &str) -> Response {
        self.http.get(self.url(path)).send().await.unwrap()
    }

    pub(super) async fn json(&self, path: &str) -> Value {
        read(self.get(path).await).await.1
    }

    pub(super) async fn post(&self, path: &str, body: impl Into<reqwest::Body>) -> (u16, Value) {
        let request = self.http.post(self.url(path)).body(body);
        read(request.send().await.unwrap()).await
    }

    pub(super) async fn upload(&self, form: reqwest::multipart::Form) -> (u16, Value) {
        let request = self.http.post(self.url("/upload/image")).multipart(form);
        read(request.send().await.unwrap()).await
    }

    /// Submits a body that must be accepted and returns its `prompt_id`.
    pub(super) async fn submit(&self, request: Value) -> String {
        let (status, body) = self.post("/prompt", request.to_string()).await;
        assert_eq!(status, 200, "{body}");
        body["prompt_id"].as_str().unwrap().to_owned()
    }
}

/// The status of a response, and its body as JSON or as text.
async fn read(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    let json = serde_json::from_str(&text);
    (status, json.unwrap_or(Value::String(text)))
}

/// A client that sends the token.
pub(super) fn client() -> Client {
    let token = format!("Bearer {TOKEN}").parse().unwrap();
    let headers = [(reqwest::header::AUTHORIZATION, token)];
    let client = Client::builder().default_headers(headers.into_iter().collect());
    client.build().unwrap()
}

/// A workflow. The backend in memory does not look into it.
pub(super) fn workflow() -> Value {
    serde_json::json!({ "1": { "class_type": "Save", "inputs": {} } })
}
