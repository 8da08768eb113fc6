//! One try of a call: its request on the way by what suits it, its answer, the wait before the next.

use js_sys::{Array, Date, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

use super::exchange::{Exchange, Observer};
use super::{Part, fetch, xhr};
use crate::client::Received;

/// A call on its way.
pub(super) struct Request<'a> {
    pub(super) method: &'static str,
    pub(super) address: &'a str,
    pub(super) key: &'a str,
    pub(super) parts: Option<&'a [Part]>,
    pub(super) progress: Option<&'a Function>,
    pub(super) observer: Option<Observer>,
}

/// What came back.
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) retry_after: Option<String>,
    /// Those that the browser shows, one a line.
    pub(super) headers: String,
    /// Outside our memory: a large queue is read elsewhere.
    pub(super) body: Uint8Array,
}

impl Request<'_> {
    pub(super) async fn send(&self, signal: &AbortSignal) -> Result<Response, JsValue> {
        let began = Date::now();
        let result = self.answer(signal).await;
        if let Some(observer) = self.observer {
            observer(Exchange::new(self, &result, began));
        }
        result
    }

    async fn answer(&self, signal: &AbortSignal) -> Result<Response, JsValue> {
        if signal.aborted() {
            return Err(JsValue::UNDEFINED);
        }
        match self.progress {
            Some(progress) => xhr::send(self, progress, signal).await,
            None => fetch::send(self, signal).await,
        }
    }
}

impl Response {
    pub(super) fn is_good(&self) -> bool {
        matches!(self.status, 200..300)
    }

    pub(super) fn received<'a>(&self, body: &'a [u8]) -> Received<'a> {
        Received {
            status: self.status,
            retry_after: self.retry_after.as_deref().and_then(seconds),
            body,
        }
    }
}

/// The seconds that a `Retry-After` header asks for: their number, or a date.
fn seconds(header: &str) -> Option<u32> {
    let header = header.trim();
    header.parse().ok().or_else(|| {
        let wait = (Date::parse(header) - Date::now()) / 1000.0;
        (!wait.is_nan()).then(|| wait.max(0.0).ceil() as u32)
    })
}

/// The words of what JavaScript threw, which may be anything.
pub(super) fn words(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).unwrap_or_default();
    let words = message.as_string().or_else(|| thrown.as_string());
    words.unwrap_or_default()
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, ms: u32) -> JsValue;
}

/// Waits, but not beyond an abort.
pub(super) async fn sleep(ms: u32, signal: &AbortSignal) {
    let over = Promise::new(&mut |resolve, _| drop(set_timeout(&resolve, ms)));
    let aborted = Promise::new(&mut |resolve, _| {
        // Without the listener an abort would only be seen later.
        let _ = signal.add_event_listener_with_callback("abort", &resolve);
    });
    let _ = JsFuture::from(Promise::race(&Array::of2(&over, &aborted))).await;
}
