//! A run's call as code, over the boundary. Takes JSON text, as the schema work beside it does.

use std::borrow::Cow;

use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::snippet::{self, CallPart, Language};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a> {
    #[serde(borrow)]
    base_url: Cow<'a, str>,
    #[serde(borrow)]
    workflow_id: Cow<'a, str>,
    #[serde(borrow)]
    parts: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    text: Option<Cow<'a, str>>,
    file: Option<File<'a>>,
}

#[derive(Deserialize)]
struct File<'a> {
    name: Cow<'a, str>,
    #[serde(rename = "type")]
    kind: Cow<'a, str>,
}

/// The code, in the language of this label, of the call `{baseUrl, workflowId, parts}`; a part is
/// `{name, text}` or `{name, file: {name, type}}`.
///
/// # Errors
/// A text: why it is no language or no call.
#[wasm_bindgen]
pub fn snippet(language: &str, call: &str) -> Result<String, JsValue> {
    let refused = |why: &str| JsValue::from(["writing a call as code: ", why].concat());
    let language = Language::named(language)
        .ok_or_else(|| refused(&["“", language, "” is no language"].concat()))?;
    let call: Call<'_> = serde_json::from_str(call).map_err(|why| refused(&why.to_string()))?;
    let parts: Vec<_> = call.parts.iter().map(Part::as_part).collect();
    let call = snippet::Call {
        base_url: &call.base_url,
        workflow_id: &call.workflow_id,
        parts: &parts,
    };
    Ok(snippet::snippet(language, &call))
}

impl Part<'_> {
    fn as_part(&self) -> CallPart<'_> {
        let value = match &self.file {
            Some(File { name, kind }) => snippet::Value::File { name, kind },
            None => snippet::Value::Text(self.text.as_deref().unwrap_or_default()),
        };
        CallPart {
            name: &self.name,
            value,
        }
    }
}
