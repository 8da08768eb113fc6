//! The operation of each workflow: its own fields and examples at an address of its own.

use serde_json::{Map, Value, json};

use crate::routes::markdown::escaped;
use crate::routes::schemas::reference;
use crate::routes::submission_parameters;
use crate::routes::submit::{self, accepted_answer};
use schema::openapi::{form_name, name};
use service::catalog::DeployedWorkflow;
use service::percent_encoded;

/// The path of a workflow's operation.
pub(super) fn path(deployed: &DeployedWorkflow) -> String {
    let id = percent_encoded(&deployed.entry.id);
    submit::OF_WORKFLOW.path().replace("{workflow_id}", &id)
}

/// The operation of a workflow, made from that of any workflow.
pub(super) fn operation(deployed: &DeployedWorkflow, any: &Value) -> Value {
    let entry = &deployed.entry;
    let mut media = json!({ "schema": reference(&form_name(&entry.id)) });
    let examples = examples(deployed);
    if !examples.is_empty() {
        media["examples"] = examples.into();
    }
    let needed = any["description"].as_str().map(str::to_owned);
    let texts: Vec<String> = description(deployed).into_iter().chain(needed).collect();
    let mut operation = any.clone();
    operation["operationId"] = format!("run{}", name(&entry.id)).into();
    operation["summary"] = entry.name.as_str().into();
    operation["description"] = texts.join("\n\n").into();
    operation["x-workflow-id"] = entry.id.as_str().into();
    operation["parameters"] = submission_parameters::references().into();
    operation["requestBody"]["content"]["multipart/form-data"] = media;
    let accepted = accepted_answer(&entry.id);
    let responses = &mut operation["responses"];
    responses["200"] = accepted["200"].clone();
    // The workflow is known.
    if let Some(responses) = responses.as_object_mut() {
        responses.remove("404");
    }
    operation
}

/// What the workflow does and produces, as Markdown.
fn description(deployed: &DeployedWorkflow) -> Option<String> {
    let outputs = deployed.runnable.schema.outputs.iter();
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
