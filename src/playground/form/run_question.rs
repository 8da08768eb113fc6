//! Asks before a press of Run starts many runs. In the deferred chunk.

use super::batch_panel::run_count::run_count;
use super::send::Sender;
use super::send_mode::RunQuestion;
use crate::messages as say;
use crate::question::question;
use ui::{El, el, untrack};

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
