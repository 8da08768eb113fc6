//! Makes a call: sends it, and again if that may help, until there is an answer, an error or the call's end.

use std::pin::pin;

use js_sys::{Array, Date, Math};
use wasm_bindgen::{JsCast, JsValue};

use super::answer::Answer;
use super::call_options::CallOptions;
use super::client::Client;
use super::failure::Failure;
use super::guard::{End, Guard};
use super::message::message_of;
use super::request::{Attempt, MAX_ERROR_BODY, Request, Response};
use super::transport::Transport;
use client::Call;
use client::{Error, ErrorKind};

/// What follows from one attempt.
enum Next {
    Answer(Response),
    /// Retry after this many milliseconds.
    Retry(u32),
    Fail(Failure),
}

impl<T: Transport> Client<T> {
    /// Makes a call.
    ///
    /// # Errors
    /// That of the last attempt.
    pub async fn send(
        &self,
        call: Call,
        parts: Option<&Array>,
        options: CallOptions,
    ) -> Result<Answer, Failure> {
        // An upload may take as long as it needs.
        let default = if parts.is_some() { 0 } else { self.timeout_ms };
        let timeout = options.timeout_ms.unwrap_or(default);
        let guard = Guard::new(options.signal, timeout).map_err(Failure::Thrown)?;
        let progress = options.progress.map(|function| guard.guarded(function));
        let address = [&*call.url, &*call.query].concat();
        let mut attempt = 0;
        loop {
            attempt += 1;
            let key = self.api_key.get(&call, &guard).await?;
            let request = Request {
                method: call.operation.method,
                address: &address,
                key: &key,
                idempotency_key: options.idempotency_key.as_deref(),
                parts,
                json: options.json.as_deref(),
                progress: progress.as_ref().map(|it| it.as_ref().unchecked_ref()),
                signal: guard.signal(),
            };
            let result = self.attempt(&request, &guard).await;
            match next(result, &call, &key, attempt, &guard) {
                Next::Answer(response) => return Ok(Answer::new(call, response, key)),
                Next::Retry(wait) => guard.wait(wait).await,
                Next::Fail(failure) => return Err(failure),
            }
        }
    }

    /// Sends a request, and reports the attempt to the transport.
    async fn attempt(&self, request: &Request<'_>, guard: &Guard) -> Result<Response, JsValue> {
        let began = Date::now();
        let response = async { self.transport.send(request)?.response(request).await };
        let result = guard.race(pin!(response)).await;
        let result = result.unwrap_or(Err(JsValue::UNDEFINED));
        self.transport.observe(&Attempt {
            request,
            result: &result,
            began,
        });
        result
    }
}

fn next(
    result: Result<Response, JsValue>,
    call: &Call,
    key: &str,
    attempt: u32,
    guard: &Guard,
) -> Next {
    let error = match result {
        Ok(response) if response.is_success() => return Next::Answer(response),
        Ok(response) => {
            let body = response.text(MAX_ERROR_BODY);
            Error::answered(call, response.received(&body))
        }
        Err(thrown) => match guard.end() {
            Some(end) => return Next::Fail(ended(end, call)),
            None => Error::unanswered(ErrorKind::Network, call, &message_of(&thrown)),
        },
    };
    let error = error.without(key);
    match call.retry_after(&error, attempt) {
        Some(wait) => Next::Retry(with_jitter(wait)),
        None => Next::Fail(error.into()),
    }
}

/// The failure of a call that ended before its answer.
fn ended(end: End, call: &Call) -> Failure {
    let error = Box::new(Error::unanswered(end.kind(), call, ""));
    let cause = match end {
        End::Thrown(thrown) => return Failure::Thrown(thrown),
        End::Signal(signal) => Some(signal.reason()),
        End::Deadline => None,
    };
    Failure::Call { error, cause }
}

/// Up to 50 % more, so that clients that failed together do not retry together.
fn with_jitter(ms: u32) -> u32 {
    (f64::from(ms) * (1.0 + Math::random() / 2.0)) as u32
}
