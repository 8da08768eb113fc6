//! The result's functions in the deferred chunk.

use super::compare::comparison;
use super::run_result;
use crate::playground::runs::RESULT;

/// Provides them.
pub(crate) fn fill() {
    RESULT.fill(|row, other| match other {
        Some(other) => comparison(other, row),
        None => run_result(row),
    });
}
