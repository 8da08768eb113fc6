//! An engine instance that callers have added or drained.

/// An engine instance that callers have added or drained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptEngine {
    pub(crate) address: String,
    pub(crate) labels: Vec<String>,
    pub(crate) depth: Option<usize>,
    /// Whether it is known only because it was added.
    pub(crate) is_added: bool,
    pub(crate) is_draining: bool,
}
