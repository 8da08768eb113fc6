//! Exports the suggestion of which inputs of a workflow become fields.

use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::given;
use crate::schema::to_object;
use workflow::suggestion::{Candidate, Group, Role, suggest};
use workflow::{Problem, Workflow};

/// The suggestion for a workflow, as `www/npm/types/exposure.d.ts` describes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Suggested {
    candidates: Vec<SuggestedInput>,
    first_output: Option<String>,
    exposure: Value,
    problems: Vec<Problem>,
}

#[derive(Serialize)]
struct SuggestedInput {
    node: String,
    input: String,
    name: String,
    label: String,
    group: Group,
    role: Role,
    suggested: bool,
}

/// The inputs of a workflow (text or bytes) that can become fields. `object_info` is the answer of
/// `GET /object_info`, or undefined.
///
/// # Errors
/// A message if the classes cannot be read.
#[wasm_bindgen(js_name = suggestInputs)]
pub fn suggest_inputs(source: &JsValue, object_info: &JsValue) -> Result<JsValue, JsValue> {
    let classes = given::classes(object_info)?;
    let (workflow, problems) = Workflow::read_with(&given::bytes(source), &classes);
    let suggestion = suggest(&workflow, &classes);
    let exposure = suggestion.document().to_value();
    to_object(&Suggested {
        candidates: suggestion.candidates.into_iter().map(input).collect(),
        first_output: suggestion.first_output,
        exposure,
        problems,
    })
}

fn input(candidate: Candidate) -> SuggestedInput {
    SuggestedInput {
        group: candidate.role.group(),
        role: candidate.role,
        suggested: candidate.is_suggested,
        node: candidate.node,
        input: candidate.input,
        name: candidate.name,
        label: candidate.label,
    }
}
