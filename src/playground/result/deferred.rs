//! The result's functions in the deferred chunk.

use super::comparison::comparison_view;
use super::result_view::result_view;
use crate::playground::runs::RESULT;

/// Provides them.
pub(crate) fn fill() {
    RESULT.fill(|row, other| match other {
        Some(other) => comparison_view(other, row),
        None => result_view(row),
    });
}
