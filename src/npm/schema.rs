//! Workflows and schemas over the boundary. A schema's own names are the wire's; the one of two
//! words, `max_length`, is `maxLength` in JavaScript.

use js_sys::{Array, JSON, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use super::error::{usage, words};
use super::view::to_js;
use crate::api::WorkflowEntry;
use crate::schema::{self, InputSchema, Problem};
use crate::workflow::Workflow;

#[derive(Serialize)]
struct Reading {
    schema: InputSchema,
    problems: Vec<Problem>,
}

/// `{schema, problems}` of a workflow's JSON text, of a parsed object or of a `Blob` of JSON.
///
/// # Errors
/// `UsageError` when it is none of these, or a file that cannot be read.
pub(super) async fn read(workflow: &JsValue) -> Result<JsValue, JsValue> {
    let text = text(workflow).await?;
    // A byte order mark is no part of the JSON.
    let (workflow, mut problems) = Workflow::parse(text.trim_start_matches('\u{feff}'));
    let (schema, more) = schema::read(&workflow);
    problems.extend(more);
    let reading = to_js(&Reading { schema, problems })?;
    outward(&Reflect::get(&reading, &"schema".into())?)?;
    Ok(reading)
}

async fn text(workflow: &JsValue) -> Result<String, JsValue> {
    if let Some(text) = workflow.as_string() {
        return Ok(text);
    }
    let refused = |why: &str| usage(format!("reading a workflow: {why}"));
    if let Some(file) = workflow.dyn_ref::<Blob>() {
        let text = JsFuture::from(file.text()).await;
        let text = text.map_err(|error| refused(&words(&error)))?;
        return Ok(text.as_string().unwrap_or_default());
    }
    if !workflow.is_object() || workflow.is_null() {
        return Err(refused(
            "give its JSON text, the parsed object or a File of it",
        ));
    }
    let text = JSON::stringify(workflow).map_err(|error| refused(&words(&error)))?;
    let text = JsValue::from(text).as_string();
    text.ok_or_else(|| refused("the object has no JSON"))
}

/// The schema that a caller hands back, if any.
///
/// # Errors
/// `UsageError` when it is no schema.
pub(super) fn given(value: &JsValue) -> Result<Option<InputSchema>, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    let refused = |why: &str| {
        usage(format!(
            "reading the option schema: {why}; give the schema that inputSchema gave"
        ))
    };
    // A copy, so that the caller's own stays as it is.
    let text = JSON::stringify(value).map_err(|error| refused(&words(&error)))?;
    let text = JsValue::from(text).as_string().unwrap_or_default();
    let copy = JSON::parse(&text).map_err(|_| refused("it has no JSON"))?;
    rename(&copy, "maxLength", "max_length").map_err(|error| refused(&words(&error)))?;
    let schema = serde_wasm_bindgen::from_value(copy);
    schema
        .map(Some)
        .map_err(|error| refused(&error.to_string()))
}

/// The listing of workflows, each with its schema where it has one.
///
/// # Errors
/// `UsageError` when it cannot be handed over.
pub(super) fn listing(entries: &[WorkflowEntry]) -> Result<JsValue, JsValue> {
    let listing: Array = to_js(&entries)?.unchecked_into();
    for entry in listing.iter() {
        let key = JsValue::from("schema");
        let schema = Reflect::get(&entry, &key)?;
        if schema.is_object() {
            outward(&schema)?;
        } else {
            Reflect::set(&entry, &key, &JsValue::NULL)?;
        }
    }
    Ok(listing.into())
}

fn outward(schema: &JsValue) -> Result<(), JsValue> {
    rename(schema, "max_length", "maxLength")
}

/// Renames a property of a schema's fields, in place.
fn rename(schema: &JsValue, from: &str, to: &str) -> Result<(), JsValue> {
    let fields = Reflect::get(schema, &"fields".into())?;
    let Some(fields) = fields.dyn_ref::<Array>() else {
        return Ok(());
    };
    for field in fields.iter() {
        if field.is_object() && Reflect::has(&field, &from.into())? {
            let value = Reflect::get(&field, &from.into())?;
            Reflect::set(&field, &to.into(), &value)?;
            Reflect::delete_property(field.unchecked_ref::<Object>(), &from.into())?;
        }
    }
    Ok(())
}
