//! Sends a form: checks it, and starts its runs. How a run is uploaded is in `send/upload.rs`.

mod batch_id;
mod pending_run;
mod rejection;
mod upload;

use leptos::prelude::expect_context;
use leptos::task::spawn_local;
use web_sys::AbortController;

use batch_id::new_batch_id;
use pending_run::PendingRun;

use super::batch::BatchValue;
use super::state::FormState;
use super::undoable;
use super::values_panel::json_editor;
use crate::playground::connection::Connection;
use crate::playground::messages as say;
use crate::playground::runs::{Batch, NewRun, Runs};
use crate::playground::tab::Tab;
use crate::playground::ui::RwSignal;
use crate::playground::undo::Undo;

/// Sends one form.
#[derive(Clone, Copy)]
pub(crate) struct Sender {
    pub(super) form: FormState,
    connection: Connection,
    runs: Runs,
    tab: RwSignal<Tab>,
    undo: Undo,
}

/// What the page's check may prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendMode {
    /// Sends nothing unless every value is valid.
    IfValid,
    /// Sends the runs of a batch whose values are valid.
    OnlyValid,
    /// Sends everything, and leaves the check to the deployment.
    Unchecked,
}

impl Sender {
    /// The sender of a form. Reads contexts, so it must be created while a component is built.
    pub(crate) fn new(form: FormState) -> Self {
        Self {
            form,
            connection: expect_context(),
            runs: expect_context(),
            tab: expect_context(),
            undo: expect_context(),
        }
    }

    /// Starts a run, or every run of a batch.
    pub(crate) fn send(self, mode: SendMode) {
        let Some(client) = self.connection.client.get_untracked() else {
            self.connection.panel.set(true);
            return self.show_line(say::NOT_CONNECTED.now().to_owned());
        };
        if self.form.id.with_untracked(|id| id.trim().is_empty()) {
            return self.show_line(say::WORKFLOW_ID_MISSING.now().to_owned());
        }
        if self.form.apply_json().is_none() {
            return json_editor::focus();
        }
        if self.form.waits_for_files(move || self.send(mode)) {
            return;
        }
        let fields = self.form.current_fields();
        let values = self
            .form
            .batch
            .with_untracked(|batch| batch.values(&fields));
        let mut values = match values {
            Ok(values) => values,
            Err(message) => return self.show_line(message.now().to_owned()),
        };
        match mode {
            SendMode::IfValid if !self.form.check(&values) => return,
            SendMode::OnlyValid => values.retain(|value| value.error(&fields).is_none()),
            _ => {}
        }
        self.form.clear_errors();
        self.undo.withdraw(undoable::KIND);
        self.tab.set(Tab::Runs);
        let runs = self.prepare_all(values);
        spawn_local(self.upload_all(client, self.form.id.get_untracked(), runs));
    }

    fn show_line(self, line: String) {
        self.form.show_errors(&[], vec![line]);
    }

    /// One run, or one per value of a batch, in order.
    fn prepare_all(self, values: Vec<BatchValue>) -> Vec<PendingRun> {
        if values.is_empty() {
            return vec![self.prepare(None, None)];
        }
        let id = new_batch_id();
        let name = self.batch_name(&values);
        let count = values.len();
        let prepare = |(index, value): (usize, BatchValue)| {
            let batch = Batch {
                id: id.clone(),
                name: name.clone(),
                index,
                count,
            };
            self.prepare(Some(&value), Some(batch))
        };
        values.into_iter().enumerate().map(prepare).collect()
    }

    /// Adds a run to the list of runs, with the values that it will be sent.
    fn prepare(self, value: Option<&BatchValue>, batch: Option<Batch>) -> PendingRun {
        let abort = AbortController::new().ok();
        let batch_id = batch.as_ref().map(|batch| batch.id.clone());
        let row = self.runs.begin(NewRun {
            workflow_id: self.form.id.get_untracked(),
            workflow: self.form.name(),
            inputs: self.form.entered(value),
            batch,
            abort: abort.clone(),
        });
        let parts = self.form.parts(value);
        self.form.advance_seeds();
        PendingRun {
            parts,
            row,
            batch_id,
            abort,
        }
    }

    /// The field's label, with the first and last value of the batch.
    fn batch_name(self, values: &[BatchValue]) -> String {
        let fields = self.form.current_fields();
        let field = self
            .form
            .batch
            .with_untracked(|batch| batch.field_in(&fields));
        let Some(field) = field else {
            return String::new();
        };
        let label = field.label();
        let text = |value: &BatchValue| field.localize(&value.text);
        match values {
            [first, .., last] => [&label, ": ", &text(first), " … ", &text(last)].concat(),
            [only] => [&label, ": ", &text(only)].concat(),
            [] => label,
        }
    }
}
