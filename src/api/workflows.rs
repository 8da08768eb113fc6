//! The workflow listing, the health of instances and the links to outputs, which deployments offer
//! beyond the contract.

use serde::{Serialize, Serializer};

use schema::Problem;

/// One deployed workflow (`GET /api/v1/comfy/workflows`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorkflowEntry {
    /// Its id, the value of the parameter `workflow_id`.
    pub id: String,
    /// Its version, counted from 1; only flowdeck's own service has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The name shown to people.
    pub name: String,
    /// A one-sentence description.
    pub description: Option<String>,
    /// The address of its cover picture, relative to the base URL; only flowdeck's own service has covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<String>,
    /// How long a run usually takes, in milliseconds; only flowdeck's own service learns that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typical_ms: Option<u32>,
    /// What links to its results may show, as JSON text: `true`, `{"inputs":false}` or `false`; only flowdeck's own
    /// service has such links.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    pub share: Option<String>,
    /// For how long its runs are kept, as JSON text: `{"seconds":604800,"runs":100,"bytes":2000000000}`, each only if
    /// it is limited; only flowdeck's own service removes runs.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    pub keep: Option<String>,
    /// The fields and their types as a JSON object inside a string: `{"text_6": "string"}`.
    pub inputs: Option<String>,
    /// The outputs and their types, in the same format.
    pub outputs: Option<String>,
    /// The whole schema as JSON text; only flowdeck's own service provides it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    pub schema: Option<String>,
    /// The problems that keep the workflow from running; empty if it can run.
    pub problems: Vec<Problem>,
    /// The problems that keep only some of its outputs from being produced, and notes on how its file was read.
    pub warnings: Vec<Problem>,
    /// Its examples as JSON text, as [`super::Example`] reads them. Not part of the npm package's answer.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    pub examples: Option<String>,
}

/// One engine instance's state (`GET /api/v1/comfy/health`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Health {
    /// The instance's address.
    #[serde(rename = "url")]
    pub address: String,
    /// `idle`, `running`, `stopped`, `hung` or `draining`.
    pub status: String,
    /// What is wrong with it, although it answers: its events cannot be received. Or why nothing is sent to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The link to a run's output (`GET /api/v1/runs/output?filename=`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutputLink {
    /// The output's address, relative to the base URL or absolute.
    pub download_url: String,
    /// The status of its run, in the deployment's words.
    pub generation_status: String,
}

/// Serializes JSON text as JSON rather than as a string.
fn as_json<S: Serializer>(text: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    let json: Option<serde_json::Value> = text
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok());
    json.serialize(serializer)
}
