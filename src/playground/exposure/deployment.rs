//! The state of deploying an opened workflow. Does not send it.

use super::run_step::Deployed;
use ui::{RwSignal, StoredValue};

/// A deployment that is prepared, under way, or done.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Deployment {
    /// Whether its panel is open.
    pub(super) is_open: RwSignal<bool>,
    /// Whether it is being sent.
    pub(super) is_sending: RwSignal<bool>,
    /// Why the panel opened by itself.
    pub(super) question: RwSignal<Option<String>>,
    /// Why the last attempt failed.
    pub(super) errors: RwSignal<Vec<String>>,
    /// The id under which the workflow was deployed from here.
    pub(super) deployed: RwSignal<Option<String>>,
    /// What was deployed last, with its id.
    pub(super) known: StoredValue<Option<(String, Deployed)>>,
    /// The message of the last success.
    pub(super) message: RwSignal<Option<String>>,
}

impl Deployment {
    pub(super) fn new() -> Self {
        Self {
            is_open: RwSignal::new(false),
            is_sending: RwSignal::new(false),
            question: RwSignal::new(None),
            errors: RwSignal::new(Vec::new()),
            deployed: RwSignal::new(None),
            known: StoredValue::new(None),
            message: RwSignal::new(None),
        }
    }
}
