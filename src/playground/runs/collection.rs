//! Which runs are listed, and which one is shown when a listed one is gone.

use super::capabilities::Capabilities;
use super::limit::LIMIT;
use super::run_row::RunRow;
use super::store::Runs;
use crate::language::integer;
use crate::messages as say;
use client_web::Client;

impl Runs {
    /// Takes rows out of the list. The run that takes the place of the shown one is shown.
    pub(super) fn take_out(&self, rows: &[RunRow]) {
        let next = self.rows.take_out(rows, self.stage.chosen_key());
        for row in rows {
            self.stage.replace(*row, next);
        }
    }

    /// Switches to the runs of the connected deployment.
    pub(super) fn switch_deployment(self) {
        let client = self.connection.client.get_untracked();
        let address = self.connection.address.get_untracked();
        let client = client.or_else(|| Client::new(&address, "").ok());
        let base_url = client.map(|client| client.base_url().to_owned());
        self.capabilities.set(Capabilities::default());
        self.following.end();
        // What was known of whether events arrive does not hold any more.
        self.rows.get_untracked().iter().for_each(RunRow::forget);
        if self.rows.connect(base_url.unwrap_or_default()) {
            self.stage.switch_deployment();
            self.list_all();
        }
    }

    /// Lists every run of the connected deployment.
    pub(super) fn list_all(self) {
        self.rows.list_all();
        self.stage.leave_missing();
        self.poll_now();
    }

    /// Notes what an answer says about the deployment. Most say what is known, and hundreds of buttons depend on it.
    pub(super) fn learn(&self, note: fn(&mut Capabilities)) {
        let mut known = self.capabilities.get_untracked();
        note(&mut known);
        if self.capabilities.get_untracked() != known {
            self.capabilities.set(known);
        }
    }

    /// That older runs were dropped, and where they still are; tracked.
    pub(super) fn dropped_runs(&self) -> Option<String> {
        self.connection.epoch.track();
        let limit = integer(LIMIT);
        let has_details = self.capabilities.with(Capabilities::has_details);
        let message = match has_details {
            true => say::RUNS_DROPPED_ON_SERVICE,
            false => say::RUNS_DROPPED,
        };
        let is_true = self.dropped.has_runs(&self.rows.base_url());
        is_true.then(|| message.with(&[&limit]))
    }

    /// Drops the oldest runs beyond the limit, and notes it.
    pub(super) fn trim(&self) {
        let rows = self.rows.beyond_limit();
        if rows.is_empty() {
            return;
        }
        self.take_out(&rows);
        let mut deployments: Vec<String> = rows
            .iter()
            .map(|row| row.record.with_untracked(|record| record.base_url.clone()))
            .collect();
        deployments.sort_unstable();
        deployments.dedup();
        for base_url in &deployments {
            self.dropped.note_runs(base_url);
        }
        self.delete(&rows);
    }
}
