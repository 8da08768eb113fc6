//! The workflow listing, the health of instances and the links to outputs, which deployments offer
//! beyond the contract.

use serde::{Serialize, Serializer};

use schema::Problem;

/// A deployed workflow.
// Only flowdeck's own service has versions, covers, typical times, links to results and limits on how long runs are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WorkflowEntry {
    /// Its ID, the value of the parameter `workflow_id`.
    pub id: String,
    /// Its version, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    pub version: Option<u32>,
    /// The name shown to people.
    pub name: String,
    /// A one-sentence description.
    pub description: Option<String>,
    /// The address of its cover picture, relative to the base URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<String>,
    /// How long a run usually takes, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typical_ms: Option<u32>,
    /// What links to its results may show: `true`, `{"inputs":false}` or `false`.
    // As JSON text, like `keep`, `schema` and `examples`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    #[cfg_attr(
        feature = "schemas",
        schemars(schema_with = "crate::schemas::anything")
    )]
    pub share: Option<String>,
    /// For how long its runs are kept: `{"seconds":604800,"runs":100,"bytes":2000000000}`, each only if it is limited.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    #[cfg_attr(feature = "schemas", schemars(schema_with = "crate::schemas::object"))]
    pub keep: Option<String>,
    /// The fields and their types, as JSON text: `{"text_6": "string"}`.
    pub inputs: Option<String>,
    /// The outputs and their types, in the same format.
    pub outputs: Option<String>,
    /// The fields and outputs in full.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    #[cfg_attr(feature = "schemas", schemars(schema_with = "crate::schemas::object"))]
    pub schema: Option<String>,
    /// The problems that keep the workflow from running; empty if it can run.
    #[cfg_attr(
        feature = "schemas",
        schemars(schema_with = "crate::schemas::problems")
    )]
    pub problems: Vec<Problem>,
    /// The problems that keep only some of its outputs from being produced, and notes on how its file was read.
    #[cfg_attr(
        feature = "schemas",
        schemars(schema_with = "crate::schemas::problems")
    )]
    pub warnings: Vec<Problem>,
    /// Its examples.
    // `Example` reads them. They are not part of the npm package's answer.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
    #[cfg_attr(feature = "schemas", schemars(schema_with = "crate::schemas::objects"))]
    pub examples: Option<String>,
}

/// The state of an engine instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

/// The link to an output of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
