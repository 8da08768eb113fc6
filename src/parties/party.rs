//! Whom something is counted for.

use std::sync::Arc;

/// Whom requests, work and memory are counted for, such as the holder of a key, or an address without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Unique among parties.
    pub id: Arc<str>,
    /// Whether it has no bound of its own, and may use what is kept for those who run the service.
    pub is_privileged: bool,
}
