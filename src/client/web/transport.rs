//! Sends one attempt over the right transport, and reports it to the observer.

use js_sys::Date;
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

use super::exchange::{Exchange, Observer};
use super::request::{Request, Response};
use super::{fetch, xhr};

/// Sends a request; only XMLHttpRequest reports upload progress.
pub(super) async fn send(
    request: &Request<'_>,
    observer: Option<Observer>,
    signal: &AbortSignal,
) -> Result<Response, JsValue> {
    let began = Date::now();
    let result = match request.progress {
        _ if signal.aborted() => Err(JsValue::UNDEFINED),
        Some(progress) => xhr::send(request, progress, signal).await,
        None => fetch::send(request, signal).await,
    };
    if let Some(observer) = observer {
        observer(Exchange::new(request, &result, began));
    }
    result
}
