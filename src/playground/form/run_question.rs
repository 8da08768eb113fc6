//! Asks before a press of Run starts many runs. In the deferred chunk.

use super::batch_panel::panel::run_count;
use super::send::{SendMode, Sender};
use crate::messages as say;
use crate::question::question;
use ui::{El, el, untrack};

/// How many runs start without a question.
const MAX_UNASKED: usize = 20;

/// A question that waits for its answer.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct RunQuestion {
    /// How many runs would start.
    count: usize,
    mode: SendMode,
}

impl RunQuestion {
    /// The question before this many runs; `None` if they start without one. The button that runs the valid values
    /// of a batch names their number already.
    pub(super) fn before(count: usize, mode: SendMode) -> Option<Self> {
        let is_asked = count > MAX_UNASKED && mode != SendMode::OnlyValid;
        is_asked.then_some(Self { count, mode })
    }
}

/// The question. It disappears when the number of runs changes.
pub(super) fn run_question(sender: Sender) -> El {
    let batch = sender.form.batch;
    el("div", "run-question").live(move || {
        let asked = batch.question()?;
        let is_current = run_count(sender.form) == asked.count;
        is_current.then(|| untrack(|| ask(sender, asked)))
    })
}

fn ask(sender: Sender, asked: RunQuestion) -> El {
    let close = move || sender.form.batch.ask(None);
    let start = move || {
        close();
        sender.send_all(asked.mode);
    };
    question(
        say::RUNS_QUESTION.count(asked.count),
        [
            (say::RUNS_START, Box::new(start)),
            (say::RUNS_KEEP, Box::new(close)),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::{MAX_UNASKED, RunQuestion};
    use crate::form::send::SendMode;

    #[test]
    fn many_runs_are_asked_for_unless_their_number_was_on_the_button() {
        let asks = |count, mode| RunQuestion::before(count, mode).is_some();
        assert!(!asks(MAX_UNASKED, SendMode::IfValid));
        assert!(asks(MAX_UNASKED + 1, SendMode::IfValid));
        assert!(asks(MAX_UNASKED + 1, SendMode::Unchecked));
        assert!(!asks(MAX_UNASKED + 1, SendMode::OnlyValid));
    }
}
