//! The client for JavaScript: converts arguments and makes the calls. Does not know what the facade adds.

use std::rc::Rc;

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::AbortSignal;

use crate::answer::Answer;
use crate::error::failure;
use crate::later::later;
use crate::operation;
use crate::transport::{Kind, PackageTransport};
use client::{Call, Error};
use client_web::{self, ApiKey, TIMEOUT_MS, failed};

#[wasm_bindgen]
extern "C" {
    /// The options of a call, which the facade has checked.
    pub type CallOptions;

    #[wasm_bindgen(method, getter)]
    fn signal(this: &CallOptions) -> Option<AbortSignal>;

    #[wasm_bindgen(method, getter)]
    fn timeout(this: &CallOptions) -> Option<u32>;

    #[wasm_bindgen(method, getter)]
    fn progress(this: &CallOptions) -> Option<Function>;

    /// The idempotency key of a submission.
    #[wasm_bindgen(method, getter)]
    fn key(this: &CallOptions) -> Option<String>;

    /// Whether the deployment says that it reads the key.
    #[wasm_bindgen(method, getter)]
    fn repeats(this: &CallOptions) -> Option<bool>;
}

/// The client of one deployment. Its calls return promises of an [`Answer`]; they reject with the details of
/// an error (see [`client_web::failed`]).
#[wasm_bindgen]
pub struct Client(Rc<client_web::Client<PackageTransport>>);

#[wasm_bindgen]
impl Client {
    /// A client of the deployment at this address. `api_key` is a text, or a function that returns it or a
    /// promise of it; `timeout` is in milliseconds. Requests are sent by `fetch`, a function like the
    /// browser's; `is_browser` and `sends_parts` say what it can do (see [`crate::transport::Kind`]).
    ///
    /// # Errors
    /// The details of a usage error.
    #[wasm_bindgen(constructor)]
    pub fn new(
        base_url: &str,
        api_key: JsValue,
        timeout: Option<u32>,
        fetch: Function,
        is_browser: bool,
        sends_parts: bool,
    ) -> Result<Client, JsValue> {
        let api_key = match api_key.dyn_into() {
            Ok(function) => ApiKey::Function(function),
            Err(text) => ApiKey::text(&text.as_string().unwrap_or_default()).map_err(failed)?,
        };
        let kind = match (is_browser, sends_parts) {
            (true, _) => Kind::Browser,
            (_, true) => Kind::Parts,
            _ => Kind::Fetch,
        };
        let transport = PackageTransport { fetch, kind };
        let timeout = timeout.unwrap_or(TIMEOUT_MS);
        let client = client_web::Client::with(base_url, api_key, timeout, transport);
        client.map(|client| Self(Rc::new(client))).map_err(failed)
    }

    /// The deployment's address, without a trailing slash.
    #[wasm_bindgen(getter, js_name = baseUrl)]
    pub fn base_url(&self) -> String {
        self.0.base_url().to_owned()
    }

    /// The absolute address of an output's `url`, if it is an address of `http` or `https`. Needs the chunk
    /// ([`crate::later`]).
    pub fn resolve(&self, url: &str) -> Option<String> {
        (later().resolve)(self.0.base_url(), url)
    }

    /// Makes a call of an operation, by its name as in [`crate::operation::route`]. `id` is empty if it has
    /// none; `query` holds further parameters, encoded; `parts` are `[name, text]` and
    /// `[name, file, fileName]`.
    pub fn call(
        &self,
        operation: &str,
        id: &str,
        query: &str,
        parts: Option<Array>,
        options: &CallOptions,
    ) -> Promise {
        let mut call = match self.prepared(operation, id, query) {
            Ok(call) => call,
            Err(error) => return Promise::reject(&failed(error)),
        };
        call.is_repeatable = options.repeats().unwrap_or_default();
        let options = client_web::CallOptions {
            signal: options.signal(),
            timeout_ms: options.timeout(),
            progress: options.progress(),
            idempotency_key: options.key(),
            json: None,
        };
        let client = self.0.clone();
        future_to_promise(async move {
            let answer = client.send(call, parts.as_ref(), options).await;
            answer
                .map(|answer| Answer::from(answer).into())
                .map_err(failure)
        })
    }
}

impl Client {
    fn prepared(&self, operation: &str, id: &str, query: &str) -> Result<Call, Error> {
        match operation::operation(operation) {
            Some(operation) => self.0.call(operation, id, query),
            None => Err(Error::input(&[operation, " is not an operation"])),
        }
    }
}
