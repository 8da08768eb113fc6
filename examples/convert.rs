//! Converts and checks workflows as the service does, for the comparisons with ComfyUI in `tests/reference`: takes a
//! file with an engine's `GET /object_info`, reads one workflow per line and prints its prompt and problems, what
//! keeps it from running, the prompt of a run with default values, and the outputs that it shows.

use std::collections::HashMap;
use std::io::{BufRead, Error, Write};

use flowdeck::schema::{self, FieldKind, InputSchema};
use flowdeck::workflow::classes::NodeClasses;
use flowdeck::workflow::lower::{class_problems, lower, unknown_classes};
use flowdeck::workflow::{Problem, Workflow};
use serde_json::{Value, json};

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1);
    let file =
        file.ok_or_else(|| Error::other("name a file with the answer of GET /object_info"))?;
    let classes = NodeClasses::read(&std::fs::read_to_string(file)?)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", converted(&line?, &classes))?;
        out.flush()?;
    }
    Ok(())
}

fn converted(text: &str, classes: &NodeClasses) -> Value {
    let (mut workflow, problems) = Workflow::parse_with(text, classes);
    let prompt = workflow.to_value();
    workflow.expose_suggested(classes);
    let (schema, more) = schema::read_with(&workflow, classes);
    let mut obstacles = problems.clone();
    obstacles.extend(more);
    obstacles.extend(lacking(&workflow, classes));
    let values = schema::fill(&schema, &HashMap::new(), &files(&schema));
    let outputs: Vec<_> = schema.outputs.iter().map(|output| &output.node).collect();
    json!({
        "prompt": prompt,
        "problems": problems,
        "obstacles": obstacles,
        // As text, since a reader in JavaScript would round its numbers.
        "sent": lower(&workflow, &values, classes).to_value().to_string(),
        "outputs": outputs,
    })
}

/// What an engine with these classes lacks.
fn lacking(workflow: &Workflow, classes: &NodeClasses) -> Vec<Problem> {
    let mut problems = class_problems(&unknown_classes(workflow, classes));
    let (models, needed) = (workflow.models(), workflow.needed_nodes(classes));
    let models = models.iter().filter(|model| needed.contains(&model.node));
    let missing: Vec<_> = models.filter(|model| model.is_missing(classes)).collect();
    problems.extend(workflow.model_problems(&missing, classes));
    problems
}

/// A file for every field that takes one, as if a person had chosen it.
fn files(schema: &InputSchema) -> HashMap<String, String> {
    let file = |kind: &FieldKind| match kind {
        FieldKind::Image => Some("chosen.png"),
        FieldKind::Video => Some("chosen.mp4"),
        FieldKind::Audio => Some("chosen.wav"),
        FieldKind::File { .. } => Some("chosen.glb"),
        _ => None,
    };
    let fields = schema.fields.iter();
    let chosen = fields.filter_map(|field| Some((field.name.clone(), file(&field.kind)?.into())));
    chosen.collect()
}
