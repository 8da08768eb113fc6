//! Values of a submission that no field of its workflow takes: reported, logged and, if the caller wants it, refused.
//! Does not know how the values were sent.

use crate::form::Form;
use api::RunEntry;
use schema::{InputSchema, UnknownField};

/// What submissions have besides the values of fields. Some clients repeat these parameters of the query in the form.
const TERMS: [&str; 5] = [
    "workflow_id",
    "group_id",
    "priority",
    "webhook_url",
    "strict",
];
/// How many names a line of the log has.
const LOGGED: usize = 10;

/// The names in a form that no field takes.
pub(super) fn of(schema: &InputSchema, form: &Form) -> Vec<UnknownField> {
    let names = form.entries.iter().map(|entry| entry.field.as_str());
    schema.unknown_fields(names.filter(|name| !TERMS.contains(name)))
}

/// Logs the unknown fields of an accepted run.
pub(super) fn log(entry: &RunEntry, unknown: &[UnknownField]) {
    if unknown.is_empty() {
        return;
    }
    // Quoted in Rust's way: a name may have line breaks.
    let named = |one: &UnknownField| match &one.similar {
        Some(similar) => format!("{:?} (similar: {similar:?})", one.name),
        None => format!("{:?}", one.name),
    };
    let mut names: Vec<String> = unknown.iter().take(LOGGED).map(named).collect();
    if unknown.len() > LOGGED {
        names.push("…".to_owned());
    }
    let (workflow, names) = (&entry.workflow_id, names.join(", "));
    tracing::warn!("a run of {workflow} has values for fields that it does not have: {names}");
}
