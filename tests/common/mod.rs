//! A service with embedded engines on free loopback ports, in a folder of its own.

pub(crate) mod bodies;
pub(crate) mod cut;
pub(crate) mod held;
pub(crate) mod logs;
pub(crate) mod pictures;
pub(crate) mod samples;
mod start;

use std::sync::Arc;

pub(crate) use bodies::{faults, json};
use flowdeck::engine::Engine;
use flowdeck::service::{Options, Service};
use reqwest::multipart::Form;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use start::service;
pub(crate) use start::{engine, eventually};
use tempfile::TempDir;

/// The key of every service under test; the logs must not hold it.
pub(crate) const KEY: &str = "open-sesame-42";

/// A service under test. What it runs ends when it is dropped.
pub(crate) struct TestServer {
    pub(crate) folder: TempDir,
    pub(crate) engines: Vec<Engine>,
    pub(crate) service: Arc<Service>,
    pub(crate) url: String,
    pub(crate) client: Client,
    pub(crate) options: fn(Options) -> Options,
    /// The addresses of the engines it was started with.
    pub(crate) uris: Vec<String>,
}

impl TestServer {
    /// Two embedded engines and the sample workflows.
    pub(crate) async fn start() -> Self {
        Self::with(2, |options| options).await
    }

    /// So many embedded engines, and options that differ from the usual.
    pub(crate) async fn with(engines: usize, options: fn(Options) -> Options) -> Self {
        logs::collect();
        let folder = tempfile::tempdir().unwrap();
        samples::write(&folder.path().join("workflows"));
        let mut running = Vec::new();
        for number in 0..engines {
            running.push(engine(folder.path(), number, 0).await);
        }
        let uris: Vec<String> = running
            .iter()
            .map(|engine| format!("http://{}", engine.address()))
            .collect();
        let (service, url) = service(folder.path(), &uris, options).await;
        let client = Client::builder().no_proxy().build().unwrap();
        let server = Self {
            folder,
            engines: running,
            service,
            url,
            client,
            options,
            uris,
        };
        server.wait_for_engines().await;
        server
    }

    /// Ends the service and starts another on the same data folder, with these engines.
    pub(crate) async fn restart(&mut self, uris: &[String]) {
        self.restart_without_waiting(uris).await;
        self.wait_for_engines().await;
    }

    /// The same, when none of these engines will answer.
    pub(crate) async fn restart_without_waiting(&mut self, uris: &[String]) {
        self.service.shutdown().await;
        (self.service, self.url) = service(self.folder.path(), uris, self.options).await;
        self.uris = uris.to_vec();
    }

    /// Waits until every engine is listed as idle or running.
    pub(crate) async fn wait_for_engines(&self) {
        let up = async || {
            let health = self.get("/api/v1/comfy/health").await;
            let all = health["data"].as_array().unwrap().clone();
            all.iter()
                .all(|one| one["status"] != "stopped")
                .then_some(())
        };
        eventually("every engine answers", up).await;
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.url);
        self.client
            .request(method.parse().unwrap(), url)
            .header("X-API-KEY", KEY)
    }

    /// The body of a `GET` that must succeed.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let response = self.request("GET", path).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        json(response).await
    }

    pub(crate) async fn submit(&self, workflow: &str, form: Form) -> Response {
        let path = format!("/api/v1/runs?workflow_id={workflow}&group_id=g");
        self.request("POST", &path)
            .multipart(form)
            .send()
            .await
            .unwrap()
    }

    /// Submits a run that must be accepted; its id.
    pub(crate) async fn run(&self, workflow: &str, form: Form) -> String {
        let response = self.submit(workflow, form).await;
        let status = response.status();
        let body = json(response).await;
        assert_eq!(status, 200, "{body}");
        body["data"][0]["run_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn detail(&self, run_id: &str) -> Value {
        self.get(&format!("/api/v1/runs/{run_id}")).await["data"].clone()
    }

    /// The run's detail as soon as it has this status.
    pub(crate) async fn reaches(&self, run_id: &str, status: &str) -> Value {
        let reached = async || {
            let detail = self.detail(run_id).await;
            let ended =
                ["completed", "failed", "cancelled"].contains(&detail["status"].as_str().unwrap());
            assert!(!ended || detail["status"] == status, "{detail}");
            (detail["status"] == status).then_some(detail)
        };
        eventually(&format!("the run is {status}"), reached).await
    }

    /// Running and pending ids of every instance.
    pub(crate) async fn queue(&self) -> Vec<(Vec<String>, Vec<String>)> {
        let queue = self.get("/api/v1/comfy/queue").await;
        let ids = |tasks: &Value| {
            let tasks = tasks.as_array().unwrap().iter();
            tasks
                .map(|task| task[1].as_str().unwrap().to_owned())
                .collect()
        };
        let entries = queue["data"].as_array().unwrap().iter();
        let queues = entries.map(|entry| &entry["queue"]);
        queues
            .map(|queue| (ids(&queue["queue_running"]), ids(&queue["queue_pending"])))
            .collect()
    }
}

/// A form of texts.
pub(crate) fn texts(values: &[(&str, &str)]) -> Form {
    values.iter().fold(Form::new(), |form, (name, value)| {
        form.text((*name).to_owned(), (*value).to_owned())
    })
}

/// A form for a workflow that asks for nothing; one without any part is no form.
pub(crate) fn nothing() -> Form {
    texts(&[("note", "nothing")])
}
