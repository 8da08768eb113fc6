//! Converts and checks workflows as the service does, for the comparisons with ComfyUI in `tests/reference`: takes a
//! file with an engine's `GET /object_info`, reads one workflow per line and prints its prompt and problems, what
//! keeps it from running, the prompt of a run with default values and what is refused of it, and the outputs that it
//! shows.

use std::collections::HashMap;
use std::io::{BufRead, Error, Write};

use schema::{self, Field, FieldKind, InputSchema};
use serde_json::{Value, json};
use workflow::Workflow;
use workflow::classes::NodeClasses;
use workflow::lower::lower;
use workflow::validation::{Fault, validate_outputs};

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
    let obstacles = schema::engine_problems(&workflow, &schema, classes, obstacles).blocking;
    let values = schema::fill(&schema, &texts(&schema), &files(&schema));
    let sent = lower(&workflow, &values, classes);
    let outputs = shown(&workflow, &schema);
    let faults = validate_outputs(&sent, classes, |id| outputs.contains(&id)).faults;
    let refused = Fault::problems(&faults, &workflow);
    json!({
        "prompt": prompt,
        "problems": problems,
        "obstacles": obstacles,
        // As text, since a reader in JavaScript would round its numbers.
        "sent": sent.to_value().to_string(),
        "refused": refused,
        "outputs": outputs,
    })
}

/// The outputs that its exposure chooses, or else all.
fn shown<'a>(workflow: &Workflow, schema: &'a InputSchema) -> Vec<&'a str> {
    let all: Vec<&str> = schema
        .outputs
        .iter()
        .map(|output| output.node.as_str())
        .collect();
    let mut chosen = all.clone();
    chosen.retain(|id| workflow.first_outputs.iter().any(|first| first == id));
    if chosen.is_empty() { all } else { chosen }
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

/// A value for every other field that needs one and has no default.
fn texts(schema: &InputSchema) -> HashMap<String, String> {
    let text = |field: &Field| match &field.kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => {
            Some(bounds.min.clone().unwrap_or_else(|| "1".to_owned()))
        }
        FieldKind::Boolean => Some("false".to_owned()),
        FieldKind::Choice { options } => options.first().cloned(),
        _ => None,
    };
    let fields = schema.fields.iter();
    let empty = fields.filter(|field| field.required && field.default.is_none());
    empty
        .filter_map(|field| Some((field.name.clone(), text(field)?)))
        .collect()
}
