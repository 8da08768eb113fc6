//! What a person's file gives. Its readers are a part of their own, which `www/start.js` loads with
//! the first file that is opened: most visits open none.

use js_sys::{Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::api::Answer;
use crate::json::Json;
use crate::playground::signal::StoredValue;
use crate::schema::{InputSchema, Problem, document};

/// Nested lists and objects of a reading that are read.
const DEPTH: usize = 10;

/// The way to the readers: a function from a file to a promise of [`Reading`] as JSON text.
#[derive(Clone, Copy)]
pub(crate) struct SourceReader(StoredValue<Function>);

/// What could be read, and what could not.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The schemas, each with its workflow's id where the source knows it.
    pub(crate) schemas: Vec<Named>,
    /// What could not be read, and why.
    pub(crate) problems: Vec<Problem>,
}

/// One schema.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// Its workflow's id, where the source knows it.
    pub(crate) workflow_id: Option<String>,
    /// The schema.
    pub(crate) schema: InputSchema,
}

impl SourceReader {
    /// A reader that asks this function.
    pub(crate) fn new(read: Function) -> Self {
        Self(StoredValue::new(read))
    }

    /// Reads a file; one that cannot be had gives a problem.
    pub(crate) async fn read(self, file: &File) -> Reading {
        match self.ask(file).await {
            Ok(reading) => reading,
            Err(why) => Reading {
                problems: vec![not_opened(&file.name(), &why)],
                ..Reading::default()
            },
        }
    }

    async fn ask(self, file: &File) -> Result<Reading, String> {
        let asked = self
            .0
            .try_with_value(|read| read.call1(&JsValue::NULL, file))
            .ok_or("the page is gone")?;
        let json = text(asked).await?;
        Ok(Reading::of(&Json::read(json.as_bytes(), DEPTH)?))
    }
}

impl Reading {
    fn of(json: &Json<'_>) -> Self {
        let named = |named: &Json<'_>| Named {
            workflow_id: named.get("workflowId").to_word(),
            schema: document::read(named.get("schema")).1,
        };
        Self {
            schemas: json.get("schemas").items().iter().map(named).collect(),
            problems: Vec::of(json.get("problems")),
        }
    }
}

fn not_opened(name: &str, why: &str) -> Problem {
    let words = ["opening “", name, "”: ", why];
    let message = words.concat() + "; open it again, or load the page again";
    Problem::whole(message).coded("not_opened", &[name])
}

/// The text that a function of `www/start.js` promised.
///
/// # Errors
/// Why there is none.
pub(crate) async fn text(promised: Result<JsValue, JsValue>) -> Result<String, String> {
    let promise: Promise = promised
        .map_err(|why| words(&why))?
        .dyn_into()
        .map_err(|_| "the page’s start does not fit it")?;
    let text = JsFuture::from(promise).await.map_err(|why| words(&why))?;
    Ok(text.as_string().unwrap_or_default())
}

/// What an error says of itself; one from nowhere says nothing.
fn words(why: &JsValue) -> String {
    let error = why.dyn_ref::<js_sys::Error>();
    let words = error.map(|error| String::from(error.message()));
    words
        .or_else(|| why.as_string())
        .unwrap_or_else(|| "it could not be read".to_owned())
}
