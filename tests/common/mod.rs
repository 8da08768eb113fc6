//! A service under test, with embedded engines on free loopback ports and its own folder.

pub(crate) mod dropping_proxy;
pub(crate) mod fake_engine;
pub(crate) mod followed_runs;
pub(crate) mod holding_proxy;
pub(crate) mod images;
pub(crate) mod logs;
mod options;
pub(crate) mod receiver;
mod responses;
pub(crate) mod samples;
pub(crate) mod sse;
mod start;
pub(crate) mod stream_engine;
pub(crate) mod webhooks;

use std::sync::Arc;

use engine_server::Engine;
use reqwest::StatusCode;
use reqwest::multipart::Form;
use reqwest::{Client, RequestBuilder, Response};
pub(crate) use responses::{field_errors, json};
use serde_json::Value;
use service::{Clock, Options};
use service_http::Server;
use start::service;
pub(crate) use start::{engine, eventually};
use tempfile::TempDir;

/// The key of every service under test. The logs must not contain it.
pub(crate) const KEY: &str = "open-sesame-42";

/// The token of every engine under test. Neither answers nor logs may contain it.
pub(crate) const ENGINE_TOKEN: &str = "only-the-service-knows-81";

/// A service under test. Its engines stop when it is dropped.
pub(crate) struct TestServer {
    pub(crate) folder: TempDir,
    pub(crate) engines: Vec<Engine>,
    pub(crate) service: Arc<Server>,
    pub(crate) url: String,
    pub(crate) client: Client,
    pub(crate) options: fn(Options) -> Options,
    /// The addresses of its engines.
    pub(crate) addresses: Vec<String>,
    /// The time by which deliveries of webhooks are due, and by which what is old is removed.
    pub(crate) clock: Clock,
}

impl TestServer {
    /// Starts it with two embedded engines and the sample workflows.
    pub(crate) async fn start() -> Self {
        Self::with(2, |options| options).await
    }

    /// Starts it with this number of embedded engines and changed options.
    pub(crate) async fn with(engines: usize, options: fn(Options) -> Options) -> Self {
        logs::collect();
        let folder = tempfile::tempdir().unwrap();
        samples::write(&folder.path().join("workflows"));
        let mut running = Vec::new();
        for number in 0..engines {
            running.push(engine(folder.path(), number, 0).await);
        }
        let addresses: Vec<String> = running
            .iter()
            .map(|engine| format!("http://{}", engine.address()))
            .collect();
        let clock = Clock::default();
        let (service, url) = service(folder.path(), &addresses, options, &clock).await;
        let client = Client::builder().no_proxy().build().unwrap();
        let server = Self {
            folder,
            engines: running,
            service,
            url,
            client,
            options,
            addresses,
            clock,
        };
        server.wait_for_engines().await;
        server
    }

    /// Stops the service and starts another on the same data folder, with these engines.
    pub(crate) async fn restart(&mut self, addresses: &[String]) {
        self.restart_without_waiting(addresses).await;
        self.wait_for_engines().await;
    }

    /// Like `restart`, for engines that do not respond.
    pub(crate) async fn restart_without_waiting(&mut self, addresses: &[String]) {
        self.service.shutdown().await;
        let folder = self.folder.path();
        (self.service, self.url) = service(folder, addresses, self.options, &self.clock).await;
        self.addresses = addresses.to_vec();
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
        eventually("every engine responds", up).await;
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.request_with(KEY, method, path)
    }

    pub(crate) fn request_with(&self, key: &str, method: &str, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.url);
        self.client
            .request(method.parse().unwrap(), url)
            .header("X-API-KEY", key)
    }

    /// The status and the body of an answer to a key; the body as text if it is not JSON.
    pub(crate) async fn call(&self, key: &str, method: &str, path: &str) -> (StatusCode, Value) {
        let response = self.request_with(key, method, path).send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (status, body)
    }

    /// The body of a successful `GET`.
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

    /// Submits a run that is accepted. Returns its id.
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

    /// Waits until a run has this status. Returns its detail.
    pub(crate) async fn wait_for_status(&self, run_id: &str, status: &str) -> Value {
        let reached = async || {
            let detail = self.detail(run_id).await;
            let ended =
                ["completed", "failed", "cancelled"].contains(&detail["status"].as_str().unwrap());
            assert!(!ended || detail["status"] == status, "{detail}");
            (detail["status"] == status).then_some(detail)
        };
        eventually(&format!("the run is {status}"), reached).await
    }

    /// The running and pending ids of every instance.
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

/// A form for a workflow without inputs. It has one additional field, because a form needs a part.
pub(crate) fn no_inputs() -> Form {
    texts(&[("note", "nothing")])
}
