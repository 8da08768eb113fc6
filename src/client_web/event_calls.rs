//! The stream of the runs' events, as a page reads it. Knows neither when it is read nor what the events mean.

use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ReadableStreamDefaultReader, SubtleCrypto};

use super::api_key::ApiKey;
use super::client::Client;
use super::fetch;
use super::message::message_of;
use super::request::MAX_ERROR_BODY;
use super::sent::of_fetch;
use client::follow::{is_event_stream, not_a_stream};
use client::{Call, Error, ErrorKind};
use json::hex;

/// How many bytes of a hash make a name: no two keys of a person have the same by chance.
const NAME_BYTES: usize = 12;

/// The body of a stream of events.
#[derive(Debug)]
pub struct EventBody(ReadableStreamDefaultReader);

impl EventBody {
    /// The next bytes, as soon as they arrive; `None` at the end.
    ///
    /// # Errors
    /// Whatever JavaScript threw: the connection broke, or the signal has fired.
    pub async fn next(&self) -> Result<Option<Vec<u8>>, JsValue> {
        let chunk = JsFuture::from(self.0.read()).await?;
        if Reflect::get(&chunk, &"done".into())?.is_truthy() {
            return Ok(None);
        }
        let bytes: Uint8Array = Reflect::get(&chunk, &"value".into())?.dyn_into()?;
        Ok(Some(bytes.to_vec()))
    }
}

impl Client {
    /// Opens the stream of the events of all runs that the key sees, after the event with this id, or from now on if
    /// it is empty. Tried once; no limit to how long it takes but the signal.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if the deployment does not offer this, and [`ErrorKind::Decode`] if it answers with
    /// something else; any other kind.
    pub async fn events(&self, last_id: &str, signal: &AbortSignal) -> Result<EventBody, Error> {
        let call = self.call(&api::EVENTS, "", "")?;
        let ApiKey::Text(key) = &self.api_key else {
            return Err(Error::input(&["following the runs: the key is no text"]));
        };
        let opened = open(&call, key, last_id, signal).await;
        opened.map_err(|error| error.without(key))
    }

    /// A name for this deployment and key, for what the tabs of a browser share. The key cannot be found from it.
    /// `None` where the browser has no cryptography.
    pub async fn shared_name(&self) -> Option<String> {
        let ApiKey::Text(key) = &self.api_key else {
            return None;
        };
        let crypto = Reflect::get(&js_sys::global(), &"crypto".into()).ok()?;
        let subtle = Reflect::get(&crypto, &"subtle".into()).ok()?;
        if !subtle.is_object() {
            return None;
        }
        let subtle: SubtleCrypto = subtle.unchecked_into();
        let text = [self.base_url(), "\n", key].concat();
        let bytes = Uint8Array::from(text.as_bytes());
        let hash: Promise = subtle
            .digest_with_str_and_js_u8_array("SHA-256", &bytes)
            .ok()?;
        let hash = Uint8Array::new(&JsFuture::from(hash).await.ok()?).to_vec();
        let mut name = String::new();
        for byte in hash.iter().take(NAME_BYTES) {
            name.push_str(hex(byte >> 4));
            name.push_str(hex(byte & 15));
        }
        Some(name)
    }
}

async fn open(
    call: &Call,
    key: &str,
    last_id: &str,
    signal: &AbortSignal,
) -> Result<EventBody, Error> {
    let silent = |thrown: JsValue| {
        let why = message_of(&thrown);
        Error::unanswered(ErrorKind::Network, call, &why)
    };
    let sent = fetch::request_events(&call.url, key, last_id, signal).map_err(silent)?;
    let answer = JsFuture::from(sent).await.map_err(silent)?;
    let answer: web_sys::Response = answer.unchecked_into();
    if !answer.ok() {
        let response = of_fetch(answer).await.map_err(silent)?;
        let body = response.text(MAX_ERROR_BODY);
        return Err(Error::answered(call, response.received(&body)));
    }
    let content_type = answer.headers().get("Content-Type").ok().flatten();
    let is_stream = content_type.is_some_and(|it| is_event_stream(&it));
    let body = answer.body().filter(|_| is_stream);
    let reader = body.map(|body| ReadableStreamDefaultReader::new(&body));
    match reader {
        Some(reader) => reader.map(EventBody).map_err(silent),
        None => Err(not_a_stream(call, answer.status())),
    }
}
