//! The way requests are sent: what differs between a page, the npm package in a browser and Node.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::XmlHttpRequest;

use super::request::{Attempt, Request, Response, ResponseHeaders};

/// A way to send requests.
pub trait Transport {
    /// Starts to send a request. It ends when the request's signal fires.
    ///
    /// # Errors
    /// Whatever JavaScript threw.
    fn send(&self, request: &Request<'_>) -> Result<Sent, JsValue>;

    /// Called with each attempt when it has ended.
    fn observe(&self, _attempt: &Attempt<'_>) {}
}

/// A request in flight.
pub enum Sent {
    /// A promise of a `Response`, or of an object with its members `status`, `headers` and `arrayBuffer`.
    Fetch(Promise),
    /// An upload, and a promise that resolves when it has ended.
    Xhr(XmlHttpRequest, Promise),
}

impl Sent {
    /// Waits for the response.
    pub(super) async fn response(self, request: &Request<'_>) -> Result<Response, JsValue> {
        let (xhr, promise) = match self {
            Self::Fetch(promise) => (None, promise),
            Self::Xhr(xhr, promise) => (Some(xhr), promise),
        };
        let answer = JsFuture::from(promise).await?;
        if let Some(xhr) = xhr {
            return super::xhr::response(xhr, request);
        }
        let answer: web_sys::Response = answer.unchecked_into();
        let body = JsFuture::from(answer.array_buffer()?).await?;
        let headers = answer.headers();
        Ok(Response {
            status: answer.status(),
            retry_after: headers.get("Retry-After")?,
            headers: ResponseHeaders::Fetch(headers),
            body: Uint8Array::new(&body),
        })
    }
}
