//! A successful answer that is read while it arrives, such as a stream of events.

use bytes::Bytes;
use client::Call;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;

use super::client::Client;
use super::failure::Failure;

/// An answer that is read while it arrives.
#[derive(Debug)]
pub struct Stream {
    client: Client,
    call: Call,
    response: Response,
}

impl Stream {
    pub(super) fn new(client: Client, call: Call, response: Response) -> Self {
        Self {
            client,
            call,
            response,
        }
    }

    /// The content type; empty if there is none.
    pub fn content_type(&self) -> &str {
        let header = self.response.headers().get(CONTENT_TYPE);
        header
            .and_then(|header| header.to_str().ok())
            .unwrap_or_default()
    }

    /// The HTTP status, a success.
    pub fn status(&self) -> u16 {
        self.response.status().as_u16()
    }

    /// The next bytes, as soon as they arrive; `None` at the end. May be dropped and called again.
    ///
    /// # Errors
    /// [`client::ErrorKind::Network`] if the connection broke.
    pub async fn next(&mut self) -> Result<Option<Bytes>, Failure> {
        let chunk = self.response.chunk().await;
        chunk.map_err(|why| self.client.silence(&self.call, why))
    }
}
