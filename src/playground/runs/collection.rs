//! Which runs are listed, and which one is shown when a listed one is gone.

use super::capabilities::Capabilities;
use super::run_row::RunRow;
use super::store::Runs;
use client::web::Client;

impl Runs {
    /// Takes a row out of the list. The run that takes its place is shown, if it was.
    pub(super) fn take_out(&self, row: RunRow) {
        let next = self.rows.take_out(row);
        self.stage.replace(row, next);
    }

    /// Switches to the runs of the connected deployment.
    pub(super) fn switch_deployment(self) {
        let client = self.connection.client.get_untracked();
        let address = self.connection.address.get_untracked();
        let client = client.or_else(|| Client::new(&address, "").ok());
        let base_url = client.map(|client| client.base_url().to_owned());
        self.capabilities.set(Capabilities::default());
        self.following.end();
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

    /// Removes the oldest runs beyond the limit.
    pub(super) fn trim(&self) {
        for row in self.rows.beyond_limit() {
            self.take_out(row);
            self.delete(row);
        }
    }
}
