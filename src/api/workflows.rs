//! The workflow listing, the health of instances and the links to outputs, which deployments offer
//! beyond the contract.

use serde::{Serialize, Serializer};

use super::answer::{Answer, answer, text};
use super::shape::{Member, Shape};
use json::Json;
use schema::Problem;

answer! {
    /// A deployed workflow.
    // Only flowdeck's own service has versions, covers, typical times, links to results and limits on how long runs are kept.
    // Clients that were generated before rely on no other members than these.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    #[cfg_attr(
        feature = "schemas",
        derive(schemars::JsonSchema),
        schemars(extend("x-required" = ["id", "name"]))
    )]
    pub struct WorkflowEntry as WORKFLOW_ENTRY {
        /// Its ID, the value of the parameter `workflow_id`.
        pub id: String => "id" required,
        /// Its version, counted from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
        pub version: Option<u32>,
        /// The name shown to people.
        pub name: String => "name" text,
        /// A one-sentence description.
        pub description: Option<String> => "description" optional,
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
        pub inputs: Option<String> => "inputs" json,
        /// The outputs and their types, in the same format.
        pub outputs: Option<String> => "outputs" json,
        /// The fields and outputs in full.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
        #[cfg_attr(feature = "schemas", schemars(schema_with = "crate::schemas::object"))]
        pub schema: Option<String> => "schema" json,
        /// The problems that keep the workflow from running; empty if it can run.
        #[cfg_attr(
            feature = "schemas",
            schemars(schema_with = "crate::schemas::problems")
        )]
        pub problems: Vec<Problem> => "problems" list(PROBLEM),
        /// The problems that keep only some of its outputs from being produced, and notes on how its file was read.
        #[cfg_attr(
            feature = "schemas",
            schemars(schema_with = "crate::schemas::problems")
        )]
        pub warnings: Vec<Problem> => "warnings" list(PROBLEM),
        /// Its examples.
        // `Example` reads them. They are not part of the npm package's answer.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_json")]
        #[cfg_attr(feature = "schemas", schemars(schema_with = "crate::schemas::objects"))]
        pub examples: Option<String>,
    }
}

answer! {
    /// The state of an engine instance.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct Health as HEALTH_ENTRY {
        /// The instance's address.
        #[serde(rename = "url")]
        pub address: String => "address" text from ["url", "container", "comfy_uri"],
        /// `idle`, `running`, `stopped`, `hung` or `draining`.
        pub status: String => "status" text,
        /// What is wrong with it, although it answers: its events cannot be received. Or why nothing is sent to it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub problem: Option<String> => "problem" optional,
    }
}

answer! {
    /// The link to an output of a run.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct OutputLink as OUTPUT {
        /// The output's address, relative to the base URL or absolute.
        pub download_url: String => "downloadUrl" required,
        /// The status of its run, in the deployment's words.
        pub generation_status: String => "status" text,
    }
}

/// Serializes JSON text as JSON rather than as a string.
fn as_json<S: Serializer>(text: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    let json: Option<serde_json::Value> = text
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok());
    json.serialize(serializer)
}

const PROBLEM: Shape = Shape::Object(&[
    Member("node", &["node"], Shape::OptionalText),
    Member("class", &["class"], Shape::OptionalText),
    Member("title", &["title"], Shape::OptionalText),
    Member("input", &["input"], Shape::OptionalText),
    Member("field", &["field"], Shape::OptionalText),
    Member("message", &["message"], Shape::RequiredText),
    Member("code", &["code"], Shape::OptionalText),
    Member("args", &["args"], Shape::List(&Shape::Text)),
]);

impl Answer for Problem {
    fn of(json: &Json<'_>) -> Self {
        Self {
            node: json.get("node").to_word(),
            class: json.get("class").to_word(),
            title: json.get("title").to_word(),
            input: json.get("input").to_word(),
            field: json.get("field").to_word(),
            message: text(json, "message"),
            code: json.get("code").to_word(),
            args: Vec::of(json.get("args")),
        }
    }
}
