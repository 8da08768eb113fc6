//! A test's own engine, with its files in a temporary folder.

use std::future::Future;
use std::time::{Duration, Instant};

use reqwest::{Client, Response};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::{Engine, EngineToken};

/// The token of every engine under test.
pub(super) const TOKEN: &str = "token-of-a-test";

/// How long a test waits before it fails.
pub(super) const TIMEOUT: Duration = Duration::from_secs(60);

pub(super) struct TestEngine {
    pub(super) inner: Engine,
    pub(super) home: TempDir,
    http: Client,
}

impl TestEngine {
    pub(super) async fn start() -> Self {
        // The client needs a TLS provider, although loopback does not use it.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let home = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let inner = Engine::start(listener, home.path().to_owned(), EngineToken::new(TOKEN))
            .await
            .unwrap();
        Self {
            inner,
            home,
            http: client(),
        }
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.inner.address())
    }

    /// The handshake of a WebSocket at a path.
    pub(super) fn handshake(&self, path: &str) -> tungstenite::handshake::client::Request {
        let url = format!("ws://{}{path}", self.inner.address());
        let mut request = url.into_client_request().unwrap();
        let token = format!("Bearer {TOKEN}").parse().unwrap();
        request.headers_mut().insert("authorization", token);
        request
    }

    pub(super) async fn get(&self, path: &str) -> Response {
        self.http.get(self.url(path)).send().await.unwrap()
    }

    pub(super) async fn json(&self, path: &str) -> Value {
        self.get(path).await.json().await.unwrap()
    }

    pub(super) async fn post(&self, path: &str, body: impl Into<reqwest::Body>) -> (u16, Value) {
        let response = self
            .http
            .post(self.url(path))
            .body(body)
            .send()
            .await
            .unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    pub(super) async fn upload(&self, form: reqwest::multipart::Form) -> (u16, Value) {
        let response = self
            .http
            .post(self.url("/upload/image"))
            .multipart(form)
            .send()
            .await
            .unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    /// Submits a body that must be accepted and returns its `prompt_id`.
    pub(super) async fn submit(&self, request: Value) -> String {
        let (status, body) = self.post("/prompt", request.to_string()).await;
        assert_eq!(status, 200, "{body}");
        body["prompt_id"].as_str().unwrap().to_owned()
    }

    /// Submits a graph, waits for its end and returns its history entry.
    pub(super) async fn run(&self, graph: Value) -> Value {
        let id = self.submit(json!({ "prompt": graph })).await;
        self.history_entry(&id).await
    }

    /// Waits for the end of a run and returns its history entry.
    pub(super) async fn history_entry(&self, id: &str) -> Value {
        until(|| async {
            let mut history = self.json(&format!("/history/{id}")).await;
            history.get_mut(id).map(Value::take)
        })
        .await
    }

    /// The pixels of a file that a run saved.
    pub(super) async fn saved_image(&self, file: &Value) -> image::RgbImage {
        let (name, folder) = (
            file["filename"].as_str().unwrap(),
            file["subfolder"].as_str().unwrap(),
        );
        let kind = file["type"].as_str().unwrap();
        let response = self
            .get(&format!(
                "/view?filename={name}&subfolder={folder}&type={kind}"
            ))
            .await;
        assert_eq!(response.status(), 200);
        image::load_from_memory(&response.bytes().await.unwrap())
            .unwrap()
            .into_rgb8()
    }
}

/// A client that sends the token.
pub(super) fn client() -> Client {
    let token = format!("Bearer {TOKEN}").parse().unwrap();
    let headers = [(reqwest::header::AUTHORIZATION, token)];
    let client = Client::builder().default_headers(headers.into_iter().collect());
    client.build().unwrap()
}

/// Polls until there is a result.
pub(super) async fn until<T, F: Future<Output = Option<T>>>(poll: impl Fn() -> F) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(result) = poll().await {
            return result;
        }
        assert!(Instant::now() < deadline, "timed out");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A graph that finishes at once: a small image of one color, saved.
pub(super) fn quick(color: u32) -> Value {
    json!({
        "1": { "class_type": "EmptyImage", "inputs": { "width": 2, "height": 2, "batch_size": 1, "color": color } },
        "2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "quick" } },
    })
}

/// A graph that runs longer than any test.
pub(super) fn endless() -> Value {
    let mut graph = json!({
        "0": { "class_type": "EmptyImage", "inputs": { "width": 1024, "height": 1024, "batch_size": 1, "color": 0 } },
    });
    for index in 1..100 {
        let inputs =
            json!({ "image": [(index - 1).to_string(), 0], "blur_radius": 31, "sigma": 5.0 });
        graph[index.to_string()] = json!({ "class_type": "ImageBlur", "inputs": inputs });
    }
    graph["end"] = json!({ "class_type": "PreviewImage", "inputs": { "images": ["99", 0] } });
    graph
}
