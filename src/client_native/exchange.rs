//! One request and its response: what counts as an answer, and the errors of what does not. Does not retry.

use bytes::Bytes;
use client::{Call, Error, ErrorKind, Received};
use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{Method, Response};

use super::body::Body;
use super::client::Client;
use super::failure::Failure;
use super::retry_after;

/// The maximum size of an error's body that is read, in bytes. Larger bodies are not those of this API.
pub(super) const MAX_ERROR_BODY: usize = 1 << 20;

impl Client {
    /// Sends a request, and waits for the head of a successful response.
    pub(super) async fn response(
        &self,
        call: &Call,
        headers: HeaderMap,
        body: &Body,
    ) -> Result<Response, Failure> {
        let method = Method::from_bytes(call.operation.method.as_bytes()).unwrap_or_default();
        let address = [&*call.url, &*call.query].concat();
        let request = self.http.request(method, address).headers(headers);
        let request = match &self.header {
            Some(key) => request.header(api::KEY_HEADER, key.clone()),
            None => request,
        };
        let sent = body.add_to(request).send().await;
        let response = sent.map_err(|why| self.silence(call, why))?;
        match response.status().is_success() {
            true => Ok(response),
            false => Err(self.refusal(call, response).await),
        }
    }

    /// The failure of a call whose answer did not come, or not completely.
    pub(super) fn silence(&self, call: &Call, why: reqwest::Error) -> Failure {
        let error = Error::unanswered(ErrorKind::Network, call, &innermost(&why));
        Failure {
            error: error.without(&self.key),
            cause: Some(why.without_url()),
        }
    }

    /// The failure of a call whose answer is not a success.
    async fn refusal(&self, call: &Call, response: Response) -> Failure {
        if let Some(target) = redirect(&response) {
            let why = format!("it redirects to {target}; use the address that it redirects to");
            return Error::unanswered(ErrorKind::Usage, call, &why)
                .without(&self.key)
                .into();
        }
        let status = response.status().as_u16();
        let retry_after = retry_after::seconds(response.headers());
        let body = match start(response).await {
            Ok(body) => body,
            Err(why) => return self.silence(call, why),
        };
        let received = Received {
            status,
            retry_after,
            body: &String::from_utf8_lossy(&body),
        };
        Error::answered(call, received).without(&self.key).into()
    }
}

/// Where a response redirects to.
fn redirect(response: &Response) -> Option<String> {
    let target = response.headers().get(LOCATION)?.to_str().ok()?;
    response
        .status()
        .is_redirection()
        .then(|| target.to_owned())
}

/// The body, if it is short enough to be that of this API; otherwise its start.
async fn start(mut response: Response) -> reqwest::Result<Bytes> {
    let mut body = Vec::new();
    while body.len() < MAX_ERROR_BODY
        && let Some(chunk) = response.chunk().await?
    {
        body.extend_from_slice(&chunk);
    }
    body.truncate(MAX_ERROR_BODY);
    Ok(body.into())
}

/// The cause that no other error has wrapped: the others only say that a request failed.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
