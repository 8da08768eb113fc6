//! The HTTP client of one engine: its address, its queue and its node classes. Sends neither Origin
//! nor Sec-Fetch-Site: ComfyUI refuses requests that seem to come from another site's page.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, RequestBuilder, Url};
use serde_json::{Map, Value, json};

use super::error::EngineError;
use crate::api::{Queue, decode};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// An engine that is loading a model may be slow to answer even small requests.
const SMALL_TIMEOUT: Duration = Duration::from_secs(15);
/// The first `GET /object_info` reads the model folders.
const LARGE_TIMEOUT: Duration = Duration::from_secs(120);

/// The node classes of an engine: the answer of `GET /object_info`.
pub(crate) type ObjectInfo = Arc<Map<String, Value>>;

/// The HTTP client of one engine.
#[derive(Debug)]
pub(crate) struct EngineClient {
    address: String,
    client: Client,
}

impl EngineClient {
    /// A client for the engine at an address. Fails if the address is not valid.
    pub(crate) fn new(address: &str) -> Result<Self, String> {
        let url = Url::parse(address).map_err(|why| format!("{why}"))?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(format!(
                "“{}” is not an http or https address",
                url.host_str().unwrap_or(url.scheme())
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("every caller would see the user name or password in it".to_owned());
        }
        let host = url.host_str().unwrap_or_default();
        let builder = Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none());
        // A proxy from the environment cannot reach this machine's own addresses.
        let local = host == "localhost" || host.starts_with("127.") || host == "[::1]";
        let builder = if local { builder.no_proxy() } else { builder };
        let client = builder.build().map_err(|why| why.to_string())?;
        let path = url.path().trim_end_matches('/');
        let address = format!("{}{path}", url.origin().ascii_serialization());
        Ok(Self { address, client })
    }

    /// The engine's address, without a trailing slash.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The address of its WebSocket, `ws://…/ws?clientId=`.
    pub(crate) fn events_url(&self, client_id: &str) -> String {
        format!(
            "{}/ws?clientId={client_id}",
            self.address.replacen("http", "ws", 1)
        )
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    pub(super) fn get_request(&self, url: impl reqwest::IntoUrl) -> RequestBuilder {
        self.client.get(url)
    }

    pub(super) fn post_request(&self, path: &str) -> RequestBuilder {
        self.client.post(self.url(path))
    }

    /// The body of a small answer.
    pub(super) async fn get(&self, path: &str) -> Result<Vec<u8>, EngineError> {
        self.get_within(path, SMALL_TIMEOUT).await
    }

    async fn get_within(&self, path: &str, timeout: Duration) -> Result<Vec<u8>, EngineError> {
        let request = self.get_request(self.url(path)).timeout(timeout);
        let response = request.send().await?.error_for_status()?;
        Ok(response.bytes().await?.into())
    }

    async fn post(&self, path: &str, body: &Value) -> Result<(), EngineError> {
        let request = self.post_request(path).timeout(SMALL_TIMEOUT).json(body);
        request.send().await?.error_for_status()?;
        Ok(())
    }

    /// `GET /queue`: only numbers and ids.
    pub(crate) async fn queue(&self) -> Result<Queue, EngineError> {
        let body = self.get("/queue").await?;
        decode::engine_queue(&body).map_err(|why| {
            EngineError::new(format!("reading the queue of {}: {why}", self.address))
        })
    }

    /// `GET /object_info`: every node class of the engine.
    pub(crate) async fn object_info(&self) -> Result<Map<String, Value>, EngineError> {
        let body = self.get_within("/object_info", LARGE_TIMEOUT).await?;
        serde_json::from_slice(&body).map_err(|why| {
            EngineError::new(format!(
                "reading the node classes of {}: {why}",
                self.address
            ))
        })
    }

    /// `POST /queue {"delete": [id]}`: removes a waiting task.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), EngineError> {
        self.post("/queue", &json!({ "delete": [id] })).await
    }

    /// `POST /interrupt {"prompt_id": id}`. Older engines ignore the id and interrupt whichever task is
    /// running, so call it only while this one is.
    pub(crate) async fn interrupt(&self, id: &str) -> Result<(), EngineError> {
        self.post("/interrupt", &json!({ "prompt_id": id })).await
    }
}
