//! Deletes runs at the service, too. Until that can no longer be undone, they are only removed from the list.

use super::run_row::RunRow;
use super::store::Runs;
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::reason;
use ui::{El, button, expect_context, memo, spawn_local};

/// The status of an answer about a run that the service does not have.
const GONE: u16 = 404;

/// Deletes a run at the service.
pub(crate) fn delete_button(row: RunRow) -> El {
    deleting(move || vec![row], |_| say::RUN_DELETE.now().to_owned())
}

/// Deletes the runs of a batch at the service, and says how many.
pub(crate) fn delete_all_button(rows: impl Fn() -> Vec<RunRow> + Clone + 'static) -> El {
    deleting(rows, |count| say::RUNS_DELETE.count(count))
}

/// Deletes the runs at the service that have ended there. It is there if the deployment is known to offer that.
fn deleting(rows: impl Fn() -> Vec<RunRow> + Clone + 'static, name: fn(usize) -> String) -> El {
    let runs: Runs = expect_context();
    let deletable = memo(move || {
        let is_offered = runs.connection.client.with(|client| {
            client
                .as_ref()
                .is_some_and(|client| client.reads_idempotency_key())
        });
        let mut rows = rows();
        rows.retain(|row| is_offered && !row.is_active() && row.run_id().is_some());
        rows
    });
    let count = move || deletable.with(Vec::len);
    let delete = move || {
        let rows = deletable.get_untracked();
        for row in &rows {
            row.record.update(|record| record.is_deleted = true);
        }
        runs.remove(&rows);
    };
    button("button small danger", delete)
        .attr("data-command", true)
        .attr("hidden", move || count() == 0)
        .child(icon(Shape::Trash))
        .text(move || name(count()))
}

/// Deletes a removed run at the service, and then its data here. If the service does not, the run is in the list again.
pub(super) fn delete_everywhere(runs: Runs, row: RunRow) {
    spawn_local(async move {
        match delete_at_service(runs, row).await {
            Ok(()) => runs.delete(&[row]),
            Err(why) => put_back(runs, row, &why),
        }
    });
}

async fn delete_at_service(runs: Runs, row: RunRow) -> Result<(), String> {
    let base_url = row.record.with_untracked(|record| record.base_url.clone());
    let client = runs.connection.client.get_untracked();
    let client = client.filter(|client| client.base_url() == base_url);
    let (Some(client), Some(run_id)) = (client, row.run_id()) else {
        return Err(say::STATUS_NOT_CONNECTED.now().to_owned());
    };
    match client.delete_run(&run_id).await {
        Err(error) if error.status != Some(GONE) => Err(reason::of_error(&error)),
        _ => Ok(()),
    }
}

fn put_back(runs: Runs, row: RunRow, why: &str) {
    row.record.update(|record| {
        record.removed = None;
        record.is_deleted = false;
        let note = say::RUN_DELETE_FAILED.with(&[why]);
        // Why a run failed comes first.
        record.message = Some(match record.message.take() {
            Some(message) => [&message, "\n", &note].concat(),
            None => note,
        });
    });
    runs.save(row);
    runs.put_back_in_list(vec![row]);
}
