//! Sends a form: checks it, and starts its runs. How they are uploaded is in `runs/sending.rs`.

mod opened_file;
mod plan;
mod rejection;
mod unique_id;

use std::rc::Rc;

use web_sys::AbortController;

pub(crate) use plan::Plan;
use unique_id::new_unique_id;

use super::batch::{BatchSettings, BatchValue};
use super::send_mode::{RunQuestion, SendMode};
use super::state::FormState;
use super::undoable;
use super::values_panel::json_editor;
use crate::connection::{Connection, ConnectionStatus};
use crate::entered::Entered;
use crate::messages as say;
use crate::reveal::{self, reveal};
use crate::runs::{Batch, NewRun, PendingRun, RunRow, Runs, Sending, empty_texts};
use crate::undo::Undo;
use client::Error;
use client_web::Client;
use ui::{expect_context, untrack};

/// Sends one form.
#[derive(Clone, Copy)]
pub(crate) struct Sender {
    pub(super) form: FormState,
    pub(super) connection: Connection,
    pub(super) runs: Runs,
    undo: Undo,
}

/// The names of the fields that differ in these runs.
fn field_names(runs: &[Vec<BatchValue>]) -> Vec<String> {
    let mut names = Vec::new();
    for value in runs.iter().flatten() {
        if !names.contains(&value.field) {
            names.push(value.field.clone());
        }
    }
    names
}

impl Sender {
    /// The sender of a form. Reads contexts, so it must be created while a component is built.
    pub(crate) fn new(form: FormState) -> Self {
        Self {
            form,
            connection: expect_context(),
            runs: expect_context(),
            undo: expect_context(),
        }
    }

    /// Whether the deployment does not respond, so that Run waits; tracked.
    pub(super) fn is_unreachable(self) -> bool {
        let is_silent = |status: &ConnectionStatus| {
            matches!(status, ConnectionStatus::Lost { silent: true, .. })
        };
        self.connection.status.with(is_silent)
    }

    /// The milliseconds that each of these runs will take, by its inputs; tracks the earlier runs.
    pub(super) fn expected_times(
        self,
        runs: impl Iterator<Item = Vec<Entered>>,
    ) -> Option<Vec<f64>> {
        let id = self.form.id.get();
        self.runs.expected_times(&id, runs)
    }

    /// Starts a run, or every run of a batch; asks before many.
    pub(crate) fn send(self, mode: SendMode) {
        self.form.batch.ask(None);
        self.send_unless(mode, RunQuestion::before);
    }

    /// Starts them without a question.
    pub(super) fn send_all(self, mode: SendMode) {
        self.send_unless(mode, |_, _| None);
    }

    /// Starts the runs, unless there is a question before that many.
    fn send_unless(self, mode: SendMode, ask: fn(usize, SendMode) -> Option<RunQuestion>) {
        if untrack(|| self.is_unreachable()) {
            return;
        }
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
        if self
            .form
            .submission
            .waits_for_files(move || self.send_unless(mode, ask))
        {
            return;
        }
        let fields = self.form.current_fields();
        let runs = self.form.batch.with_untracked(|batch| batch.runs(&fields));
        let mut runs = match runs {
            Ok(runs) => runs,
            Err(message) => return self.show_line(message.now().to_owned()),
        };
        match mode {
            SendMode::IfValid if !self.form.check(&runs) => return,
            SendMode::OnlyValid => {
                runs.retain(|run| run.iter().all(|value| value.error(&fields).is_none()));
            }
            _ => {}
        }
        if let Some(question) = ask(runs.len(), mode) {
            self.form.clear_errors();
            return self.form.batch.ask(Some(question));
        }
        match self.form.before_run.get_untracked() {
            Some(before_run) => self.start_deployed(client, before_run, runs, mode),
            None => self.start(client, runs, mode),
        }
    }

    /// Starts the runs.
    fn start(self, client: Client, runs: Vec<Vec<BatchValue>>, mode: SendMode) {
        self.form.clear_errors();
        self.undo.withdraw(undoable::KIND);
        reveal(reveal::RESULT);
        let pending = self.prepare_all(runs, mode);
        let sending = Sending {
            runs: self.runs,
            client,
            workflow_id: self.form.id.get_untracked(),
            rejected: Rc::new(move |error: &Error, row: RunRow| self.rejected(error, row)),
        };
        sending.send_all(pending);
    }

    fn show_line(self, line: String) {
        self.form.show_errors(&[], vec![line]);
    }

    /// One run, or those of a batch, in order.
    fn prepare_all(self, runs: Vec<Vec<BatchValue>>, mode: SendMode) -> Vec<PendingRun> {
        if runs.is_empty() {
            let run = self.prepare(&[], None);
            self.advance_seeds();
            return vec![run];
        }
        let batch = Batch {
            id: new_unique_id(),
            name: self.batch_name(&runs),
            count: runs.len(),
            fields: field_names(&runs),
            // Without the invalid runs, the others do not form a grid.
            grid: (mode != SendMode::OnlyValid).then(|| self.grid()).flatten(),
            index: 0,
        };
        let prepare = |(index, run): (usize, &Vec<BatchValue>)| {
            let batch = Batch {
                index,
                ..batch.clone()
            };
            self.prepare(run, Some(batch))
        };
        let prepared = runs.iter().enumerate().map(prepare).collect();
        self.advance_seeds();
        prepared
    }

    /// Adds a run to the list of runs, with the values that it will be sent.
    fn prepare(self, values: &[BatchValue], batch: Option<Batch>) -> PendingRun {
        let abort = AbortController::new().ok();
        let parts = self.form.parts(values);
        let row = self.runs.begin(NewRun {
            workflow_id: self.form.id.get_untracked(),
            workflow: self.form.name(),
            inputs: self.form.entered(values),
            empty_texts: empty_texts(&parts),
            batch,
            abort: abort.clone(),
        });
        PendingRun { row, parts, abort }
    }

    /// Sets the seeds for the next press of Run. The runs of a batch share theirs: another seed would hide what the
    /// values change.
    fn advance_seeds(self) {
        self.form.seeds.advance(self.form.current_fields());
    }

    /// The labels of the fields that differ, each with its first and last value; or the name of the table.
    fn batch_name(self, runs: &[Vec<BatchValue>]) -> String {
        let table = self
            .form
            .batch
            .with_untracked(|batch| batch.table.as_ref().map(|table| table.name.clone()));
        let (Some(first), Some(last), None) = (runs.first(), runs.last(), &table) else {
            return table.unwrap_or_default();
        };
        let fields = self.form.current_fields();
        // The headings of a grid have the values.
        let is_grid = first.len() > 1;
        let part = |(first, last): (&BatchValue, &BatchValue)| {
            let field = fields.iter().find(|field| first.is_of(field))?;
            let (first, last) = (field.localize(&first.text), field.localize(&last.text));
            let label = field.label();
            Some(match first == last {
                true => [&label, ": ", &first].concat(),
                false if is_grid => label,
                false => [&label, ": ", &first, " … ", &last].concat(),
            })
        };
        let parts: Vec<String> = first.iter().zip(last).filter_map(part).collect();
        parts.join(" × ")
    }

    /// The values of both fields of a grid; `None` unless two fields differ.
    fn grid(self) -> Option<[Vec<String>; 2]> {
        let fields = self.form.current_fields();
        let batch = self.form.batch.with_untracked(BatchSettings::clone);
        let values = batch
            .values(&fields)
            .ok()
            .filter(|_| batch.table.is_none())?;
        let texts = |values: &Vec<BatchValue>| {
            // The first names the field, for all of them.
            let text = |(index, value): (usize, &BatchValue)| {
                let field = fields.iter().find(|field| value.is_of(field));
                let text = field.map(|field| field.localize(&value.text));
                let text = text.unwrap_or_default();
                match field.filter(|_| index == 0) {
                    Some(field) => [&field.label(), " ", &text].concat(),
                    None => text,
                }
            };
            values.iter().enumerate().map(text).collect()
        };
        match values.as_slice() {
            [rows, columns] => Some([texts(rows), texts(columns)]),
            _ => None,
        }
    }
}
