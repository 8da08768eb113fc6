//! What changed between two schemas of one workflow, in words for a person, and whether saved
//! values or calling code are hurt by it.

mod field;
mod kind;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Field, InputSchema};

/// One change of one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The field's name; of a renamed one, the name it had.
    pub field: String,
    /// What of it changed.
    #[serde(flatten)]
    pub what: What,
    /// The change in words: `“Size” must now be at most 512 instead of 2048`.
    pub message: String,
    /// Whether a value that was saved, or code that calls, may fail or have another effect than it
    /// was meant to have.
    pub breaks: bool,
}

/// What changed; in JSON `{"change": "renamed", "to": "…"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum What {
    /// The field came.
    Added,
    /// The field went.
    Removed,
    /// The field has another name; guessed, since it comes from the same node.
    Renamed {
        /// The name that it has now.
        to: String,
    },
    /// It takes another kind of value.
    Kind,
    /// Its least or greatest value, its step or its greatest length.
    Bounds,
    /// The options to choose from, or the files that it accepts.
    Options,
    /// Whether a run needs it.
    Required,
    /// Whether it takes several values.
    Multiple,
    /// The value it starts with.
    Default,
    /// What a person reads: label or help.
    Label,
}

/// What changed from one schema to the other: the fields of the old one in their order, then those
/// that came.
pub fn changes(old: &InputSchema, new: &InputSchema) -> Vec<Change> {
    let now: HashMap<&str, &Field> = by_name(new);
    let before: HashMap<&str, &Field> = by_name(old);
    let renamed = renamed(old, new, &before, &now);
    let mut changes = Vec::new();
    for field in &old.fields {
        let name = field.name.as_str();
        match (now.get(name), renamed.get(name)) {
            (Some(now), _) => field::compare(field, now, &mut changes),
            (None, Some(now)) => {
                changes.push(field::renamed(field, now));
                field::compare(field, now, &mut changes);
            }
            (None, None) => changes.push(field::removed(field)),
        }
    }
    let known: HashSet<&str> = renamed.values().map(|field| field.name.as_str()).collect();
    let came = new.fields.iter().filter(|field| {
        !before.contains_key(field.name.as_str()) && !known.contains(field.name.as_str())
    });
    changes.extend(came.map(field::added));
    changes
}

fn by_name(schema: &InputSchema) -> HashMap<&str, &Field> {
    let named = schema
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field));
    named.collect()
}

/// Old names and the fields that they are now: of a node of which one field went and one came.
fn renamed<'a>(
    old: &'a InputSchema,
    new: &'a InputSchema,
    before: &HashMap<&str, &Field>,
    now: &HashMap<&str, &Field>,
) -> HashMap<&'a str, &'a Field> {
    let gone = lone(old, now);
    let came = lone(new, before);
    let pairs = gone.into_iter().filter_map(|(node, field)| {
        let now = came.get(node).copied().flatten()?;
        Some((field?.name.as_str(), now))
    });
    pairs.collect()
}

/// By node, the one field whose name the other schema does not have; `None` where it has several.
fn lone<'a>(
    schema: &'a InputSchema,
    other: &HashMap<&str, &Field>,
) -> HashMap<&'a str, Option<&'a Field>> {
    let mut found = HashMap::new();
    for field in &schema.fields {
        if !field.node.is_empty() && !other.contains_key(field.name.as_str()) {
            found
                .entry(field.node.as_str())
                .and_modify(|field| *field = None)
                .or_insert(Some(field));
        }
    }
    found
}

#[cfg(test)]
mod tests;
