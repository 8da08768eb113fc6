//! From a filled form to a run: check, send, and what the deployment says to it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::AbortController;

use super::FormState;
use crate::client::web::{Client, Part, RunOptions};
use crate::client::{Error, ErrorKind};
use crate::playground::app::Tab;
use crate::playground::connection::Connection;
use crate::playground::runs::{RunRow, Runs};

/// Sends one form's runs.
#[derive(Clone, Copy)]
pub(crate) struct Sender {
    form: FormState,
    connection: Connection,
    runs: Runs,
    tab: RwSignal<Tab>,
}

impl Sender {
    /// The sender of a form; taken while a component is made.
    pub(crate) fn new(form: FormState) -> Self {
        Self {
            form,
            connection: expect_context(),
            runs: expect_context(),
            tab: expect_context(),
        }
    }

    /// Starts a run. With `check`, only when the values fit the schema.
    pub(crate) fn send(self, check: bool) {
        let Some(client) = self.connection.client.get_untracked() else {
            self.connection.panel.set(true);
            let line = "not sent: connect to a deployment first".to_owned();
            return self.form.show(&[], vec![line], false);
        };
        if check && !self.form.check() {
            return;
        }
        self.form.show(&[], Vec::new(), false);
        let workflow = self.form.id.get_untracked();
        let name = self.form.name.get_value();
        let abort = AbortController::new().ok();
        let row = self
            .runs
            .begin(&workflow, &name, self.form.entered(), abort.clone());
        let parts = self.form.parts();
        self.tab.set(Tab::Runs);
        let options = RunOptions {
            signal: abort.map(|abort| abort.signal()),
            ..RunOptions::default()
        };
        spawn_local(self.deliver(client, workflow, parts, options, row));
    }

    async fn deliver(
        self,
        client: Client,
        workflow: String,
        parts: Vec<Part>,
        options: RunOptions,
        row: RunRow,
    ) {
        match client.run(&workflow, &parts, &options).await {
            Ok(entries) => self.runs.accepted(row, &entries),
            Err(error) => self.refused(&error, row),
        }
    }

    /// What the deployment named goes to its fields; a run of which nobody knows whether it began
    /// stays in the list and says so.
    fn refused(self, error: &Error, row: RunRow) {
        match error.kind {
            ErrorKind::Aborted => return self.runs.stopped(row),
            ErrorKind::Network | ErrorKind::Timeout | ErrorKind::Decode => {
                return self.runs.lost(row, &error.reason);
            }
            ErrorKind::Authentication => self.connection.heard::<()>(Err(error)),
            _ => {}
        }
        self.runs.drop_row(row);
        self.tab.set(Tab::Form);
        let lines = match error.items.as_slice() {
            [] => vec![error.reason.clone()],
            _ => Vec::new(),
        };
        self.form.show(&error.items, lines, false);
    }
}
