//! Applies events to the runs' rows. Knows nothing about how they arrive.

use crate::runs::detail_polling::read_detail;
use crate::runs::run_row::RunRow;
use crate::runs::store::Runs;
use crate::time::now;
use api::{RunDetail, RunEvent, RunEventKind};
use client_web::Client;
use ui::spawn_local;

/// Applies an event to the row of its run. Runs that this browser did not send have none.
pub(super) fn apply(runs: Runs, client: &Client, event: RunEvent) {
    let RunEvent { kind, mut run, .. } = event;
    let Some(row) = runs.rows.row_of(&run.id) else {
        return;
    };
    // A stream that is resumed may repeat what it brought before.
    if row.record.with_untracked(|record| record.state.is_final()) {
        return;
    }
    row.bookkeeping
        .update_value(|bookkeeping| bookkeeping.heard_at = now());
    match kind {
        RunEventKind::Outputs => row
            .bookkeeping
            .update_value(|bookkeeping| bookkeeping.outputs = Some(run.outputs)),
        RunEventKind::Moment => {
            runs.apply_progress(row, run.progress.take());
            row.set_preview(run.preview);
        }
        RunEventKind::State if run.status.is_final() => end(runs, client.clone(), row, run),
        RunEventKind::State | RunEventKind::Attempt => apply_state(runs, row, &run),
    }
}

fn apply_state(runs: Runs, row: RunRow, run: &RunDetail) {
    if let Some(attempts) = run.attempts {
        row.set_attempts(attempts);
    }
    let before = row.record.with_untracked(|record| record.state);
    let after = before.after_detail(run.status);
    if after != before {
        runs.set_state(row, after, None);
    }
}

/// Reads the detail of a run that has ended, so that its state, times and outputs appear together.
fn end(runs: Runs, client: Client, row: RunRow, run: RunDetail) {
    spawn_local(async move {
        read_detail(runs, &client, row).await;
        let before = row.record.with_untracked(|record| record.state);
        if before.is_final() {
            return;
        }
        // Without its detail, the events say how it ended. Their links are replaced when the detail can be read.
        let outputs = row
            .bookkeeping
            .try_update_value(|bookkeeping| bookkeeping.outputs.take());
        if let Some(Some(outputs)) = outputs {
            row.record.update(|record| record.outputs = Some(outputs));
        }
        row.live.update(|live| live.has_fresh_detail = false);
        runs.set_state(row, before.after_detail(run.status), run.error);
    });
}
