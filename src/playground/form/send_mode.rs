//! How a form is sent, and when the page asks first. Does not know forms.

/// What the page's check may prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendMode {
    /// Sends nothing unless every value is valid.
    IfValid,
    /// Sends the runs of a batch whose values are valid.
    OnlyValid,
    /// Sends everything, and leaves the check to the deployment.
    Unchecked,
}

/// How many runs start without a question.
const MAX_UNASKED: usize = 20;

/// A question that waits for its answer.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct RunQuestion {
    /// How many runs would start.
    pub(super) count: usize,
    pub(super) mode: SendMode,
}

impl RunQuestion {
    /// The question before this many runs; `None` if they start without one. The button that runs the valid values
    /// of a batch names their number already.
    pub(super) fn before(count: usize, mode: SendMode) -> Option<Self> {
        let is_asked = count > MAX_UNASKED && mode != SendMode::OnlyValid;
        is_asked.then_some(Self { count, mode })
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_UNASKED, RunQuestion, SendMode};

    #[test]
    fn many_runs_are_asked_for_unless_their_number_was_on_the_button() {
        let asks = |count, mode| RunQuestion::before(count, mode).is_some();
        assert!(!asks(MAX_UNASKED, SendMode::IfValid));
        assert!(asks(MAX_UNASKED + 1, SendMode::IfValid));
        assert!(asks(MAX_UNASKED + 1, SendMode::Unchecked));
        assert!(!asks(MAX_UNASKED + 1, SendMode::OnlyValid));
    }
}
