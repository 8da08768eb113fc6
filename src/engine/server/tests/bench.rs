//! An engine of its own for each test, with its files in a folder that goes when the test ends.

use std::future::Future;
use std::time::{Duration, Instant};

use reqwest::{Client, Response};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::engine::Engine;

/// How long anything may take before a test gives up on it.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Bench {
    pub(super) engine: Engine,
    pub(super) home: TempDir,
    http: Client,
}

impl Bench {
    pub(super) async fn start() -> Self {
        // Without a provider the client cannot be built; which one does not matter on loopback.
        let _already = rustls::crypto::ring::default_provider().install_default();
        let home = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let engine = Engine::start(listener, home.path().to_owned())
            .await
            .unwrap();
        Self {
            engine,
            home,
            http: Client::new(),
        }
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.engine.address())
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

    /// Submits a body that must be accepted and gives its `prompt_id`.
    pub(super) async fn submit(&self, body: Value) -> String {
        let (status, answer) = self.post("/prompt", body.to_string()).await;
        assert_eq!(status, 200, "{answer}");
        answer["prompt_id"].as_str().unwrap().to_owned()
    }

    /// Submits a graph and waits for its end.
    pub(super) async fn run(&self, graph: Value) -> Value {
        let id = self.submit(json!({ "prompt": graph })).await;
        self.ended(&id).await
    }

    /// The history of a run, once it is there.
    pub(super) async fn ended(&self, id: &str) -> Value {
        until(|| async {
            let mut history = self.json(&format!("/history/{id}")).await;
            history.get_mut(id).map(Value::take)
        })
        .await
    }

    /// The pixels of a file that a run saved.
    pub(super) async fn picture(&self, file: &Value) -> image::RgbImage {
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

/// Asks again until there is an answer.
pub(super) async fn until<T, F: Future<Output = Option<T>>>(ask: impl Fn() -> F) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(Instant::now() < deadline, "waited in vain");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A graph that is done at once: one pixel's color, saved.
pub(super) fn quick(color: u32) -> Value {
    json!({
        "1": { "class_type": "EmptyImage", "inputs": { "width": 2, "height": 2, "batch_size": 1, "color": color } },
        "2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "quick" } },
    })
}

/// A graph that runs until somebody stops it, as far as a test is concerned.
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
