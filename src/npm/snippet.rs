//! A run's call as code, over the boundary. Takes JSON text, as the schema work beside it does.

use serde_json::Value as Json;
use wasm_bindgen::prelude::*;

use crate::snippet::{self, FormPart, Language, PartValue, RunCall};

/// The code, in the language of this label, of the call `{baseUrl, workflowId, parts}`; a part is
/// `{name, text}`, `{name, plain}` for a number, true or false, or `{name, file: {name, type}}`, which
/// is `{name, file: {name, type}, unchosen: true}` while no file is chosen.
///
/// # Errors
/// A text: why it is no language or no call.
#[wasm_bindgen]
pub fn snippet(language: &str, call: &str) -> Result<String, JsValue> {
    let Some(language) = Language::from_label(language) else {
        return Err(refused(&["“", language, "” is no language"]));
    };
    let call: Json = serde_json::from_str(call).map_err(|why| refused(&[&why.to_string()]))?;
    let parts = call["parts"].as_array();
    let parts = parts.ok_or_else(|| refused(&["the call has no list “parts”"]))?;
    let parts: Result<Vec<_>, _> = parts.iter().map(part).collect();
    let call = RunCall {
        base_url: text(&call, "baseUrl")?,
        workflow_id: text(&call, "workflowId")?,
        parts: &parts?,
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
    text.ok_or_else(|| {
        refused(&[
            "the call has no text “",
            member,
            "” where there should be one",
        ])
    })
}

fn refused(why: &[&str]) -> JsValue {
    ["writing a call as code: ", &why.concat()].concat().into()
}
