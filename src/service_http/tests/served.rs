//! A service with routes, in front of a fake engine.

use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use data_folder::STORE_FILE;
use reqwest::multipart::Form;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Map, Value, json};
use service::auth::Caller;
use store_sqlite::Faults;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};

use super::fake_engine::FakeEngine;
use super::options::options;
use crate::app_state::AppState;
use crate::server::Server;

/// How long anything may take.
const TIMEOUT: Duration = Duration::from_secs(60);

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

/// The workflow of every run.
const WORKFLOW: &str = r#"{
    "1": { "class_type": "EmptyImage", "inputs": {} },
    "9": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "a" } }
}"#;

pub(crate) struct Served {
    folder: TempDir,
    _engine: FakeEngine,
    server: Arc<Server>,
    url: String,
    client: Client,
}

impl Served {
    /// The first key.
    const KEY: &str = "open-sesame-42";

    pub(crate) async fn start() -> Self {
        service::install_tls();
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("workflows")).unwrap();
        fs::write(folder.path().join("workflows/w.json"), WORKFLOW).unwrap();
        let engine = FakeEngine::start().await;
        let options = options(folder.path(), Self::KEY, slice::from_ref(&engine.address));
        let server = Arc::new(Server::start(options).await.unwrap());
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = server.clone();
        tokio::spawn(async move { serving.listen(listener).await });
        Self {
            folder,
            _engine: engine,
            server,
            url,
            client: Client::builder().no_proxy().build().unwrap(),
        }
    }

    pub(crate) fn app(&self) -> &Arc<AppState> {
        self.server.app()
    }

    pub(crate) fn faults(&self) -> Arc<Faults> {
        Faults::of_store(&self.folder.path().join("data").join(STORE_FILE))
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.url));
        request.header("X-API-KEY", Self::KEY)
    }

    pub(crate) async fn read(&self, run_id: &str) -> Response {
        let path = format!("/api/v1/runs/{run_id}");
        self.request(Method::GET, &path).send().await.unwrap()
    }

    pub(crate) async fn submit(&self) -> Response {
        let request = self.request(Method::POST, "/api/v1/runs?workflow_id=w");
        let form = Form::new().text("note", "nothing");
        request.multipart(form).send().await.unwrap()
    }

    /// Submits a run that is accepted. Returns its id.
    pub(crate) async fn start_run(&self) -> String {
        let answer = body(self.submit().await).await;
        answer["data"][0]["run_id"].as_str().unwrap().to_owned()
    }

    /// The status with which a run ends.
    pub(crate) async fn end_of(&self, run_id: &str) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let run = body(self.read(run_id).await).await;
            let status = run["status"].as_str().unwrap_or_default();
            if !["", "pending", "running"].contains(&status) {
                return status.to_owned();
            }
            assert!(Instant::now() < deadline, "the run does not end: {run}");
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// The holder of the first key.
    fn first(&self) -> Caller {
        self.holder(Self::KEY)
    }

    /// The holder of a new key with this name and these members.
    pub(crate) async fn caller(&self, name: &str, members: Value) -> Caller {
        let mut members: Map<String, Value> = serde_json::from_value(members).unwrap();
        members.insert("name".to_owned(), json!(name));
        let first = self.first();
        let created = self.app().operations.keys.create(&first, members);
        let created = serde_json::to_value(created.await.unwrap()).unwrap();
        self.holder(created["key"].as_str().unwrap())
    }

    /// The holder of a token for a run.
    pub(crate) async fn holder_of_token(&self, run: &str) -> Caller {
        let first = self.first();
        let runs = &self.app().operations.runs;
        let token = runs.make_token(&first, run, 60).await.unwrap().token;
        self.holder(&token)
    }

    fn holder(&self, key: &str) -> Caller {
        let caller = self.app().auth.caller(key.as_bytes(), ADDRESS);
        caller.unwrap()
    }
}

pub(crate) async fn body(response: Response) -> Value {
    serde_json::from_slice(&response.bytes().await.unwrap()).unwrap()
}
