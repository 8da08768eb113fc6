//! A request in flight, and its response. Does not know how it was sent.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::XmlHttpRequest;

use super::request::{Request, Response, ResponseHeaders};
use client::find;

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
            return of_xhr(xhr, request);
        }
        of_fetch(answer.unchecked_into()).await
    }
}

/// The response of fetch, with its body.
pub(super) async fn of_fetch(answer: web_sys::Response) -> Result<Response, JsValue> {
    let body = JsFuture::from(answer.array_buffer()?).await?;
    let headers = answer.headers();
    Ok(Response {
        status: answer.status(),
        retry_after: headers.get("Retry-After")?,
        headers: ResponseHeaders::Fetch(headers),
        body: Uint8Array::new(&body),
    })
}

fn of_xhr(xhr: XmlHttpRequest, request: &Request<'_>) -> Result<Response, JsValue> {
    let status = xhr.status()?;
    if status == 0 {
        return Err(JsValue::UNDEFINED);
    }
    // It follows redirects; an answer from another address does not count.
    if xhr.response_url() != request.address {
        return Err("it redirected".into());
    }
    Ok(Response {
        status,
        retry_after: retry_after(&xhr.get_all_response_headers()?),
        body: Uint8Array::new(&xhr.response()?),
        headers: ResponseHeaders::Xhr(xhr),
    })
}

/// The header `Retry-After` among all headers. Asking for a header that a deployment does not expose to pages
/// would write an error to the console.
fn retry_after(headers: &str) -> Option<String> {
    let name = "retry-after: ";
    let from = find(headers, name, 0)? + name.len();
    let end = find(headers, "\r\n", from)?;
    headers.get(from..end).map(str::to_owned)
}
