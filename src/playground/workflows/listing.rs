//! A deployment's listing of workflows. flowdeck's own services list whole schemas, others only names and types. Pure.

use super::listed::Listed;
use client::Error;
use schema::{FieldKind, InputSchema};

/// The loading state of the listing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Listing {
    /// Nothing was requested yet.
    NotLoaded,
    /// The request is in flight.
    Loading,
    /// The listed workflows.
    Loaded(Vec<Listed>),
    /// The deployment lists no workflows.
    Unsupported,
    /// The request failed.
    Failed(Box<Error>),
}

impl Listing {
    /// Whether the deployment listed its workflows, or answered that it does not list any.
    pub(super) fn is_answered(&self) -> bool {
        matches!(self, Self::Loaded(_) | Self::Unsupported)
    }

    /// The listed workflow with this id.
    pub(super) fn entry(&self, id: &str) -> Option<Listed> {
        match self {
            Self::Loaded(entries) => entries.iter().find(|entry| entry.id == id).cloned(),
            _ => None,
        }
    }
}

/// The id of the listed workflow with the same fields, by name and kind; `None` unless exactly one has
/// them.
pub(super) fn matching_id(entries: &[Listed], schema: &InputSchema) -> Option<String> {
    let fields = shape(schema);
    let matches = |entry: &&Listed| shape(&entry.read().0) == fields;
    let mut found = entries.iter().filter(matches);
    let id = found.next()?.id.clone();
    (!fields.is_empty() && found.next().is_none()).then_some(id)
}

/// Sorted names and kinds. A slider counts as a number, since a listing of types has no sliders.
fn shape(schema: &InputSchema) -> Vec<(&str, &str)> {
    let kind = |kind: &FieldKind| match kind {
        FieldKind::Slider(_) => "number",
        other => other.name(),
    };
    let fields = schema.fields.iter();
    let mut shape: Vec<_> = fields
        .map(|field| (field.name.as_str(), kind(&field.kind)))
        .collect();
    shape.sort_unstable();
    shape
}

#[cfg(test)]
mod tests;
