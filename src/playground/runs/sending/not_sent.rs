//! Runs that were not sent because the page was left: in its list they wait until a person sends them.

use std::rc::Rc;

use super::Sending;
use super::pending_run::{PendingRun, parts_of};
use crate::messages as say;
use crate::reason;
use crate::runs::record::RunRecord;
use crate::runs::run_row::RunRow;
use crate::runs::run_state::RunState;
use crate::runs::store::Runs;
use crate::time::now;
use client::Error;
use ui::{El, button, expect_context, memo};
use web_sys::AbortController;

/// The milliseconds for which the service knows an idempotency key.
const REPEATABLE: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

/// Corrects a record that was stored before its run was sent, since nobody is sending it any more.
pub(in crate::runs) fn not_sent_after_leaving(record: &mut RunRecord) {
    let can_repeat = record.can_repeat && now() - record.changed < REPEATABLE;
    let message = match record.state {
        RunState::Waiting => say::RUN_LEFT_BEFORE_SENDING,
        RunState::Uploading if can_repeat => say::RUN_LEFT_DURING_SENDING,
        RunState::Uploading => {
            record.state = RunState::Unknown;
            record.message = Some(say::RUN_UPLOAD_INTERRUPTED.now().to_owned());
            return;
        }
        _ => return,
    };
    record.state = RunState::NotSent;
    record.message = Some(match record.missing_files.first() {
        Some((_, name)) => say::RUN_FILE_NOT_KEPT.with(&[name]),
        None => message.now().to_owned(),
    });
}

/// Sends those of these runs that were not sent; hidden if there are none.
pub(crate) fn send_button(rows: impl Fn() -> Vec<RunRow> + Clone + 'static) -> El {
    let runs: Runs = expect_context();
    let to_send = memo(move || {
        let mut rows = rows();
        rows.retain(can_be_sent);
        rows
    });
    let count = move || to_send.with(Vec::len);
    button("button small", move || send(runs, to_send.get_untracked()))
        .attr("data-command", true)
        .attr("hidden", move || count() == 0)
        .attr("disabled", move || !runs.connection.can_request())
        .text(move || say::RUNS_SEND.count(count()))
}

/// Whether a run was not sent, and all of its files are there; tracked.
fn can_be_sent(row: &RunRow) -> bool {
    row.record
        .with(|record| record.state == RunState::NotSent && record.missing_files.is_empty())
}

fn send(runs: Runs, rows: Vec<RunRow>) {
    let workflow_id = rows.first().map(|row| {
        row.record
            .with_untracked(|record| record.workflow_id.clone())
    });
    let client = runs.connection.client.get_untracked();
    let (Some(client), Some(workflow_id)) = (client, workflow_id) else {
        return;
    };
    let pending = rows.into_iter().map(|row| prepare(runs, row)).collect();
    let sending = Sending {
        rejected: Rc::new(move |error: &Error, row: RunRow| {
            runs.set_state(row, RunState::Failed, Some(reason::of_error(error)));
        }),
        runs,
        client,
        workflow_id,
    };
    sending.send_all(pending);
}

fn prepare(runs: Runs, row: RunRow) -> PendingRun {
    let abort = AbortController::new().ok();
    row.set_abort(abort.clone());
    runs.set_state(row, RunState::Waiting, None);
    let parts = row.record.with_untracked(parts_of);
    PendingRun { row, parts, abort }
}
