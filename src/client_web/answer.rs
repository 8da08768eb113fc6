//! A successful answer, with what is needed to read it. Does not know how it arrived.

use js_sys::Uint8Array;

use super::request::{MAX_ERROR_BODY, Response, ResponseHeaders};
use client::Call;
use client::Error;
use json::Json;

/// The answer to a call, not read yet.
pub struct Answer {
    call: Call,
    response: Response,
    key: String,
}

impl Answer {
    pub(super) fn new(call: Call, response: Response, key: String) -> Self {
        Self {
            call,
            response,
            key,
        }
    }

    /// The body, outside WebAssembly's memory.
    pub fn body(&self) -> Uint8Array {
        self.response.body.clone()
    }

    /// The content type; empty if there is none.
    pub fn content_type(&self) -> String {
        let ResponseHeaders::Fetch(headers) = &self.response.headers else {
            return String::new();
        };
        headers
            .get("Content-Type")
            .ok()
            .flatten()
            .unwrap_or_default()
    }

    /// Converts the answer's normalised data.
    ///
    /// # Errors
    /// [`client::ErrorKind::Decode`].
    pub fn read<T>(&self, convert: impl FnOnce(&Json<'_>) -> T) -> Result<T, Error> {
        let Call { operation, id, .. } = &self.call;
        self.decode(|body| operation.read(body, id, convert))
    }

    /// Reads the body.
    ///
    /// # Errors
    /// [`client::ErrorKind::Decode`].
    pub fn decode<T>(
        &self,
        read: impl FnOnce(&[u8]) -> Result<T, &'static str>,
    ) -> Result<T, Error> {
        let body = self.response.body.to_vec();
        read(&body).map_err(|why| {
            let body = self.response.text(MAX_ERROR_BODY);
            let received = self.response.received(&body);
            Error::decode(&self.call, received, why).without(&self.key)
        })
    }
}
