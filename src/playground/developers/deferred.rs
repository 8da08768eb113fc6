//! The functions of the view for developers in the deferred chunk.

use super::{panel, region};

/// Provides them.
pub(crate) fn fill() {
    region::PANEL.fill(panel::panel);
}
