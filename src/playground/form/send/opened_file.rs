//! Sends a form whose workflow was opened from a file: it is deployed first if that is needed.

use leptos::task::spawn_local;

use super::super::batch::BatchValue;
use super::{SendMode, Sender};
use crate::client::web::Client;
use crate::playground::exposure::Opened;

impl Sender {
    /// The opened workflow that the form is for.
    pub(super) fn opened(self) -> Option<Opened> {
        let opened = self.workflows.opened.get_untracked()?;
        (opened.form == self.form).then_some(opened)
    }

    /// Starts the runs when the workflow is deployed, or says why it is not.
    pub(super) fn start_deployed(
        self,
        client: Client,
        opened: Opened,
        runs: Vec<Vec<BatchValue>>,
        mode: SendMode,
    ) {
        spawn_local(async move {
            match opened.before_run(self.workflows, &client).await {
                Ok(()) => self.start(client, runs, mode),
                Err(lines) => self.form.show_errors(&[], lines),
            }
        });
    }
}
