//! The listing of workflows and the health of instances, which deployments offer beyond the
//! contract.

use serde::{Deserialize, Serialize};

use crate::schema::{InputSchema, Problem};

/// One deployed workflow (`GET /api/v1/comfy/workflows`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkflowEntry {
    /// What `workflow_id` takes.
    pub id: String,
    /// What a person reads.
    #[serde(default)]
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub description: Option<String>,
    /// The fields and their types as a JSON object inside a string: `{"text_6": "string"}`.
    #[serde(default)]
    pub inputs: Option<String>,
    /// The outputs and their types, likewise.
    #[serde(default)]
    pub outputs: Option<String>,
    /// The whole schema; flowdeck's own services give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<InputSchema>,
    /// What keeps the workflow from running; empty when it is ready.
    #[serde(default)]
    pub problems: Vec<Problem>,
}

/// One engine instance's state (`GET /api/v1/comfy/health`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// The instance's address.
    #[serde(alias = "container", alias = "comfy_uri", default)]
    pub url: String,
    /// `idle`, `running` or `stopped`.
    #[serde(default)]
    pub status: String,
}
