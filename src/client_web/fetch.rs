//! Sends a request over fetch, which does not report upload progress.

use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Function, JSON, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{AbortSignal, RequestCache, RequestRedirect};

use super::form_part::form;
use super::request::Request;
use super::sent::Sent;
use api::{IDEMPOTENCY_HEADER, KEY_HEADER};
use client::follow::EVENT_STREAM;
use client::joined;
use json::write_text;

#[wasm_bindgen]
extern "C" {
    // gloo-net's own binding panics if fetch rejects with an Error of another realm, as in a test runner's
    // sandbox or with a wrapped fetch.
    #[wasm_bindgen(catch)]
    fn fetch(request: &web_sys::Request) -> Result<Promise, JsValue>;
}

/// Sends a request by the page's fetch.
pub(super) fn send(request: &Request<'_>) -> Result<Sent, JsValue> {
    let builder =
        builder(request.address, request.key, &request.signal).method(match request.method {
            "POST" => Method::POST,
            "PUT" => Method::PUT,
            "DELETE" => Method::DELETE,
            _ => Method::GET,
        });
    let builder = match request.idempotency_key {
        Some(key) => builder.header(IDEMPOTENCY_HEADER, key),
        None => builder,
    };
    let built = match (request.parts, request.json) {
        (Some(parts), _) => builder.body(form(parts)?),
        (None, Some(json)) => builder
            .header("Content-Type", "application/json")
            .body(JsValue::from_str(json)),
        (None, None) => builder.build(),
    };
    let built = built.map_err(thrown)?;
    fetch(&built.into()).map(Sent::Fetch)
}

fn builder(address: &str, key: &str, signal: &AbortSignal) -> RequestBuilder {
    RequestBuilder::new(address)
        .header(KEY_HEADER, key)
        .cache(RequestCache::NoStore)
        // A redirect to another origin would carry the key along.
        .redirect(RequestRedirect::Error)
        .abort_signal(Some(signal))
}

/// What the browser threw when a request was built. The text of every error of gloo would contain those of files.
fn thrown(error: gloo_net::Error) -> JsValue {
    match error {
        gloo_net::Error::JsError(error) => error.message.into(),
        _ => JsValue::UNDEFINED,
    }
}

/// Requests a stream of events by the page's fetch, after the event with this id, or from now on if it is empty.
pub(super) fn request_events(
    address: &str,
    key: &str,
    last_id: &str,
    signal: &AbortSignal,
) -> Result<Promise, JsValue> {
    let builder = builder(address, key, signal).header("Accept", EVENT_STREAM);
    let builder = match last_id.is_empty() {
        true => builder,
        false => builder.header("Last-Event-ID", last_id),
    };
    fetch(&builder.build().map_err(thrown)?.into())
}

/// Sends a request by a function like fetch, which is called with an address and plain options: it may know
/// nothing of the platform's `Request`. The options also have `progress`.
///
/// # Errors
/// Whatever JavaScript threw.
pub fn send_by(
    function: &Function,
    request: &Request<'_>,
    body: Option<&JsValue>,
) -> Result<Sent, JsValue> {
    let init = JSON::parse(&options(request))?;
    Reflect::set(&init, &"signal".into(), &request.signal)?;
    if let Some(body) = body {
        Reflect::set(&init, &"body".into(), body)?;
    }
    if let Some(progress) = request.progress {
        Reflect::set(&init, &"progress".into(), progress)?;
    }
    let sent = function.call2(&JsValue::UNDEFINED, &request.address.into(), &init)?;
    Ok(Sent::Fetch(Promise::resolve(&sent)))
}

/// The plain options of a request as JSON: setting them one by one would take more of the first load.
fn options(request: &Request<'_>) -> String {
    let mut json = joined(&[
        r#"{"redirect":"error","cache":"no-store","method":""#,
        request.method,
        r#"","headers":{""#,
        KEY_HEADER,
        r#"":"#,
    ]);
    write_text(request.key, &mut json);
    if let Some(key) = request.idempotency_key {
        json.push_str(&joined(&[r#",""#, IDEMPOTENCY_HEADER, r#"":"#]));
        write_text(key, &mut json);
    }
    json.push_str("}}");
    json
}
