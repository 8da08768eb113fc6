//! What a long computation reports its steps to, and asks whether it may continue. Does not know who listens.

use super::media_error::MediaError;

/// Follows a long computation, which calls [`step`](Monitor::step) or
/// [`check_interrupted`](Monitor::check_interrupted) every few rows, packets or pictures.
pub trait Monitor {
    /// Sets how many steps the computation has.
    fn expect_steps(&self, steps: usize);

    /// Counts one step.
    fn advance(&self);

    /// Whether the computation must stop.
    fn is_interrupted(&self) -> bool;

    /// Fails if the computation must stop.
    ///
    /// # Errors
    /// [`MediaError::Interrupted`].
    fn check_interrupted(&self) -> Result<(), MediaError> {
        match self.is_interrupted() {
            true => Err(MediaError::Interrupted),
            false => Ok(()),
        }
    }

    /// Counts one step; fails if the computation must stop.
    ///
    /// # Errors
    /// [`MediaError::Interrupted`].
    fn step(&self) -> Result<(), MediaError> {
        self.advance();
        self.check_interrupted()
    }
}
