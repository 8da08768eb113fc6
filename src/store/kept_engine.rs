//! An engine instance that callers have added or drained.

/// An engine instance that callers have added or drained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEngine {
    pub address: String,
    pub labels: Vec<String>,
    pub depth: Option<usize>,
    /// Whether the service knows it only because a caller added it.
    pub is_added: bool,
    pub is_draining: bool,
}
