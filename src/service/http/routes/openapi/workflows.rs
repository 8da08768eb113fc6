//! The operation of each workflow: its own fields and examples at an address of its own.

use serde_json::{Map, Value, json};

use super::{answers, parameters};
use crate::catalog::DeployedWorkflow;
use crate::http::routes::markdown::escaped;
use crate::http::routes::submit;
use crate::url_encode::percent_encoded;
use schema::openapi::{form_name, name};

/// Adds an operation for each workflow.
pub(super) fn add<'a>(document: &mut Value, workflows: impl Iterator<Item = &'a DeployedWorkflow>) {
    let others = document["paths"].take();
    let own = workflows.map(|deployed| {
        let id = percent_encoded(&deployed.entry.id);
        let path = submit::WORKFLOW_PATH.replace("{workflow_id}", &id);
        (path, json!({ "post": operation(deployed) }))
    });
    let mut paths: Map<String, Value> = own.collect();
    if let Value::Object(others) = others {
        paths.extend(others);
    }
    document["paths"] = paths.into();
}

fn operation(deployed: &DeployedWorkflow) -> Value {
    let entry = &deployed.entry;
    let reference = format!("#/components/schemas/{}", form_name(&entry.id));
    let mut media = json!({ "schema": { "$ref": reference } });
    let examples = examples(deployed);
    if !examples.is_empty() {
        media["examples"] = examples.into();
    }
    let mut described = json!({
        "operationId": format!("run{}", name(&entry.id)),
        "summary": entry.name,
        "x-workflow-id": entry.id,
        "parameters": parameters::of_submissions(),
        "requestBody": { "required": true, "content": { "multipart/form-data": media } },
        "responses": { "200": answers::accepted(&entry.id) },
    });
    if let Some(description) = description(deployed) {
        described["description"] = description.into();
    }
    described
}

/// What the workflow does and produces, as Markdown.
fn description(deployed: &DeployedWorkflow) -> Option<String> {
    let outputs = deployed.schema.outputs.iter();
    let outputs: Vec<_> = outputs.map(|output| escaped(&output.label)).collect();
    let produces = (!outputs.is_empty()).then(|| format!("Outputs: {}.", outputs.join(", ")));
    let about = deployed.entry.description.as_deref().map(escaped);
    let parts: Vec<String> = [about, produces].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The examples by name, without their files: a document has no place for these.
fn examples(deployed: &DeployedWorkflow) -> Map<String, Value> {
    let mut examples = Map::new();
    for example in deployed.examples.listed() {
        let (Some(name), Some(values)) = (example["name"].as_str(), example["values"].as_object())
        else {
            continue;
        };
        let texts = values.iter().filter(|(_, value)| !value.is_object());
        let texts = texts.map(|(field, value)| (field.clone(), value.clone()));
        let texts: Map<String, Value> = texts.collect();
        let files = values.iter().filter(|(_, value)| value.is_object());
        let files: Vec<&str> = files.map(|(field, _)| field.as_str()).collect();
        let mut entry = json!({ "summary": name, "value": texts });
        if !files.is_empty() {
            let description = format!("Add your own file for {}.", files.join(", "));
            entry["description"] = description.into();
        }
        let key = format!("example{}", examples.len() + 1);
        examples.insert(key, entry);
    }
    examples
}
