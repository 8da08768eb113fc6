//! A deployment's listing of workflows. flowdeck's own services list whole schemas, others only names and types. Pure.

use super::listed::Listed;
use client::Error;

/// The loading state of the listing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ListingState {
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

impl ListingState {
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
