//! Forms that are filled in from elsewhere: from an earlier run, or by a link.

use super::{Listing, Workflows};
use crate::playground::form::{Entered, FormState, SendMode, Sender, values_json};
use crate::playground::link::Carried;
use crate::playground::messages as say;

impl Workflows {
    /// Shows a workflow's form with what was entered for an earlier run; `run` sends it at once.
    pub(crate) fn refill(self, workflow_id: &str, inputs: &[Entered], run: bool) {
        let Some(form) = self.form_of(workflow_id) else {
            return;
        };
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
        if run {
            Sender::new(form).send(SendMode::IfValid);
        }
    }

    /// The form of this workflow, brought before the person: one that is there, else by the listing.
    fn form_of(self, workflow_id: &str) -> Option<FormState> {
        let entry = self.listing.with_untracked(|listing| match listing {
            Listing::Offered(entries) => entries
                .iter()
                .find(|entry| entry.id == workflow_id)
                .cloned(),
            _ => None,
        });
        let deployment = self.connection.deployment();
        let is_it = |form: &FormState| {
            form.id.with_untracked(|id| id == workflow_id) && form.deployment() == deployment
        };
        let known = self
            .forms
            .with_value(|forms| forms.iter().rev().find(|form| is_it(form)).copied());
        match (entry, known) {
            (Some(entry), _) => self.choose(&entry),
            (None, Some(form)) => self.form.set(Some(form)),
            (None, None) => self.by_hand(workflow_id),
        }
        self.form.get_untracked()
    }

    /// Whether a link carries values, and the deployment that they are for is known.
    pub(super) fn may_follow(self) -> bool {
        let carries = |carried: &Carried| carried.workflow.is_some();
        let known =
            |listing: &Listing| matches!(listing, Listing::Offered(_) | Listing::NotOffered);
        let entered = self.entered.get_value() == self.connection.epoch.get();
        // Each is followed, whatever the others are.
        let (known, carries) = (
            self.listing.with(known),
            self.connection.carried.with(carries),
        );
        entered && known && carries
    }

    /// Fills in what the link carries that the page was opened by, or that was followed in it.
    pub(crate) fn follow_carried(self) {
        let carried = self.connection.carried.try_update(std::mem::take);
        let Some(Carried {
            workflow: Some(workflow),
            values: json,
            ..
        }) = carried
        else {
            return;
        };
        let texts = values_json::read(&json.unwrap_or_default());
        // What cannot be read takes nobody away from the form that is there.
        let there = self.form.get_untracked().filter(|_| texts.is_err());
        let Some(form) = there.or_else(|| self.form_of(&workflow)) else {
            return;
        };
        match texts {
            Ok(texts) => form.fill(texts),
            Err(_) => form.show_errors(&[], vec![say::LINK_VALUES_INVALID.now().to_owned()]),
        }
    }
}
