//! The functions of this region in the deferred chunk.

use super::panel;

/// Provides them.
pub(crate) fn fill() {
    panel::PANEL.fill(panel::shown_panel);
}
