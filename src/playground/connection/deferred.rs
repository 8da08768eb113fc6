//! The connection's functions in the deferred chunk.

use super::{advice, panel, panel_content, state};

/// Provides them.
pub(crate) fn fill() {
    panel::ENTRIES.fill(panel_content::entries);
    state::ADVISE.fill(advice::advise);
}
