//! ComfyUI's HTTP routes, as a client. Sends neither Origin nor Sec-Fetch-Site: ComfyUI refuses
//! what looks like another site's page.

mod files;
mod prompt;

use std::time::Duration;

use reqwest::{Client, Response, Url};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::api::{Queue, decode};

pub(crate) use files::FileRef;
pub(crate) use prompt::{Accepted, PromptError};

const CONNECT: Duration = Duration::from_secs(3);
/// How long an engine that loads a model may keep a small question waiting.
const SMALL: Duration = Duration::from_secs(15);
/// `GET /object_info` reads folders of models at its first call.
const LARGE: Duration = Duration::from_secs(120);

/// The HTTP side of one engine instance.
#[derive(Debug)]
pub(crate) struct EngineHttp {
    base: String,
    client: Client,
}

/// Why an engine did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct HttpError {
    /// Whether the engine was not even reached, so that it cannot have done anything.
    pub(crate) unreached: bool,
    /// The status it answered with.
    pub(crate) status: Option<u16>,
    message: String,
}

impl HttpError {
    fn new(message: impl Into<String>) -> Self {
        Self {
            unreached: false,
            status: None,
            message: message.into(),
        }
    }
}

impl From<reqwest::Error> for HttpError {
    fn from(error: reqwest::Error) -> Self {
        let mut message = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(inner) = cause {
            message = format!("{message}: {inner}");
            cause = inner.source();
        }
        let status = error.status().map(|status| status.as_u16());
        Self {
            unreached: error.is_connect(),
            status,
            message,
        }
    }
}

impl EngineHttp {
    /// A client for the engine at an address; the error says what is wrong with the address.
    pub(crate) fn new(address: &str) -> Result<Self, String> {
        let url = Url::parse(address).map_err(|why| format!("{why}"))?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(format!(
                "“{}” is no http or https address",
                url.host_str().unwrap_or(url.scheme())
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(
                "an address with a user or a password would be shown to every caller".to_owned(),
            );
        }
        let host = url.host_str().unwrap_or_default();
        let builder = Client::builder()
            .connect_timeout(CONNECT)
            .redirect(reqwest::redirect::Policy::none());
        // A proxy from the environment cannot reach this machine's own addresses.
        let local = host == "localhost" || host.starts_with("127.") || host == "[::1]";
        let builder = if local { builder.no_proxy() } else { builder };
        let client = builder.build().map_err(|why| why.to_string())?;
        let path = url.path().trim_end_matches('/');
        let base = format!("{}{path}", url.origin().ascii_serialization());
        Ok(Self { base, client })
    }

    /// The engine's address, without a slash at its end.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// The address of its events, `ws://…/ws?clientId=`.
    pub(crate) fn events(&self, client_id: &str) -> String {
        format!(
            "{}/ws?clientId={client_id}",
            self.base.replacen("http", "ws", 1)
        )
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    async fn get(&self, path: &str, timeout: Duration) -> Result<Vec<u8>, HttpError> {
        let response = self
            .client
            .get(self.url(path))
            .timeout(timeout)
            .send()
            .await?;
        Ok(response.error_for_status()?.bytes().await?.into())
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Response, HttpError> {
        let response = self
            .client
            .post(self.url(path))
            .timeout(SMALL)
            .json(body)
            .send()
            .await?;
        Ok(response.error_for_status()?)
    }

    /// `GET /queue`, numbers and ids only.
    pub(crate) async fn queue(&self) -> Result<Queue, HttpError> {
        let body = self.get("/queue", SMALL).await?;
        decode::engine_queue(&body)
            .map_err(|why| HttpError::new(format!("reading the queue of {}: {why}", self.base)))
    }

    /// `GET /object_info`: every class the engine knows.
    pub(crate) async fn object_info(&self) -> Result<Map<String, Value>, HttpError> {
        let body = self.get("/object_info", LARGE).await?;
        serde_json::from_slice(&body)
            .map_err(|why| HttpError::new(format!("reading the classes of {}: {why}", self.base)))
    }

    /// `GET /history/{id}`: the entry of a task that has ended.
    pub(crate) async fn history(&self, id: &str) -> Result<Option<Past>, HttpError> {
        let body = self.get(&format!("/history/{id}"), SMALL).await?;
        let mut entries: std::collections::HashMap<String, Past> = serde_json::from_slice(&body)
            .map_err(|why| {
                HttpError::new(format!("reading the history of {}: {why}", self.base))
            })?;
        Ok(entries.remove(id))
    }

    /// `POST /queue {"delete": [id]}`: takes a waiting task out.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), HttpError> {
        self.post("/queue", &json!({ "delete": [id] }))
            .await
            .map(drop)
    }

    /// `POST /interrupt {"prompt_id": id}`. Older engines stop whatever runs: call it only when
    /// that is this task.
    pub(crate) async fn interrupt(&self, id: &str) -> Result<(), HttpError> {
        self.post("/interrupt", &json!({ "prompt_id": id }))
            .await
            .map(drop)
    }
}

/// What `GET /history/{id}` says of a task that has ended. Its prompt is skipped unread.
#[derive(Debug, Deserialize)]
pub(crate) struct Past {
    /// Node id to what it gave.
    #[serde(default)]
    pub(crate) outputs: Map<String, Value>,
    /// `{status_str, completed, messages}`; absent in old engines.
    #[serde(default)]
    pub(crate) status: Value,
}
