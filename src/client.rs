//! The client: the calls a browser or Node makes to a deployment, over fetch. Knows the wire and
//! the schema; does not know who calls.

mod abort;
mod address;
mod error;
mod http;
mod part;

use web_sys::AbortSignal;

pub use error::{Error, ErrorKind};
pub use part::{Part, PartValue};

use crate::api::{
    Health, QueueEntry, RunDetail, RunEntry, RunList, ValidationItem, WorkflowEntry, decode, path,
};
use crate::schema::{self, InputSchema};
use http::{Answer, Call};

/// The calls to one deployment. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    base_url: String,
    api_key: String,
}

/// What may come with a run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The group the run belongs to.
    pub group_id: Option<String>,
    /// The schema its values are checked against before anything is sent; `None`: the server
    /// decides alone.
    pub schema: Option<InputSchema>,
    /// Stops the run's upload when it fires.
    pub signal: Option<AbortSignal>,
}

impl Client {
    /// A client of the deployment at `base_url` (`http` or `https`, without query) with this key.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] when the address or the key cannot be one.
    pub fn new(base_url: &str, api_key: &str) -> Result<Self, Error> {
        let base_url = address::base_url(base_url)?;
        let api_key = address::key(api_key)?;
        Ok(Self { base_url, api_key })
    }

    /// The deployment's address, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Starts a run: `POST /api/v1/runs` (the contract, section 4.1). Never sent twice.
    ///
    /// # Errors
    /// [`ErrorKind::Validation`] when the values do not fit the schema, ours or the server's; the
    /// other kinds as they come.
    pub async fn run(
        &self,
        workflow_id: &str,
        parts: &[Part],
        options: RunOptions,
    ) -> Result<Vec<RunEntry>, Error> {
        let mut call = Call::post(path::RUNS, "starting a run").on(workflow_id);
        if let Some(schema) = &options.schema {
            check(schema, parts).map_err(|items| self.error(&call, items))?;
        }
        call.query.push(("workflow_id", workflow_id));
        if let Some(group_id) = &options.group_id {
            call.query.push(("group_id", group_id));
        }
        let form = part::form(parts).map_err(|why| Error::usage(&call, why))?;
        let answer = self
            .send(&call, Some(form), options.signal.as_ref())
            .await?;
        let mut entries = self.decode(&call, &answer, decode::runs)?;
        if entries.is_empty() {
            let why = "it names no run";
            return Err(Error::decode(&call, &self.base_url, &answer, why).without(&self.api_key));
        }
        // Older deployments leave it out.
        for entry in entries
            .iter_mut()
            .filter(|entry| entry.workflow_id.is_empty())
        {
            entry.workflow_id = workflow_id.to_owned();
        }
        Ok(entries)
    }

    /// The queue of every engine instance: `GET /api/v1/comfy/queue` (the contract, section 4.2).
    ///
    /// # Errors
    /// Any kind but [`ErrorKind::Validation`].
    pub async fn queue(&self, signal: Option<&AbortSignal>) -> Result<Vec<QueueEntry>, Error> {
        let call = Call::get(path::QUEUE, "reading the queue");
        let answer = self.send(&call, None, signal).await?;
        self.decode(&call, &answer, decode::queue)
    }

    /// The state of every engine instance, where the deployment offers it.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it does not.
    pub async fn health(&self, signal: Option<&AbortSignal>) -> Result<Vec<Health>, Error> {
        self.read(Call::get(path::HEALTH, "reading the health"), signal)
            .await
    }

    /// The deployed workflows, where the deployment offers them.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it does not.
    pub async fn workflows(
        &self,
        signal: Option<&AbortSignal>,
    ) -> Result<Vec<WorkflowEntry>, Error> {
        self.read(Call::get(path::WORKFLOWS, "reading the workflows"), signal)
            .await
    }

    /// The runs of a group, newest page first, where the deployment offers them.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it does not.
    pub async fn runs(
        &self,
        group_id: &str,
        signal: Option<&AbortSignal>,
    ) -> Result<RunList, Error> {
        let mut call = Call::get(path::RUNS, "reading the runs of group").on(group_id);
        call.query.push(("group_id", group_id));
        self.read(call, signal).await
    }

    /// One run's detail, where the deployment offers it.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it does not, or for a run it does not know.
    pub async fn get_run(
        &self,
        run_id: &str,
        signal: Option<&AbortSignal>,
    ) -> Result<RunDetail, Error> {
        let call = Call::get(&run_path(run_id)?, "reading run").on(run_id);
        self.read(call, signal).await
    }

    /// Cancels a run, where the deployment offers it.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it does not, or for a run it does not know.
    pub async fn cancel(&self, run_id: &str, signal: Option<&AbortSignal>) -> Result<(), Error> {
        let path = format!("{}/cancel", run_path(run_id)?);
        let call = Call::post(&path, "cancelling run").on(run_id);
        self.send(&call, None, signal).await.map(drop)
    }

    /// The absolute address of an output's `url`, which may be relative to the base URL.
    pub fn resolve(&self, url: &str) -> Option<String> {
        address::resolve(&self.base_url, url)
    }

    async fn read<T: serde::de::DeserializeOwned>(
        &self,
        call: Call<'_>,
        signal: Option<&AbortSignal>,
    ) -> Result<T, Error> {
        let answer = self.send(&call, None, signal).await?;
        self.decode(&call, &answer, |body| decode::data(call.what, body))
    }

    fn decode<T>(
        &self,
        call: &Call<'_>,
        answer: &Answer,
        decode: impl FnOnce(&[u8]) -> Result<T, decode::DecodeError>,
    ) -> Result<T, Error> {
        decode(&answer.body)
            .map_err(|error| Error::decode(call, &self.base_url, answer, &error.why))
            .map_err(|error| error.without(&self.api_key))
    }

    fn error(&self, call: &Call<'_>, items: Vec<ValidationItem>) -> Error {
        Error::validation(call, &self.base_url, items)
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

/// Checks parts against a schema, as [`schema::check`] does.
///
/// # Errors
/// The faults, in the shape in which a server names them.
pub fn check(schema: &InputSchema, parts: &[Part]) -> Result<(), Vec<ValidationItem>> {
    let values: Vec<_> = parts
        .iter()
        .map(|part| (part.name.clone(), part.input()))
        .collect();
    let errors = schema::check(schema, &values);
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.into_iter().map(Into::into).collect())
    }
}

fn run_path(run_id: &str) -> Result<String, Error> {
    // In an address these would name another operation.
    if matches!(run_id, "" | "." | "..") {
        return Err(Error::input(format!("“{run_id}” is no run's id")));
    }
    let id = String::from(js_sys::encode_uri_component(run_id));
    Ok(format!("{}/{id}", path::RUNS))
}
