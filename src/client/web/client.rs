//! The calls to one deployment, with their retries. Does not know how a request is sent.

use js_sys::{Function, Math, Uint8Array};
use web_sys::{AbortSignal, Url};

use super::exchange::Observer;
use super::form_part::FormPart;
use super::guard::{Guard, sleep};
use super::message::message_of;
use super::request::{Request, Response};
use super::transport;
use crate::api::{self, Answer, Health, Operation, RunDetail, RunEntry, WorkflowEntry};
use crate::client::address;
use crate::client::call::{Call, Received};
use crate::client::error::{Error, ErrorKind};

/// The timeout of a call without a form, in milliseconds. An upload may take as long as it needs; the
/// caller can abort it.
const TIMEOUT_MS: u32 = 30_000;

/// The calls to one deployment. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    base_url: String,
    api_key: String,
    observer: Option<Observer>,
}

/// The options of a run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Aborts the upload.
    pub signal: Option<AbortSignal>,
    /// Called with the bytes sent and the total while the form is uploaded.
    pub progress: Option<Function>,
    /// The group that the run belongs to.
    pub group_id: Option<String>,
}

impl Client {
    /// A client of the deployment at `base_url` (`http` or `https`, without query) with this key.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] if the address or the key is not valid.
    pub fn new(base_url: &str, api_key: &str) -> Result<Self, Error> {
        let href = Url::new(base_url.trim()).map(|url| url.href());
        Ok(Self {
            base_url: address::base_url(&href.unwrap_or_default())?,
            api_key: address::key(api_key)?.to_owned(),
            observer: None,
        })
    }

    /// Adds an observer of each attempt.
    pub fn observed(self, observer: Observer) -> Self {
        Self {
            observer: Some(observer),
            ..self
        }
    }

    /// The deployment's address, without a trailing slash.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Starts a run: `POST /api/v1/runs` (the contract, section 4.1). Never sent twice.
    ///
    /// # Errors
    /// [`ErrorKind::Validation`] if the server rejects the values; any other kind.
    pub async fn run(
        &self,
        workflow_id: &str,
        parts: &[FormPart],
        options: &RunOptions,
    ) -> Result<Vec<RunEntry>, Error> {
        let group = options.group_id.as_deref().map(|id| {
            let id = String::from(js_sys::encode_uri_component(id));
            ["group_id=", &id].concat()
        });
        let query = group.unwrap_or_default();
        let call = Call::new(&api::RUN, &self.base_url, workflow_id, &query)?;
        self.answer(&call, Some(parts), options).await
    }

    /// Cancels a run.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if the run does not exist or the deployment does not offer this.
    pub async fn cancel(&self, run_id: &str) -> Result<(), Error> {
        self.ask(&api::CANCEL, run_id).await
    }

    /// The body of `GET /api/v1/comfy/queue` (the contract, section 4.2). It may be large, so the caller
    /// decides where to parse it.
    ///
    /// # Errors
    /// Any kind but [`ErrorKind::Validation`] and [`ErrorKind::Decode`].
    pub async fn queue(&self) -> Result<Uint8Array, Error> {
        let call = Call::new(&api::QUEUE, &self.base_url, "", "")?;
        let response = self.exchange(&call, None, &RunOptions::default()).await?;
        Ok(response.body)
    }

    /// The error of a queue that could not be read.
    pub fn unread_queue(&self, why: &str) -> Error {
        let received = Received {
            status: 200,
            retry_after: None,
            body: &[],
        };
        match Call::new(&api::QUEUE, &self.base_url, "", "") {
            Ok(call) => Error::decode(&call, received, why).without(&self.api_key),
            Err(error) => error,
        }
    }

    /// The state of every engine instance.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if the deployment does not offer this.
    pub async fn health(&self) -> Result<Vec<Health>, Error> {
        self.ask(&api::HEALTH, "").await
    }

    /// The deployed workflows.
    ///
    /// # Errors
    /// As [`Client::health`].
    pub async fn workflows(&self) -> Result<Vec<WorkflowEntry>, Error> {
        self.ask(&api::WORKFLOWS, "").await
    }

    /// One run's detail.
    ///
    /// # Errors
    /// As [`Client::cancel`].
    pub async fn get_run(&self, run_id: &str) -> Result<RunDetail, Error> {
        self.ask(&api::GET_RUN, run_id).await
    }

    /// The absolute address of an output's `url`, which may be relative to the base URL; only
    /// `http` and `https`.
    pub fn resolve(&self, url: &str) -> Option<String> {
        let base = [&self.base_url, "/"].concat();
        // A deployment behind a path prefix usually does not know that prefix.
        let lacks_prefix = url.starts_with('/')
            && !url.starts_with("//")
            && !url.starts_with(&Url::new(&base).ok()?.pathname());
        let from_base = [if lacks_prefix { "." } else { "" }, url].concat();
        let url = Url::new_with_base(&from_base, &base).ok()?;
        matches!(url.protocol().as_str(), "http:" | "https:").then(|| url.href())
    }

    async fn ask<T: Answer>(&self, operation: &'static Operation, id: &str) -> Result<T, Error> {
        let call = Call::new(operation, &self.base_url, id, "")?;
        self.answer(&call, None, &RunOptions::default()).await
    }

    /// Sends a call and decodes its answer.
    async fn answer<T: Answer>(
        &self,
        call: &Call,
        parts: Option<&[FormPart]>,
        options: &RunOptions,
    ) -> Result<T, Error> {
        let response = self.exchange(call, parts, options).await?;
        let body = response.body.to_vec();
        let answer = call.operation.read(&body, &call.id, T::of);
        answer.map_err(|why| {
            Error::decode(call, response.received(&body), why).without(&self.api_key)
        })
    }

    /// Sends a call with its retries. Returns the first valid answer or the last error.
    async fn exchange(
        &self,
        call: &Call,
        parts: Option<&[FormPart]>,
        options: &RunOptions,
    ) -> Result<Response, Error> {
        let timeout = if parts.is_some() { 0 } else { TIMEOUT_MS };
        let guard = Guard::new(options.signal.as_ref(), timeout).map_err(|_| {
            let why = "this browser has no AbortController";
            Error::unanswered(ErrorKind::Usage, call, why)
        })?;
        let request = Request {
            method: call.operation.method,
            address: &[&*call.url, &*call.query].concat(),
            key: &self.api_key,
            parts,
            progress: options.progress.as_ref(),
        };
        let mut attempt = 0;
        loop {
            attempt += 1;
            let result = transport::send(&request, self.observer, guard.signal()).await;
            let error = match result {
                Ok(response) if response.is_good() => return Ok(response),
                Ok(response) => Error::answered(call, response.received(&response.body.to_vec())),
                Err(thrown) => Error::unanswered(guard.kind(), call, &message_of(&thrown)),
            };
            let error = error.without(&self.api_key);
            let Some(wait) = call.retry_after(&error, attempt) else {
                return Err(error);
            };
            let wait = f64::from(wait) * (1.0 + Math::random() / 2.0);
            sleep(wait as u32, guard.signal()).await;
        }
    }
}

// The key stays out of every log.
impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}
