//! Follows the runs by the deployment's events, where it offers them, and by their details otherwise. One tab of the
//! browser reads the stream for all that have the same deployment and key. In the deferred chunk.

mod lock;
mod reader;
mod session;
mod tabs;

use super::detail_polling;
use super::run_row::RunRow;
use super::store::Runs;
use crate::connection::ConnectionStatus;
use client_web::Client;
use ui::spawn_local;

/// Polls the details that no event reports, and begins to follow events with the first run in progress. Returns the
/// milliseconds until the next poll, or `None` to pause polling.
pub(super) async fn poll(runs: Runs) -> Option<u32> {
    begin(runs);
    detail_polling::poll_details(runs).await
}

fn begin(runs: Runs) {
    let is_live = |status: &ConnectionStatus| *status == ConnectionStatus::Live;
    let Some(client) = runs.connection.client.get_untracked() else {
        return;
    };
    let has_open = || runs.rows.with_untracked(|rows| rows.iter().any(is_open));
    if runs.connection.status.with_untracked(is_live) && has_open() && runs.following.begin() {
        spawn_local(follow(runs, client));
    }
}

/// Follows the runs until the connection changes.
async fn follow(runs: Runs, client: Client) {
    if let Some(session) = session::begin(runs, client).await {
        reader::read(&session).await;
        session.end();
    }
}

/// Whether the deployment may report something about a run.
fn is_open(row: &RunRow) -> bool {
    row.record.with_untracked(|record| {
        let is_open = record.state.is_active() && !record.state.is_unsent();
        is_open && record.run_id.is_some()
    })
}
