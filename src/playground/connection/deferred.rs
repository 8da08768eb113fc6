//! The connection's functions in the deferred chunk.

use super::{advice, panel, panel_content, remember, state};

/// Provides them.
pub(crate) fn fill() {
    panel::ENTRIES.fill(panel_content::entries);
    remember::QUESTION.fill(remember::question);
    state::ADVISE.fill(advice::advise);
}
