//! The calls with answers as Rust types, for a page written in Rust.

use js_sys::{Array, Uint8Array};

use super::answer::Answer;
use super::call_options::CallOptions;
use super::client::Client;
use super::form_part::FormPart;
use api::{self, Health, Operation, RunDetail, RunEntry, WorkflowEntry};
use client::Error;
use client::{Call, Received};

impl Client {
    /// Starts a run: `POST /api/v1/runs` (the contract, section 4.1). Sent once, unless it has an idempotency key.
    ///
    /// # Errors
    /// [`client::ErrorKind::Validation`] if the server rejects the values; any other kind.
    pub async fn run(
        &self,
        workflow_id: &str,
        parts: &[FormPart],
        group_id: Option<&str>,
        options: CallOptions,
    ) -> Result<Vec<RunEntry>, Error> {
        let group = group_id.map(|id| {
            let id = String::from(js_sys::encode_uri_component(id));
            ["group_id=", &id].concat()
        });
        let mut call = self.call(&api::RUN, workflow_id, &group.unwrap_or_default())?;
        call.is_repeatable = options.idempotency_key.is_some();
        let parts = FormPart::list(parts);
        let answer = self.typed(call, Some(&parts), options).await?;
        answer.read(api::Answer::of)
    }

    /// Cancels a run.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the run does not exist or the deployment does not offer
    /// this.
    pub async fn cancel(&self, run_id: &str) -> Result<(), Error> {
        self.ask(&api::CANCEL, run_id).await
    }

    /// The body of `GET /api/v1/comfy/queue` (the contract, section 4.2). It may be large, so the caller
    /// decides where to parse it.
    ///
    /// # Errors
    /// Any kind but [`client::ErrorKind::Validation`] and [`client::ErrorKind::Decode`].
    pub async fn queue(&self) -> Result<Uint8Array, Error> {
        let call = self.call(&api::QUEUE, "", "")?;
        let answer = self.typed(call, None, CallOptions::default()).await?;
        Ok(answer.body())
    }

    /// The error of a queue that could not be read.
    pub fn unread_queue(&self, why: &str) -> Error {
        let received = Received {
            status: 200,
            retry_after: None,
            body: "",
        };
        match self.call(&api::QUEUE, "", "") {
            Ok(call) => Error::decode(&call, received, why),
            Err(error) => error,
        }
    }

    /// The state of every engine instance.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment does not offer this.
    pub async fn health(&self) -> Result<Vec<Health>, Error> {
        self.ask(&api::HEALTH, "").await
    }

    /// The deployed workflows, with their examples.
    ///
    /// # Errors
    /// As [`Client::health`].
    pub async fn workflows(&self) -> Result<Vec<WorkflowEntry>, Error> {
        let call = self.call(&api::WORKFLOWS, "", "")?;
        let answer = self.typed(call, None, CallOptions::default()).await?;
        let listing = answer.decode(api::decode::workflows)?;
        let reads = listing.reads_idempotency_key;
        self.transport.reads_idempotency_key.set(reads);
        Ok(listing.entries)
    }

    /// Whether the deployment reads idempotency keys, as its listing says. Do not send one otherwise: it would not
    /// help, and an origin of its own may refuse the header.
    pub fn reads_idempotency_key(&self) -> bool {
        self.transport.reads_idempotency_key.get()
    }

    /// The content type and the bytes of an example's file, whose address is relative to the base URL.
    ///
    /// # Errors
    /// [`client::ErrorKind::Usage`] for an address outside the deployment, which may not get the key.
    pub async fn example_file(&self, address: &str) -> Result<(String, Uint8Array), Error> {
        let own = [self.base_url(), "/"].concat();
        let url = self.resolve(address).filter(|url| url.starts_with(&own));
        let Some(url) = url else {
            let what = [
                "loading an example's file: “",
                address,
                "” is not an address of this deployment",
            ];
            return Err(Error::input(&what));
        };
        let call = Call {
            operation: &api::EXAMPLE_FILE,
            id: String::new(),
            url,
            query: String::new(),
            is_repeatable: false,
        };
        let answer = self.typed(call, None, CallOptions::default()).await?;
        Ok((answer.content_type(), answer.body()))
    }

    /// One run's detail.
    ///
    /// # Errors
    /// As [`Client::cancel`].
    pub async fn get_run(&self, run_id: &str) -> Result<RunDetail, Error> {
        self.ask(&api::GET_RUN, run_id).await
    }

    pub(super) async fn ask<T: api::Answer>(
        &self,
        operation: &'static Operation,
        id: &str,
    ) -> Result<T, Error> {
        let call = self.call(operation, id, "")?;
        let answer = self.typed(call, None, CallOptions::default()).await?;
        answer.read(T::of)
    }

    pub(super) async fn typed(
        &self,
        call: Call,
        parts: Option<&Array>,
        options: CallOptions,
    ) -> Result<Answer, Error> {
        let sent = self.send(call.clone(), parts, options).await;
        sent.map_err(|failure| failure.into_error(&call))
    }
}
