//! Exports the reading, checking and comparing of schemas. Takes JSON text, so a caller's objects stay
//! unchanged, and returns plain objects.

use js_sys::{Array, JSON, JsString};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::{given, memory, text};
use client::{Call, Error};
use client_web::{self, FormPart, failed};
use json::Json;
use schema::{self, Additional, InputSchema, Problem, SavedRun, Schemas};

/// The depth of nested lists and objects to which declared fields are read.
const ADDITIONAL_DEPTH: usize = 8;

/// The schemas of a source, and the problems found in it.
#[derive(Serialize)]
struct Reading {
    schemas: Vec<Named>,
    problems: Vec<Problem>,
    /// The run that made the image, if the source is one.
    run: Option<SavedRun>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Named {
    workflow_id: Option<String>,
    schema: InputSchema,
}

impl From<(Option<String>, InputSchema)> for Named {
    fn from((workflow_id, schema): (Option<String>, InputSchema)) -> Self {
        Self {
            workflow_id,
            schema,
        }
    }
}

/// `{schemas, problems, run}` from the bytes of a file: a workflow in any format, an OpenAPI document, a
/// listing, or a schema document.
///
/// # Errors
/// A message if the result cannot be converted to JavaScript.
#[wasm_bindgen]
pub fn read(bytes: &[u8]) -> Result<JsValue, JsValue> {
    memory::reserve(bytes.len());
    reading_to_js(schema::from_file(bytes), SavedRun::read(bytes))
}

/// [`read`] for text.
///
/// # Errors
/// As [`read`].
#[wasm_bindgen(js_name = readText)]
pub fn read_text(text: &JsString) -> Result<JsValue, JsValue> {
    memory::reserve(text::length(text));
    reading_to_js(schema::from_file(&text::utf8(text)), None)
}

/// `{schemas, problems, run}` from a file (text or bytes), with a saved exposure and the answer of
/// `GET /object_info`. Either may be undefined.
///
/// # Errors
/// A message if the classes cannot be read, or the result cannot be converted to JavaScript.
#[wasm_bindgen(js_name = readWith)]
pub fn read_with(
    source: &JsValue,
    exposure: &JsValue,
    object_info: &JsValue,
) -> Result<JsValue, JsValue> {
    let classes = given::classes(object_info)?;
    let bytes = given::bytes(source);
    let Some((exposure, mut problems)) = given::exposure(exposure) else {
        return reading_to_js(schema::from_file_with(&bytes, &classes), None);
    };
    let (schemas, more) = schema::from_file_exposed(&bytes, &exposure, &classes);
    problems.extend(more);
    reading_to_js((schemas, problems), None)
}

/// Checks a run's parts (`[name, text]` and `[name, file, fileName]`) against a schema, `additional` fields (`{name: kind}`,
/// see [`schema::document::additional`]) or both, and returns the contract's error items. Pass `null` to
/// omit either. If it is `strict`, parts that neither has are errors.
///
/// # Errors
/// A message if the schema or the additional fields are not valid.
#[wasm_bindgen]
pub async fn check(
    schema: String,
    additional: String,
    parts: Array,
    strict: bool,
) -> Result<JsValue, JsValue> {
    let schema = match (&*schema, &*additional) {
        ("null", more) if more != "null" => InputSchema::default(),
        _ => parse_schema(&schema, "the option schema")?,
    };
    let additional = parse_additional(&additional)?;
    let mut parts = FormPart::of_list(&parts);
    for part in &mut parts {
        part.sniff().await;
    }
    let mut items = client_web::check_with(&schema, &additional, &parts);
    if strict {
        let names: Vec<String> = parts.iter().map(FormPart::name).collect();
        let is_declared = |name: &&str| additional.iter().any(|field| field.name == **name);
        let names = names.iter().map(String::as_str);
        let unknown = schema.unknown_fields(names.filter(|name| !is_declared(name)));
        items.extend(unknown.iter().map(|field| field.error().into()));
    }
    to_js(&items)
}

/// The details of the error for invalid values; `items` are those that [`check`] returned.
///
/// # Errors
/// A message if they are not a list of items.
#[wasm_bindgen]
pub fn refusal(base_url: &str, workflow_id: &str, items: JsValue) -> Result<JsValue, JsValue> {
    let items = serde_wasm_bindgen::from_value(items)?;
    let call = Call::new(&api::RUN, base_url, workflow_id, "");
    let error = call.map_or_else(|error| error, |call| Error::validation(&call, items));
    Ok(failed(error))
}

/// The changes between two schemas.
///
/// # Errors
/// A message if one of them is not a schema.
#[wasm_bindgen]
pub fn changes(before: &str, after: &str) -> Result<JsValue, JsValue> {
    let (before, after) = (
        parse_schema(before, "the first schema")?,
        parse_schema(after, "the second schema")?,
    );
    to_js(&schema::changes(&before, &after))
}

fn parse_schema(text: &str, what: &str) -> Result<InputSchema, JsValue> {
    schema::document::read_strict(text).map_err(|why| refused(&format!("reading {what}: {why}")))
}

fn parse_additional(text: &str) -> Result<Vec<Additional>, JsValue> {
    if text == "null" {
        return Ok(Vec::new());
    }
    let refuse = |why: &str| refused(&format!("reading the option additional: {why}"));
    let value = Json::read(text.as_bytes(), ADDITIONAL_DEPTH).map_err(refuse)?;
    let (fields, problems) = schema::document::additional(&value);
    match problems.first() {
        Some(problem) => Err(refuse(&problem.message)),
        None => Ok(fields),
    }
}

fn refused(why: &str) -> JsValue {
    why.into()
}

fn reading_to_js(
    (schemas, problems): (Schemas, Vec<Problem>),
    run: Option<SavedRun>,
) -> Result<JsValue, JsValue> {
    to_object(&Reading {
        schemas: schemas.into_iter().map(Named::from).collect(),
        problems,
        run,
    })
}

/// Converts a value to a JavaScript object through JSON text: for thousands of objects, that is faster than
/// creating them one by one.
pub(crate) fn to_object(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let json = serde_json::to_string(value).map_err(|why| refused(&why.to_string()))?;
    JSON::parse(&json)
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let plain = value.serialize(&Serializer::json_compatible());
    plain.map_err(|why| refused(&why.to_string()))
}
