//! Exports the code of a run's call. Takes JSON text, like the other schema exports.

use serde_json::Value as Json;
use wasm_bindgen::prelude::*;

use snippet::{self, FormPart, Language, PartValue, RunCall};

/// The code of the call `{baseUrl, workflowId, parts}` in the language with this label. With `package: true`, the
/// deployment serves the npm package. A part is one of:
/// - `{name, text}`;
/// - `{name, plain}` for a number or boolean;
/// - `{name, file: {name, type}}`, with `unchosen: true` if no file is chosen yet.
///
/// # Errors
/// A message if the language or the call is not valid.
#[wasm_bindgen]
pub fn snippet(language: &str, call: &str) -> Result<String, JsValue> {
    let Some(language) = Language::from_label(language) else {
        return Err(refused(&["“", language, "” is not a known language"]));
    };
    let call: Json = serde_json::from_str(call).map_err(|why| refused(&[&why.to_string()]))?;
    let parts = call.get("parts").and_then(Json::as_array);
    let parts = parts.ok_or_else(|| refused(&["the call has no “parts” list"]))?;
    let parts: Result<Vec<_>, _> = parts.iter().map(part).collect();
    let call = RunCall {
        base_url: text(&call, "baseUrl")?,
        workflow_id: text(&call, "workflowId")?,
        parts: &parts?,
        offers_package: call.get("package").and_then(Json::as_bool) == Some(true),
    };
    Ok(snippet::snippet(language, &call))
}

fn part(part: &Json) -> Result<FormPart<'_>, JsValue> {
    let value = match &part["file"] {
        Json::Null if part["plain"].is_string() => PartValue::Literal(text(part, "plain")?),
        Json::Null => PartValue::Text(text(part, "text")?),
        file => PartValue::File {
            name: text(file, "name")?,
            content_type: text(file, "type")?,
            is_chosen: part["unchosen"].is_null(),
        },
    };
    let name = text(part, "name")?;
    Ok(FormPart { name, value })
}

fn text<'a>(object: &'a Json, member: &str) -> Result<&'a str, JsValue> {
    let text = object[member].as_str();
    text.ok_or_else(|| refused(&["the call has no text “", member, "”"]))
}

fn refused(why: &[&str]) -> JsValue {
    ["writing a call as code: ", &why.concat()].concat().into()
}
