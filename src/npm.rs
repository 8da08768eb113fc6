//! What JavaScript sees: convert, call, convert. Knows the client; does not know the facade that
//! wraps it (`www/npm/index.js`), which makes classes of its errors.
//!
//! Every export takes whatever JavaScript hands it, and throws a real `Error` (see [`mod@error`])
//! where that cannot be used.

mod error;
mod options;
mod schema;
mod values;
mod view;

use js_sys::Promise;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use crate::client::{Client, Error, RunOptions};
use error::{thrown, usage};

/// The calls to one deployment.
#[wasm_bindgen]
pub struct Deck {
    client: Client,
}

/// A deck for `{baseUrl, apiKey}`.
///
/// # Errors
/// `UsageError` when they cannot be an address and a key.
#[wasm_bindgen]
pub fn connect(options: &JsValue) -> Result<Deck, JsValue> {
    let text = |name: &str| match options::get(options, name)?.as_string() {
        Some(text) => Ok(text),
        None => Err(usage(format!("connecting: {name} must be a string"))),
    };
    let client = Client::new(&text("baseUrl")?, &text("apiKey")?).map_err(thrown)?;
    Ok(Deck { client })
}

/// `{schema, problems}` of a workflow: its JSON text, a parsed object, or a `Blob` of JSON.
///
/// # Errors
/// `UsageError` when it is none of these; what is wrong inside a workflow is in `problems`.
#[wasm_bindgen(js_name = inputSchema)]
pub fn input_schema(workflow: JsValue) -> Promise {
    future_to_promise(async move { schema::read(&workflow).await })
}

#[wasm_bindgen]
impl Deck {
    /// The deployment's address.
    #[wasm_bindgen(getter, js_name = baseUrl)]
    pub fn base_url(&self) -> String {
        self.client.base_url().to_owned()
    }

    /// Starts a run with `{field: value}`; options `{groupId, schema, signal}`.
    ///
    /// # Errors
    /// `UsageError` at once when it cannot be sent; the promise rejects with the call's error.
    pub fn run(
        &self,
        workflow_id: &JsValue,
        values: &JsValue,
        options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let what = "starting a run";
        let workflow_id = options::id(workflow_id, what, "workflow id")?;
        let parts = values::parts(values)?;
        let options = RunOptions {
            group_id: options::text(options, what, "groupId")?,
            schema: schema::given(&options::get(options, "schema")?)?,
            signal: options::signal(options, what)?,
        };
        Ok(self.promise(async move |client| {
            let entries = client.run(&workflow_id, &parts, options).await?;
            Ok(view::Run::new(entries))
        }))
    }

    /// `{instances}`: the queue of every engine instance; options `{signal}`.
    ///
    /// # Errors
    /// As [`Deck::run`].
    pub fn queue(&self, options: &JsValue) -> Result<Promise, JsValue> {
        let signal = options::signal(options, "reading the queue")?;
        Ok(self.promise(async move |client| {
            let entries = client.queue(signal.as_ref()).await?;
            Ok(view::Queue::new(entries))
        }))
    }

    /// `[{address, status}]`; options `{signal}`.
    ///
    /// # Errors
    /// As [`Deck::run`].
    pub fn health(&self, options: &JsValue) -> Result<Promise, JsValue> {
        let signal = options::signal(options, "reading the health")?;
        Ok(self.promise(async move |client| {
            let health = client.health(signal.as_ref()).await?;
            Ok(Vec::from_iter(health.into_iter().map(view::Health::from)))
        }))
    }

    /// The deployed workflows; options `{signal}`.
    ///
    /// # Errors
    /// As [`Deck::run`].
    pub fn workflows(&self, options: &JsValue) -> Result<Promise, JsValue> {
        let signal = options::signal(options, "reading the workflows")?;
        let client = self.client.clone();
        Ok(future_to_promise(async move {
            let entries = client.workflows(signal.as_ref()).await.map_err(thrown)?;
            schema::listing(&entries)
        }))
    }

    /// `{groupId, count, runs}`; options `{signal}`.
    ///
    /// # Errors
    /// As [`Deck::run`].
    pub fn runs(&self, group_id: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let group_id = options::id(group_id, "reading the runs of a group", "group id")?;
        let signal = options::signal(options, "reading the runs of a group")?;
        Ok(self.promise(async move |client| {
            let list = client.runs(&group_id, signal.as_ref()).await?;
            Ok(view::RunList::from(list))
        }))
    }

    /// One run's detail; options `{signal}`.
    ///
    /// # Errors
    /// As [`Deck::run`].
    #[wasm_bindgen(js_name = getRun)]
    pub fn get_run(&self, run_id: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let run_id = options::id(run_id, "reading a run", "run id")?;
        let signal = options::signal(options, "reading a run")?;
        Ok(self.promise(async move |client| {
            let run = client.get_run(&run_id, signal.as_ref()).await?;
            Ok(view::RunDetail::from(run))
        }))
    }

    /// Cancels a run; options `{signal}`.
    ///
    /// # Errors
    /// As [`Deck::run`].
    pub fn cancel(&self, run_id: &JsValue, options: &JsValue) -> Result<Promise, JsValue> {
        let run_id = options::id(run_id, "cancelling a run", "run id")?;
        let signal = options::signal(options, "cancelling a run")?;
        let client = self.client.clone();
        Ok(future_to_promise(async move {
            let done = client.cancel(&run_id, signal.as_ref()).await;
            done.map(|()| JsValue::UNDEFINED).map_err(thrown)
        }))
    }

    fn promise<T: Serialize>(
        &self,
        call: impl AsyncFnOnce(&Client) -> Result<T, Error> + 'static,
    ) -> Promise {
        // A clone, so that no call keeps another from the deck.
        let client = self.client.clone();
        future_to_promise(async move { view::to_js(&call(&client).await.map_err(thrown)?) })
    }
}
