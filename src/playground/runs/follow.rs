//! Follows runs by what the deployment tells of each, where it does.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::RunRow;
use super::track::RunState;
use crate::api::RunDetail;
use crate::client::ErrorKind;
use crate::client::web::Client;
use crate::playground::connection::{Connection, Link};

/// The milliseconds between two rounds.
const PACE: u32 = 1000;

/// Readings in a row without a detail after which the queue alone counts.
pub(super) const UNTOLD: u32 = 3;

/// Reads the detail of every run that may still change, and of the chosen one; gives the
/// milliseconds until the next round.
pub(super) async fn round(
    connection: Connection,
    rows: RwSignal<Vec<RunRow>>,
    choice: RwSignal<Option<u32>>,
) -> Option<u32> {
    let client = connection.client.get_untracked()?;
    if connection.link.with_untracked(|link| *link != Link::Live) {
        return None;
    }
    let chosen = choice.get_untracked();
    let rows = rows.get_untracked();
    let mut more = false;
    for row in rows.iter().filter(|row| row.wants_detail(&client, chosen)) {
        read(&client, *row).await;
        more |= row.wants_detail(&client, chosen);
    }
    more.then_some(PACE)
}

/// Cancels a run: its upload here, or the run itself at the deployment.
pub(super) fn cancel(connection: Connection, row: RunRow) {
    row.abort();
    let (Some(client), Some(run_id)) = (connection.client.get_untracked(), row.run_id()) else {
        return;
    };
    row.cancelling.set(true);
    spawn_local(async move {
        let answer = client.cancel(&run_id).await;
        row.cancelling.set(false);
        match answer {
            Ok(()) => read(&client, row).await,
            Err(error) => row.record.update(|record| {
                record.message = Some(match error.kind {
                    ErrorKind::NotFound => "Not cancelled: this deployment offers no cancel, or knows no such run any more.".to_owned(),
                    _ => format!("Not cancelled: {}", error.reason),
                });
            }),
        }
    });
}

async fn read(client: &Client, row: RunRow) {
    let Some(run_id) = row.run_id() else { return };
    match client.get_run(&run_id).await {
        Ok(detail) => {
            row.untold.set_value(0);
            row.saw_detail(detail);
        }
        Err(error) if error.kind == ErrorKind::NotFound => {
            row.untold.update_value(|untold| *untold += 1);
        }
        // How the connection goes is the queue's to say.
        Err(_) => {}
    }
}

impl RunRow {
    fn wants_detail(&self, client: &Client, chosen: Option<u32>) -> bool {
        let here = self.record.with_untracked(|record| {
            record.run_id.is_some() && record.base_url == client.base_url()
        });
        let ended = self.record.with_untracked(|record| record.state.is_final());
        let shown = chosen == Some(self.key) && self.detail.with_untracked(Option::is_none);
        here && (!ended || shown) && self.untold.get_value() < UNTOLD
    }

    fn saw_detail(&self, detail: RunDetail) {
        let before = self.record.with_untracked(|record| record.state);
        let after = before.after_detail(detail.status);
        let message = match after {
            RunState::Failed => detail.error.clone(),
            _ => None,
        };
        if self
            .detail
            .with_untracked(|last| last.as_ref() != Some(&detail))
        {
            self.detail.set(Some(detail));
        }
        if after != before || message.is_some() {
            self.move_to(after, message);
        }
    }
}
