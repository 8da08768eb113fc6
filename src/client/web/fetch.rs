//! Sends a request over fetch, which does not report upload progress.

use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestCache, RequestRedirect};

use super::early;
use super::form_part;
use super::request::{Request, Response};
use crate::api::KEY_HEADER;

#[wasm_bindgen]
extern "C" {
    // gloo-net's own binding panics if fetch rejects with an Error of another realm, as in a test runner's
    // sandbox or with a wrapped fetch.
    #[wasm_bindgen(catch)]
    fn fetch(request: &web_sys::Request) -> Result<Promise, JsValue>;
}

pub(super) async fn send(request: &Request<'_>, signal: &AbortSignal) -> Result<Response, JsValue> {
    let builder = RequestBuilder::new(request.address)
        .method(if request.method == "POST" {
            Method::POST
        } else {
            Method::GET
        })
        .header(KEY_HEADER, request.key)
        .cache(RequestCache::NoStore)
        // A redirect to another origin would carry the key along.
        .redirect(RequestRedirect::Error)
        .abort_signal(Some(signal));
    let built = match request.parts {
        Some(parts) => builder.body(form_part::form(parts)?),
        None => builder.build(),
    };
    let built = built.map_err(|error| JsValue::from(error.to_string()))?;
    let (answer, body) = match early::answer(request) {
        Some(early) => {
            let both: Array = JsFuture::from(early).await?.unchecked_into();
            (both.get(0).unchecked_into(), both.get(1))
        }
        None => {
            let answer = JsFuture::from(fetch(&built.into())?).await?;
            let answer: web_sys::Response = answer.unchecked_into();
            let body = JsFuture::from(answer.array_buffer()?).await?;
            (answer, body)
        }
    };
    Ok(Response {
        status: answer.status(),
        headers: headers(&answer.headers()),
        retry_after: answer.headers().get("Retry-After")?,
        body: Uint8Array::new(&body),
    })
}

/// One header per line.
fn headers(all: &Headers) -> String {
    let line = |header: JsValue| String::from(Array::from(&header).join(": "));
    let lines: Vec<String> = Array::from(all).iter().map(line).collect();
    lines.join("\n")
}
