//! The HTTP client of one engine: its address, its queue, and the reading of its answers. Sends neither
//! Origin nor Sec-Fetch-Site: ComfyUI refuses requests that seem to come from another site's page.

use std::fmt::Display;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Client, RequestBuilder, Response, Url};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error as WebSocketError;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request as Handshake;

use super::address::{engine_url, without_slash};
use super::error::EngineError;
use super::guard::Guard;
use super::headers::EngineHeaders;
use super::limits::{AnswerLimit, EngineLimits};
use api::{Queue, decode};
use networks::{ContactError, Refused, Resolver, build_client};
use run_core::MAX_TEXT;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Shorter than that of embedded engines and ComfyUI: a prompt must not meet a connection being closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(20);

/// The size up to which a body grows as it arrives. A larger one gets its whole limit at once, which takes
/// no memory until it is used, but growing would copy it.
const GROWING: usize = 1 << 20;

/// The HTTP client of one engine.
#[derive(Debug)]
pub struct EngineClient {
    address: String,
    /// The headers of every request.
    headers: RwLock<EngineHeaders>,
    client: Client,
    limits: EngineLimits,
    url: Url,
    /// Decides which addresses it may be reached at.
    guard: Arc<Guard>,
}

impl EngineClient {
    /// A client for the engine at an address. Fails if the address is not valid.
    pub fn new(
        address: &str,
        headers: EngineHeaders,
        limits: EngineLimits,
        guard: Guard,
    ) -> Result<Self, String> {
        let (url, guard) = (engine_url(address)?, Arc::new(guard));
        // Not through a proxy from the environment: only an address that we connect to ourselves can be checked.
        let client = build_client(|| {
            Client::builder()
                .connect_timeout(CONNECT_TIMEOUT)
                .pool_idle_timeout(IDLE_TIMEOUT)
                .redirect(reqwest::redirect::Policy::none())
                .dns_resolver(Resolver(guard.clone()))
                .no_proxy()
        });
        Ok(Self {
            address: without_slash(&url),
            headers: RwLock::new(headers),
            client: client.map_err(|why| why.to_string())?,
            limits,
            url,
            guard,
        })
    }

    /// The engine's address, without a trailing slash.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What its answers may take.
    pub fn limits(&self) -> &EngineLimits {
        &self.limits
    }

    /// Whether it may be contacted at all, as far as is known before.
    pub async fn ensure_allowed(&self) -> Result<(), Refused> {
        self.guard.ensure_allowed(&self.url).await
    }

    /// Connects to it, for a WebSocket.
    pub(crate) async fn connect(&self) -> Result<TcpStream, ContactError> {
        let addresses = self.guard.addresses(&self.url).await?;
        Ok(TcpStream::connect(&addresses[..]).await?)
    }

    /// Notes whether the operator has named it, not a caller.
    pub fn set_own(&self, is_own: bool) {
        self.guard.rules().set_own(is_own);
    }

    /// The handshake of its WebSocket, `ws://…/ws?clientId=`.
    pub(crate) fn events_request(&self, client_id: &str) -> Result<Handshake, WebSocketError> {
        let url = self.address.replacen("http", "ws", 1);
        let mut request = format!("{url}/ws?clientId={client_id}").into_client_request()?;
        request.headers_mut().extend(self.headers());
        Ok(request)
    }

    /// Sets the headers of all further requests. Returns whether they are other ones.
    pub fn set_headers(&self, headers: EngineHeaders) -> bool {
        let mut known = self.headers.write().unwrap_or_else(PoisonError::into_inner);
        let are_new = *known != headers;
        *known = headers;
        are_new
    }

    fn headers(&self) -> HeaderMap {
        let headers = self.headers.read();
        headers.unwrap_or_else(PoisonError::into_inner).map()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    pub(crate) fn get_request(
        &self,
        url: impl reqwest::IntoUrl,
    ) -> Result<RequestBuilder, EngineError> {
        self.guard.check_literal(&self.url)?;
        Ok(self.client.get(url).headers(self.headers()))
    }

    pub(crate) fn post_request(&self, path: &str) -> Result<RequestBuilder, EngineError> {
        self.guard.check_literal(&self.url)?;
        let request = self.client.post(self.url(path));
        Ok(request.headers(self.headers()))
    }

    /// The error of an answer that cannot be read.
    pub(crate) fn unreadable(&self, what: &str, why: &dyn Display) -> EngineError {
        EngineError::unreadable(format!("reading the {what} of {}: {why}", self.address))
    }

    /// The body of an answer.
    pub(crate) async fn get(&self, path: &str, limit: AnswerLimit) -> Result<Vec<u8>, EngineError> {
        answer(self.get_request(self.url(path))?, limit).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<(), EngineError> {
        let request = self.post_request(path)?.json(body);
        answer(request, self.limits.other).await.map(drop)
    }

    /// `GET /queue`: only numbers and ids.
    pub async fn queue(&self) -> Result<Queue, EngineError> {
        let body = self.get("/queue", self.limits.queue).await?;
        decode::engine_queue(&body).map_err(|why| self.unreadable("queue", &why))
    }

    /// `POST /queue {"delete": [id]}`: removes a waiting task.
    pub async fn delete(&self, id: &str) -> Result<(), EngineError> {
        self.post("/queue", &json!({ "delete": [id] })).await
    }

    /// `POST /interrupt {"prompt_id": id}`. Older engines ignore the id and interrupt whichever task is
    /// running, so call it only while this one is.
    pub async fn interrupt(&self, id: &str) -> Result<(), EngineError> {
        self.post("/interrupt", &json!({ "prompt_id": id })).await
    }

    /// Removes a task, whether it is waiting or running.
    pub async fn withdraw(&self, id: &str) -> Result<(), EngineError> {
        self.delete(id).await?;
        let queue = self.queue().await?;
        if queue.running.iter().any(|task| task.id == id) {
            self.interrupt(id).await?;
        }
        Ok(())
    }
}

/// Sends a request and reads its successful answer.
pub(crate) async fn answer(
    request: RequestBuilder,
    limit: AnswerLimit,
) -> Result<Vec<u8>, EngineError> {
    let response = request.timeout(limit.time).send().await?;
    body(successful(response).await?, limit.bytes).await
}

/// The response, if its status is a success. A redirect is not one: an engine has no reason to redirect.
pub(crate) async fn successful(mut response: Response) -> Result<Response, EngineError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let mut text = Vec::new();
    while text.len() < MAX_TEXT
        && let Ok(Some(chunk)) = response.chunk().await
    {
        text.extend_from_slice(&chunk[..chunk.len().min(MAX_TEXT - text.len())]);
    }
    let url = response.url().as_str();
    Err(EngineError::status(status.as_u16(), url, &text))
}

/// The body of a response, of at most this many bytes.
pub(crate) async fn body(mut response: Response, limit: usize) -> Result<Vec<u8>, EngineError> {
    let too_large =
        |response: &Response| EngineError::too_large(response.url().as_str(), limit as u64);
    let announced = response.content_length().map(usize::try_from);
    let most = match announced {
        None => limit,
        Some(Ok(length)) if length <= limit => length,
        Some(_) => return Err(too_large(&response)),
    };
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        let length = body.len() + chunk.len();
        if length > limit {
            return Err(too_large(&response));
        }
        if length > GROWING && length > body.capacity() {
            body.reserve_exact(most.max(length) - body.len());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

#[cfg(test)]
mod tests;
