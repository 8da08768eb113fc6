//! The functions of this region in the deferred chunk.

use super::{DIALOG, dialog};

/// Provides them.
pub(crate) fn fill() {
    DIALOG.fill(dialog::dialog);
}
