//! Compares two schemas, field by field, and pairs up renamed fields.

use std::collections::{HashMap, HashSet};

use super::change::Change;
use super::field;
use crate::field::Field;
use crate::input_schema::InputSchema;

/// The changes from one schema to another: first those of the old fields in their order, then the
/// added fields.
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
    let new_names: HashSet<&str> = renamed.values().map(|field| field.name.as_str()).collect();
    let added = new.fields.iter().filter(|field| {
        !before.contains_key(field.name.as_str()) && !new_names.contains(field.name.as_str())
    });
    changes.extend(added.map(field::added));
    changes
}

fn by_name(schema: &InputSchema) -> HashMap<&str, &Field> {
    let named = schema
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field));
    named.collect()
}

/// Maps old names to renamed fields, one for each node that lost one field and gained one.
fn renamed<'a>(
    old: &'a InputSchema,
    new: &'a InputSchema,
    before: &HashMap<&str, &Field>,
    now: &HashMap<&str, &Field>,
) -> HashMap<&'a str, &'a Field> {
    let removed = only_unmatched(old, now);
    let added = only_unmatched(new, before);
    let pairs = removed.into_iter().filter_map(|(node, field)| {
        let now = added.get(node).copied().flatten()?;
        Some((field?.name.as_str(), now))
    });
    pairs.collect()
}

/// Maps each node to its only field whose name the other schema lacks; `None` if it has several.
fn only_unmatched<'a>(
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
