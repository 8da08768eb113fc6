//! Sends a form whose workflow was opened from a file: it is deployed first if that is needed.

use super::Sender;
use crate::form::batch::BatchValue;
use crate::form::send_mode::SendMode;
use crate::form::state::BeforeRun;
use client_web::Client;
use ui::spawn_local;

impl Sender {
    /// Starts the runs when the workflow is deployed, or says why it is not.
    pub(super) fn start_deployed(
        self,
        client: Client,
        before_run: BeforeRun,
        runs: Vec<Vec<BatchValue>>,
        mode: SendMode,
    ) {
        spawn_local(async move {
            match (before_run.deploy)(client.clone()).await {
                Ok(()) => self.start(client, runs, mode),
                Err(lines) => self.form.show_errors(&[], lines),
            }
        });
    }
}
