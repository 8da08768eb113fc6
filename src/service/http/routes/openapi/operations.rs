//! How the document groups the operations, and what it says of each one besides its own description.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::described::Described;
use super::errors;
use crate::http::routes::rights::{Needs, OPERATIONS};
use crate::http::routes::{llms_paths, submit};

/// The group of operations that fit no other one.
const OTHER: &str = "Other";

/// The groups: the name, the description, and how the paths of its operations begin. The first one that fits counts.
const GROUPS: [(&str, &str, &[&str]); 11] = [
    (
        "Run a workflow",
        "One operation for each deployed workflow, with its own fields. To run any workflow by its ID, use \
         `POST /api/v1/runs`.",
        &[],
    ),
    (
        "Runs",
        "Start runs, follow them, and read their outputs.",
        &["/api/v1/runs", "/api/v1/events"],
    ),
    (
        "Workflows",
        "List the deployed workflows, read, deploy and delete them.",
        &["/api/v1/comfy/workflows"],
    ),
    (
        "Queue and engines",
        "See the queue, and manage the engine instances.",
        &[
            "/api/v1/comfy/queue",
            "/api/v1/comfy/health",
            "/api/v1/comfy/engines",
            "/api/v1/comfy/object_info",
        ],
    ),
    (
        "Shared results",
        "Links to results that need no key.",
        &["/api/v1/comfy/shares"],
    ),
    (
        "Webhooks",
        "Calls to your server when runs start and end.",
        &["/api/v1/comfy/webhooks"],
    ),
    (
        "Keys",
        "Keys, their rights and limits, and what they have used.",
        &["/api/v1/comfy/key", "/api/v1/comfy/usage"],
    ),
    (
        "Monitoring",
        "How runs went, and the metrics of the service.",
        &["/api/v1/comfy/monitoring", "/metrics"],
    ),
    (
        "Audit log",
        "Who has changed what.",
        &["/api/v1/comfy/audit"],
    ),
    (
        "Documents",
        "This document, and pages for agents.",
        &["/openapi.json", "/llms"],
    ),
    (OTHER, "Everything else.", &[""]),
];

/// The group of an operation.
fn group(described: Described<'_>) -> &'static str {
    if described.is_of_workflow() {
        return GROUPS[0].0;
    }
    let fits = |(.., starts): &&(_, _, &[&str])| {
        starts.iter().any(|start| described.path.starts_with(start))
    };
    GROUPS.iter().find(fits).map_or(OTHER, |(name, ..)| *name)
}

/// Completes every operation: its group, the right that it needs and its errors.
pub(super) fn complete(document: &mut Value) {
    for listed in OPERATIONS.iter() {
        let path = listed.path.replace("{*", "{");
        // It is described for each workflow.
        if path == submit::WORKFLOW_PATH {
            continue;
        }
        let method = listed.method.as_str().to_lowercase();
        complete_one(document, &path, &method, listed.needs);
        if path == llms_paths::INDEX {
            let index = &mut document["paths"][&path][&method];
            // The empty requirement stands for no key.
            index["security"] = json!([{ "apiKey": [api::Right::Read.name()] }, {}]);
            index["description"] =
                "Needs no key. With a key that has the right `read`, it also lists the workflows."
                    .into();
        }
    }
    let is_of_workflow = |path: &&String| {
        let described = Described {
            method: "post",
            path,
        };
        described.is_of_workflow()
    };
    let paths = document["paths"].as_object();
    let paths = paths.into_iter().flat_map(serde_json::Map::keys);
    let of_workflows: Vec<_> = paths.filter(is_of_workflow).cloned().collect();
    for path in of_workflows {
        complete_one(document, &path, "post", Needs::Right(api::Right::Run));
    }
    let groups = GROUPS.iter().filter(|(name, ..)| *name != OTHER);
    let tags: Vec<Value> = groups
        .map(|(name, description, _)| json!({ "name": name, "description": description }))
        .collect();
    document["tags"] = json!(tags);
    document["components"]["responses"] = errors::components();
}

fn complete_one(document: &mut Value, path: &str, method: &str, needs: Needs) {
    let described = Described { method, path };
    let operation = &mut document["paths"][path][method];
    let roles = match needs {
        Needs::AnyKey => json!([]),
        Needs::Right(right) => json!([right.name()]),
        Needs::FirstKey => json!(["first"]),
    };
    operation["security"] = json!([{ "apiKey": roles }]);
    operation["tags"] = json!([group(described)]);
    let needed = match needs {
        Needs::AnyKey => "Needs any valid key.".to_owned(),
        Needs::Right(right) => format!("Needs a key with the right `{}`.", right.name()),
        Needs::FirstKey => "Needs the first key.".to_owned(),
    };
    let own = operation["description"].as_str();
    let texts: Vec<&str> = own.into_iter().chain([needed.as_str()]).collect();
    operation["description"] = texts.join("\n\n").into();
    errors::add(operation, described, needs);
    let success = &mut operation["responses"]["200"];
    if success["content"].is_null() && success.get("$ref").is_none() {
        let reference = json!({ "$ref": "#/components/schemas/Answer" });
        success["content"] = json!({ "application/json": { "schema": reference } });
    }
    if let Some(responses) = operation["responses"].as_object_mut() {
        responses.sort_keys();
    }
}

/// An operation in short.
pub(in crate::http::routes) struct Listed {
    pub(in crate::http::routes) method: String,
    pub(in crate::http::routes) path: String,
    pub(in crate::http::routes) summary: String,
    /// The right that it needs, in words.
    pub(in crate::http::routes) right: String,
}

/// Every operation in short, without those of single workflows: their address has a placeholder instead. Made once,
/// because callers without a key ask for it, too.
pub(in crate::http::routes) static ALL: LazyLock<Vec<Listed>> = LazyLock::new(|| {
    let document = super::of_workflows("/", &[]);
    let listed = OPERATIONS.iter().filter_map(|listed| {
        let path = listed.path.replace("{*", "{");
        let method = listed.method.as_str();
        let described = &document["paths"][&path][method.to_lowercase()];
        let summary = match described["summary"].as_str() {
            Some(summary) => summary,
            None if path == submit::WORKFLOW_PATH => "Run a workflow",
            None => return None,
        };
        let right = match listed.needs {
            Needs::AnyKey => "any key".to_owned(),
            Needs::Right(right) => right.name().to_owned(),
            Needs::FirstKey => "first key".to_owned(),
        };
        Some(Listed {
            method: method.to_owned(),
            summary: summary.to_owned(),
            right,
            path,
        })
    });
    listed.collect()
});
