//! One deployed workflow: its graph, its schema, its examples and its entry in the list. Does not know where the
//! workflow came from.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::examples::Examples;
use super::source::WorkflowSource;
use api::WorkflowEntry;
use run_core::{Conversion, RunnableWorkflow};
use schema::{self, FieldKind, OutputKind};
use workflow::Problem;
use workflow::classes::NodeClasses;

/// One deployed workflow.
#[derive(Debug)]
pub struct DeployedWorkflow {
    /// What its runs are made with.
    pub runnable: Arc<RunnableWorkflow>,
    /// What callers see of it in a list.
    pub entry: WorkflowEntry,
    /// What the listing says of its fields besides.
    pub hints: Map<String, Value>,
    /// The files of its example.
    pub examples: Examples,
}

impl DeployedWorkflow {
    /// Reads the fields and the examples of a workflow, and collects every problem that keeps it from
    /// running. Bad examples do not.
    pub(super) fn new(
        files: &dyn WorkflowSource,
        id: &str,
        version: u32,
        conversion: Conversion,
        classes: &NodeClasses,
        problems: Vec<Problem>,
    ) -> Self {
        let runnable = RunnableWorkflow::new(version, conversion, classes, problems);
        let schema = &runnable.schema;
        let inputs = schema.fields.iter();
        let inputs = inputs.map(|field| (field.name.clone(), input_type(&field.kind)));
        let outputs = schema.outputs.iter();
        let outputs = outputs.map(|output| (output.node.clone(), output_type(output.kind)));
        let about = &runnable.workflow.about;
        let examples = Examples::read(files, id, version, schema, about);
        let entry = WorkflowEntry {
            id: id.to_owned(),
            version: Some(version),
            name: about.title.clone().unwrap_or_else(|| display_name(id)),
            description: about.description.clone(),
            cover: examples.cover.clone(),
            typical_ms: None,
            share: Some(about.sharing.to_value().to_string()),
            keep: None,
            inputs: Some(json_object(inputs)),
            outputs: Some(json_object(outputs)),
            schema: serde_json::to_string(schema).ok(),
            problems: runnable.problems.clone(),
            warnings: runnable.warnings.clone(),
            examples: examples.json.clone(),
        };
        Self {
            entry,
            hints: schema::listing::hints(schema),
            examples,
            runnable: Arc::new(runnable),
        }
    }
}

fn json_object(types: impl Iterator<Item = (String, &'static str)>) -> String {
    let object: Map<String, Value> = types
        .map(|(name, kind)| (name, Value::from(kind)))
        .collect();
    Value::Object(object).to_string()
}

fn input_type(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Text { .. } | FieldKind::Choice { .. } => "string",
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) if bounds.integer => "integer",
        FieldKind::Number(_) | FieldKind::Slider(_) => "number",
        FieldKind::Boolean => "boolean",
        FieldKind::Image => "image",
        FieldKind::Video => "video",
        FieldKind::Audio => "audio",
        FieldKind::File { .. } => "file",
    }
}

fn output_type(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Image => "image",
        OutputKind::Text => "string",
        OutputKind::Video => "video",
        OutputKind::Audio => "audio",
        OutputKind::File => "file",
    }
}

/// `poster-with_title` → `Poster with title`.
fn display_name(id: &str) -> String {
    let words = id.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(
        || id.to_owned(),
        |first| first.to_uppercase().chain(letters).collect(),
    )
}
