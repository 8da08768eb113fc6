//! The part of the document that depends neither on the workflows nor on the caller. It is made once.

use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use super::{errors, operation};
use crate::routes::endpoint::Endpoints;
use crate::routes::queue::QueueAnswer;
use crate::routes::schemas::derived::schema;
use crate::routes::submission_parameters;
use crate::routes::submit::{self, Accepted};
use api::{Envelope, RunDetail, WorkflowEntry};
use schema::openapi;

/// The group of the operations that the workflows have.
const OF_WORKFLOWS: (&str, &str) = (
    "Run a workflow",
    "One operation for each deployed workflow, with its own fields. To run any workflow by its ID, use \
     `POST /api/v1/runs`.",
);

/// The part of the document that is always the same.
pub(super) struct FixedPart {
    pub(super) info: Value,
    pub(super) tags: Value,
    /// The operation that each workflow has, without what is its own.
    pub(super) any_workflow: Value,
    /// All other operations.
    pub(super) paths: Map<String, Value>,
    pub(super) parameters: Value,
    pub(super) responses: Value,
    /// The schemas that have a name, besides those of forms.
    pub(super) schemas: Map<String, Value>,
}

impl FixedPart {
    /// That of a service with these operations.
    pub(super) fn of(endpoints: Endpoints) -> &'static Self {
        static MADE: OnceLock<FixedPart> = OnceLock::new();
        MADE.get_or_init(|| Self::new(endpoints))
    }

    fn new(endpoints: Endpoints) -> Self {
        let (mut any_workflow, mut paths) = (Value::Null, Map::new());
        for (group, endpoint) in endpoints.iter() {
            if endpoint.place == submit::OF_WORKFLOW {
                any_workflow = operation::describe(endpoint, OF_WORKFLOWS.0);
            } else {
                let methods = paths.entry(endpoint.place.template()).or_insert(json!({}));
                let method = endpoint.place.method().to_lowercase();
                methods[method] = operation::describe(endpoint, group.name);
            }
        }
        let groups = endpoints.0.iter().map(|group| (group.name, group.about));
        let tag = |(name, about)| json!({ "name": name, "description": about });
        Self {
            info: info(),
            tags: [OF_WORKFLOWS].into_iter().chain(groups).map(tag).collect(),
            any_workflow,
            paths,
            parameters: submission_parameters::all(),
            responses: errors::components(),
            schemas: schemas(),
        }
    }
}

fn info() -> Value {
    json!({
        "title": "flowdeck API",
        "description": "Run the deployed ComfyUI workflows, follow their runs, and manage the service.\n\nSend the key \
                        in the header `X-API-KEY`. Each operation names the right that the key needs. To run a \
                        workflow, send its fields as a form, then read the run until its `status` is `completed`, \
                        `failed` or `cancelled`.",
        "version": env!("CARGO_PKG_VERSION"),
    })
}

fn schemas() -> Map<String, Value> {
    let contract = openapi::document(&[], "");
    let of_contract = |name: &str, mut schema: Value| {
        // Other deployments may report several errors.
        let contract = &contract["components"]["schemas"][name]["properties"];
        schema["properties"]["errors"] = contract["errors"].clone();
        schema
    };
    let answer = schema::<Envelope<Value>>();
    let mut error = answer.clone();
    error["properties"]["data"] = json!({ "type": "array", "items": {}, "maxItems": 0 });
    error["properties"]["errors"]["description"] = "Why the request failed, and what to do.".into();
    let queue = of_contract("QueueAnswer", schema::<QueueAnswer>());
    let accepted = of_contract("RunsAnswer", schema::<Accepted>());
    let all = [
        ("Answer", answer),
        ("ErrorAnswer", error),
        ("QueueAnswer", queue),
        ("Run", schema::<RunDetail>()),
        ("RunsAnswer", accepted),
        ("Workflow", schema::<WorkflowEntry>()),
    ];
    let named = all.map(|(name, schema)| (name.to_owned(), schema));
    named.into_iter().collect()
}
