//! Forms that are filled in from elsewhere: from an earlier run, or by a link.

use super::state::{ReusedInputs, Then, Workflows};
use crate::entered::Entered;
use crate::form::{FieldState, FormState, SendMode, Sender, Undoable, values_json};
use crate::messages as say;
use crate::page_link::LinkContent;

impl Workflows {
    /// Shows a workflow's form with the inputs of an earlier run. Until the deployment has listed its workflows, the
    /// inputs wait; without a connection, nothing is sent.
    pub(crate) fn reuse_inputs(self, workflow_id: &str, inputs: Vec<Entered>, then: Then) {
        let is_connected = self.connection.client.with_untracked(Option::is_some);
        self.connection
            .panel
            .update(|panel| *panel |= !is_connected);
        self.reused.set(Some(ReusedInputs {
            workflow_id: workflow_id.to_owned(),
            inputs,
            then: match then {
                Then::Run if !is_connected => Then::Edit,
                then => then,
            },
        }));
    }

    /// Fills in what is waiting for a form: the inputs of an earlier run, or the values of a link. Otherwise opens
    /// the file again that was shown before a reload.
    pub(super) fn prefill(self) {
        match self.reused.try_update(Option::take).flatten() {
            Some(reused) => {
                let root = self.root.get_value();
                root.make(|| self.fill_in(reused));
            }
            None if self
                .connection
                .carried
                .with_untracked(|carried| carried.workflow.is_some()) =>
            {
                self.prefill_from_link();
            }
            None => self.reopen(),
        }
    }

    /// Fills the form of a workflow with inputs, which can be undone, or sends them.
    pub(super) fn fill_in(self, reused: ReusedInputs) {
        let Some(form) = self.show_form_of(&reused.workflow_id) else {
            return;
        };
        if reused.then == Then::Run {
            put_inputs(form, &reused.inputs);
            Sender::new(form).send(SendMode::IfValid);
            return;
        }
        let message = say::INPUTS_FILLED_IN.now().to_owned();
        Undoable::new(form).change(message, move || {
            put_inputs(form, &reused.inputs);
            if reused.then == Then::VarySeed {
                form.vary_seed();
            }
        });
    }

    /// Fills in the inputs of the run that made an image, which can be undone. Says which files this browser
    /// does not have.
    pub(super) fn fill_in_from_image(self, image: &str, reused: ReusedInputs) {
        let Some(form) = self.show_form_of(&reused.workflow_id) else {
            return;
        };
        let missing = missing_files(form, &reused.inputs);
        let message = match missing.is_empty() {
            true => say::IMAGE_FILLED_IN.with(&[image]),
            false => say::IMAGE_FILLED_IN_WITHOUT.with(&[image, &missing.join(", ")]),
        };
        Undoable::new(form).change(message, move || put_inputs(form, &reused.inputs));
    }

    /// Shows the form of a workflow: the listed one, or else one that was opened, or else a manual form.
    fn show_form_of(self, workflow_id: &str) -> Option<FormState> {
        let deployment = self.connection.deployment();
        let matches = |form: &FormState| {
            form.id.with_untracked(|id| id == workflow_id) && form.deployment() == deployment
        };
        let known = self
            .forms
            .with_value(|forms| forms.iter().rev().find(|form| matches(form)).copied());
        match (self.listing.entry(workflow_id), known) {
            (Some(entry), _) => self.select(&entry),
            (None, Some(form)) => self.form.set(Some(form)),
            (None, None) => self.show_manual_form(workflow_id),
        }
        self.form.get_untracked()
    }

    /// Fills in the values of the link that opened the page, or that was followed in it.
    fn prefill_from_link(self) {
        let carried = self.connection.carried;
        let LinkContent {
            workflow, values, ..
        } = carried.get_untracked();
        let Some(workflow) = workflow else { return };
        self.fill_from_link(&workflow, &values.unwrap_or_default());
        // Only now, since no example is filled into the form of a link with values.
        carried.set(LinkContent::default());
    }

    fn fill_from_link(self, workflow: &str, json: &str) {
        let values = values_json::read(json);
        // A broken link does not replace a form that is shown.
        let shown = self.form.get_untracked().filter(|_| values.is_err());
        let Some(form) = shown.or_else(|| self.show_form_of(workflow)) else {
            return;
        };
        match values {
            Ok(values) => form.fill_from_link(values),
            Err(_) => form.show_errors(&[], vec![say::LINK_VALUES_INVALID.now().to_owned()]),
        }
    }
}

/// The labels of the fields whose files are not among the inputs of a run that needed them.
fn missing_files(form: FormState, inputs: &[Entered]) -> Vec<String> {
    let is_missing = |field: &FieldState| {
        let name = field.name();
        let input = inputs.iter().find(|input| input.name == name);
        let has_none = input.is_none_or(|input| input.files.is_empty());
        field.takes_files() && has_none && (field.required() || input.is_some())
    };
    let fields = form.current_fields().into_iter();
    fields
        .filter(is_missing)
        .map(|field| field.label())
        .collect()
}

/// Puts inputs into the fields of a form, and resets the others.
fn put_inputs(form: FormState, inputs: &[Entered]) {
    form.reset();
    form.fill(
        inputs
            .iter()
            .filter(|input| input.files.is_empty())
            .map(|input| (input.name.clone(), input.text.clone()))
            .collect(),
    );
    for input in inputs {
        if let Some(field) = form.field(&input.name).filter(|_| !input.files.is_empty()) {
            field.set_files(input.files.clone());
        }
    }
}
