//! The region that a narrow page shows.

use super::language::Message;
use super::messages as say;

/// One of the regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    /// The form.
    Form,
    /// The runs and their results.
    Runs,
    /// The queue.
    Queue,
}

impl Tab {
    /// All of them, in their order on the page.
    pub(crate) const ALL: [Self; 3] = [Self::Form, Self::Runs, Self::Queue];

    /// Its part of element ids.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Runs => "runs",
            Self::Queue => "queue",
        }
    }

    /// Its label.
    pub(crate) fn label(self) -> Message {
        match self {
            Self::Form => say::FORM,
            Self::Runs => say::RUNS,
            Self::Queue => say::QUEUE,
        }
    }
}
