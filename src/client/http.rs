//! One call over fetch: its deadline, its abort and what came back.

use std::borrow::Cow;

use gloo_net::http::{Method, RequestBuilder, Response};
use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, FormData, RequestCache, RequestRedirect};

use super::abort::Guard;
use super::{Client, Error};
use crate::api::KEY_HEADER;

#[wasm_bindgen]
extern "C" {
    // gloo-net's own panics when what fetch rejects with is no Error of this very realm, which a
    // test runner's sandbox or a wrapped fetch brings about.
    #[wasm_bindgen(catch)]
    fn fetch(request: &web_sys::Request) -> Result<Promise, JsValue>;
}

/// How long a call without a body may take, in milliseconds. An upload may take as long as it
/// needs; whoever started it can abort it.
const READ_TIMEOUT_MS: u32 = 30_000;

/// What is about to be asked.
pub(crate) struct Call<'a> {
    pub(crate) method: &'static str,
    pub(crate) path: Cow<'a, str>,
    pub(crate) query: Vec<(&'static str, &'a str)>,
    /// What is attempted, for messages: `starting a run`.
    pub(crate) what: &'static str,
    /// On what: a workflow's or a run's id.
    pub(crate) on: Option<&'a str>,
}

/// What came back with a status below 300.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl<'a> Call<'a> {
    pub(crate) fn get(path: &str, what: &'static str) -> Self {
        Self {
            method: "GET",
            path: path.to_owned().into(),
            query: Vec::new(),
            what,
            on: None,
        }
    }

    pub(crate) fn post(path: &str, what: &'static str) -> Self {
        Self {
            method: "POST",
            ..Self::get(path, what)
        }
    }

    pub(crate) fn on(self, id: &'a str) -> Self {
        Self {
            on: Some(id),
            ..self
        }
    }

    /// The address without its query, for messages.
    pub(crate) fn url(&self, base_url: &str) -> String {
        format!("{base_url}{}", self.path)
    }
}

impl Client {
    /// Sends a call and reads its answer whole.
    pub(crate) async fn send(
        &self,
        call: &Call<'_>,
        form: Option<FormData>,
        signal: Option<&AbortSignal>,
    ) -> Result<Answer, Error> {
        let timeout = form.is_none().then_some(READ_TIMEOUT_MS);
        let guard = Guard::new(signal, timeout)
            .map_err(|_| Error::usage(call, "this browser has no AbortController"))?;
        let result = self.exchange(call, form, guard.signal()).await;
        let error = match result {
            Ok(answer) => return Ok(answer),
            Err(Failure::Answered(error)) => *error,
            Err(Failure::Network(why)) => guard.error(call, &self.base_url, &why),
        };
        Err(error.without(&self.api_key))
    }

    async fn exchange(
        &self,
        call: &Call<'_>,
        form: Option<FormData>,
        signal: &AbortSignal,
    ) -> Result<Answer, Failure> {
        let builder = RequestBuilder::new(&call.url(&self.base_url))
            .method(if call.method == "POST" {
                Method::POST
            } else {
                Method::GET
            })
            .query(call.query.iter().copied())
            .header(KEY_HEADER, &self.api_key)
            .cache(RequestCache::NoStore)
            // A redirect to another origin would take the key along.
            .redirect(RequestRedirect::Error)
            .abort_signal(Some(signal));
        let request = match form {
            Some(form) => builder.body(form),
            None => builder.build(),
        };
        let promise = fetch(&request?.into())?;
        let response: web_sys::Response = JsFuture::from(promise).await?.unchecked_into();
        let body = JsFuture::from(response.array_buffer()?).await?;
        let body = Uint8Array::new(&body).to_vec();
        let response = Response::from(response);
        if response.ok() {
            return Ok(Answer {
                status: response.status(),
                body,
            });
        }
        let error = Error::answered(
            call,
            &self.base_url,
            response.status(),
            retry_after(&response),
            &body,
        );
        Err(Failure::Answered(Box::new(error)))
    }
}

enum Failure {
    Answered(Box<Error>),
    Network(String),
}

impl From<gloo_net::Error> for Failure {
    fn from(error: gloo_net::Error) -> Self {
        Self::Network(error.to_string())
    }
}

impl From<JsValue> for Failure {
    fn from(thrown: JsValue) -> Self {
        let cause = Reflect::get(&thrown, &"cause".into()).ok();
        let words: Vec<_> = [Some(thrown), cause]
            .iter()
            .flatten()
            .filter_map(message)
            .collect();
        Self::Network(words.join(": "))
    }
}

/// The words of what JavaScript threw, which may be anything; Node gives some of its errors a code
/// only.
fn message(thrown: &JsValue) -> Option<String> {
    let text = |name: &str| Reflect::get(thrown, &name.into()).ok()?.as_string();
    let words = text("message").or_else(|| thrown.as_string());
    words
        .filter(|words| !words.is_empty())
        .or_else(|| text("code"))
}

/// `Retry-After` in seconds; the form with a date is not met here.
fn retry_after(response: &Response) -> Option<u32> {
    response.headers().get("Retry-After")?.trim().parse().ok()
}
