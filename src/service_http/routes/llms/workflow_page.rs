//! The page of one workflow: its fields and their bounds, an example call, its outputs and examples.

use std::fmt::Write;

use serde_json::Value;

use crate::routes::markdown::{block, code, escaped, shell_address, shell_word};
use crate::routes::submit;
use schema::{Bounds, Field, FieldKind};
use service::catalog::DeployedWorkflow;
use service::percent_encoded;

/// What stands before the ID of a run in its address.
const RUNS: &str = "/api/v1/runs/";

/// The options of curl that send a form without fields.
const EMPTY_FORM: &str =
    " \\\n  -H 'Content-Type: multipart/form-data; boundary=empty' --data-binary '--empty--'";

/// The page of a workflow that was asked for with this id.
pub(super) fn text(deployed: &DeployedWorkflow, id: &str, base: Option<&str>) -> String {
    let entry = &deployed.entry;
    let mut out = format!("# {}\n", escaped(&entry.name));
    if let Some(description) = &entry.description {
        let _ = write!(out, "\n> {}\n", escaped(description));
    }
    let _ = write!(
        out,
        "\nWorkflow ID: {}, version {}.\n",
        code(id),
        deployed.runnable.version
    );
    for problem in &entry.problems {
        let _ = write!(out, "\nIt cannot run: {}\n", escaped(&problem.to_string()));
    }
    write_fields(&mut out, &deployed.runnable.schema.fields);
    out.push_str("\n## Example call\n\n");
    out.push_str(&block("sh", &call(deployed, id, base)));
    out.push_str("\nThe answer has the run's ID in `data[0].run_id`. Read the run until its `status` is `completed`, `failed` or `cancelled`; `data.outputs` then has a link to each file:\n\n");
    let address = match base {
        // The ID of the run is still a variable.
        Some(base) => format!("{}\"$RUN_ID\"", shell_word(&[base, RUNS].concat())),
        None => format!("\"$FLOWDECK_URL{RUNS}$RUN_ID\""),
    };
    let read = format!("curl -H \"X-API-KEY: $FLOWDECK_API_KEY\" {address}");
    out.push_str(&block("sh", &read));
    write_outputs(&mut out, deployed);
    write_examples(&mut out, deployed, base);
    out
}

fn write_fields(out: &mut String, fields: &[Field]) {
    out.push_str("\n## Fields\n\n");
    if fields.is_empty() {
        out.push_str("It has none: send an empty form.\n");
        return;
    }
    out.push_str("| field | type | required | default | about |\n|---|---|---|---|---|\n");
    for field in fields {
        let required = if field.required { "yes" } else { "no" };
        let default = field.default.as_deref().map(code).unwrap_or_default();
        let _ = writeln!(
            out,
            "| {} | {} | {required} | {default} | {} |",
            code(&field.name),
            kind(field),
            about(field)
        );
    }
}

/// The type of a field with its bounds.
fn kind(field: &Field) -> String {
    let kind = match &field.kind {
        FieldKind::Text {
            max_length: Some(length),
            ..
        } => format!("text of at most {length} characters"),
        FieldKind::Text { .. } => "text".to_owned(),
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => number(bounds),
        FieldKind::Boolean => "`true` or `false`".to_owned(),
        FieldKind::Choice { options } => {
            let options: Vec<_> = options.iter().map(|option| code(option)).collect();
            format!("one of {}", options.join(", "))
        }
        FieldKind::Image => "image file".to_owned(),
        FieldKind::Video => "video file".to_owned(),
        FieldKind::Audio => "audio file".to_owned(),
        FieldKind::File { accept: None } => "file".to_owned(),
        FieldKind::File {
            accept: Some(accept),
        } => format!("file ({})", code(accept)),
    };
    match field.multiple {
        true => format!("{kind}; may be sent several times"),
        false => kind,
    }
}

fn number(bounds: &Bounds) -> String {
    let kind = if bounds.integer {
        "whole number"
    } else {
        "number"
    };
    match (&bounds.min, &bounds.max) {
        (Some(min), Some(max)) => format!("{kind} from {min} to {max}"),
        (Some(min), None) => format!("{kind} of at least {min}"),
        (None, Some(max)) => format!("{kind} of at most {max}"),
        (None, None) => kind.to_owned(),
    }
}

/// The label, the help and the condition of a field.
fn about(field: &Field) -> String {
    let label = (field.label != field.name).then(|| format!("{}.", escaped(&field.label)));
    let help = field.description().map(escaped);
    let condition = field.visible_if.as_ref().map(|condition| {
        let (other, value) = (code(&condition.field), code(&condition.is));
        format!("Only if {other} is {value}.")
    });
    let parts: Vec<_> = [label, help, condition].into_iter().flatten().collect();
    parts.join(" ")
}

/// A call with curl, with the values of the first example or else the defaults.
fn call(deployed: &DeployedWorkflow, id: &str, base: Option<&str>) -> String {
    let path = submit::OF_WORKFLOW
        .path()
        .replace("{workflow_id}", &percent_encoded(id));
    let address = shell_address(base, &path);
    let mut call =
        format!("curl --fail-with-body {address} \\\n  -H \"X-API-KEY: $FLOWDECK_API_KEY\"");
    let example = deployed.examples.listed().into_iter().next();
    let values = example
        .as_ref()
        .map_or(&Value::Null, |example| &example["values"]);
    let before = call.len();
    for field in &deployed.runnable.schema.fields {
        // curl would send such a field under another name.
        if field.name.contains('=') {
            continue;
        }
        if let Some(argument) = argument(field, &values[&field.name]) {
            let _ = write!(call, " \\\n  {argument}");
        }
    }
    if call.len() == before {
        call.push_str(EMPTY_FORM);
    }
    call
}

/// The option of curl that sends a field; none for an optional one without an example.
fn argument(field: &Field, example: &Value) -> Option<String> {
    if field.kind.accept().is_some() {
        let is_sent = field.required || !example.is_null();
        let file = format!("{}=@{}", field.name, file_name(&field.kind));
        return is_sent.then(|| format!("-F {}", shell_word(&file)));
    }
    let text = match example {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let needed = || {
        let is_needed = field.required && field.visible_if.is_none();
        is_needed.then(|| {
            field
                .default
                .clone()
                .unwrap_or_else(|| placeholder(&field.kind))
        })
    };
    let text = text.or_else(needed)?;
    let pair = format!("{}={text}", field.name);
    Some(format!("--form-string {}", shell_word(&pair)))
}

fn placeholder(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => {
            let bound = bounds.min.clone().or_else(|| bounds.max.clone());
            bound.unwrap_or_else(|| "1".to_owned())
        }
        FieldKind::Boolean => "true".to_owned(),
        FieldKind::Choice { options } => options.first().cloned().unwrap_or_default(),
        _ => "text".to_owned(),
    }
}

fn file_name(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Image => "picture.png",
        FieldKind::Video => "video.mp4",
        FieldKind::Audio => "sound.wav",
        _ => "file",
    }
}

fn write_outputs(out: &mut String, deployed: &DeployedWorkflow) {
    if deployed.runnable.schema.outputs.is_empty() {
        return;
    }
    out.push_str("\n## Outputs\n\n");
    for output in &deployed.runnable.schema.outputs {
        let kind = serde_json::to_value(output.kind).unwrap_or_default();
        let kind = kind.as_str().unwrap_or("file").to_owned();
        let _ = writeln!(out, "- {}: {kind}", escaped(&output.label));
    }
}

fn write_examples(out: &mut String, deployed: &DeployedWorkflow, base: Option<&str>) {
    let examples = deployed.examples.listed();
    if examples.is_empty() {
        return;
    }
    out.push_str("\n## Examples\n");
    for example in examples {
        let name = escaped(example["name"].as_str().unwrap_or_default());
        let mut values = example["values"].clone();
        if let Some(base) = base {
            complete_addresses(&mut values, base);
        }
        let values = serde_json::to_string_pretty(&values).unwrap_or_default();
        let _ = write!(out, "\n{name}:\n\n{}", block("json", &values));
    }
}

/// Puts the address of the service before those of files, which begin with a path.
fn complete_addresses(values: &mut Value, base: &str) {
    let values = values.as_object_mut().into_iter().flatten();
    let files = values.filter_map(|(_, value)| value.as_object_mut());
    for address in files.flat_map(|file| file.values_mut()) {
        let path = address.as_str().filter(|path| path.starts_with('/'));
        if let Some(path) = path {
            *address = [base, path].concat().into();
        }
    }
}
