//! The listing of workflows, the health of instances and where an output is to be had, which
//! deployments offer beyond the contract.

use serde::{Serialize, Serializer};

use crate::workflow::Problem;

/// One deployed workflow (`GET /api/v1/comfy/workflows`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorkflowEntry {
    /// What `workflow_id` takes.
    pub id: String,
    /// What a person reads.
    pub name: String,
    /// A sentence about it.
    pub description: Option<String>,
    /// The fields and their types as a JSON object inside a string: `{"text_6": "string"}`.
    pub inputs: Option<String>,
    /// The outputs and their types, likewise.
    pub outputs: Option<String>,
    /// The whole schema as JSON text; flowdeck's own services give it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    pub schema: Option<String>,
    /// What keeps the workflow from running; empty when it is ready.
    pub problems: Vec<Problem>,
}

/// One engine instance's state (`GET /api/v1/comfy/health`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Health {
    /// The instance's address.
    pub url: String,
    /// `idle`, `running` or `stopped`.
    pub status: String,
}

/// Where a run's output is to be had (`GET /api/v1/runs/output?filename=`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutputLink {
    /// Where it can be fetched; relative to the base URL or absolute.
    pub download_url: String,
    /// How far its run is, in the deployment's words.
    pub generation_status: String,
}

/// JSON text as the JSON that it is.
fn as_json<S: Serializer>(text: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    let json: Option<serde_json::Value> = text
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok());
    json.serialize(serializer)
}
