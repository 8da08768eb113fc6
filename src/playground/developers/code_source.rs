//! Whose values the code has: those of the open result, or those of the form. It follows what a person did last: opening
//! a result, or changing a value.

use web_sys::File;

use super::call::{call_of_form, call_of_run, is_of};
use super::state::Developers;
use crate::form::FormState;
use crate::language::{Message, integer};
use crate::messages as say;
use crate::runs::{RunRow, Runs, batch_values};
use ui::{El, RwSignal, StoredValue, button, el, expect_context};

/// The source of the values.
#[derive(Clone, Copy)]
pub(super) struct CodeSource {
    form: FormState,
    runs: Runs,
    of_result: RwSignal<bool>,
    /// The run that was open when it was last looked at.
    open: StoredValue<Option<u32>>,
    /// Whether the form was looked at.
    has_seen_form: StoredValue<bool>,
    /// How often the code of the result was asked for when that was last looked at.
    asked: StoredValue<u32>,
}

impl CodeSource {
    /// The open result, if it is one of the form's workflow; else the form. Reads a context.
    pub(super) fn new(form: FormState) -> Self {
        let runs: Runs = expect_context();
        let open = runs.stage.shown.get_untracked();
        let row = runs
            .rows
            .get_untracked()
            .into_iter()
            .find(|row| Some(row.key) == open);
        let of_result =
            row.is_some_and(|row| row.record.with_untracked(|record| is_of(record, form)));
        Self {
            form,
            runs,
            of_result: RwSignal::new(of_result),
            open: StoredValue::new(open),
            has_seen_form: StoredValue::new(false),
            asked: StoredValue::new(0),
        }
    }

    /// Changes to the result that was opened; tracked.
    pub(super) fn follow_stage(self) {
        let open = self.runs.stage.shown.get();
        if self.open.get_value() != open {
            self.open.set_value(open);
            self.of_result.set(open.is_some());
        }
    }

    /// Changes to the result when a person asks for its code; tracked.
    pub(super) fn follow_question(self, developers: Developers) {
        if developers.result_asked.get() > self.asked.get_value() {
            self.asked
                .set_value(developers.result_asked.get_untracked());
            self.of_result.set(true);
        }
    }

    /// Changes to the form when one of its values does; tracked.
    pub(super) fn follow_form(self) {
        for field in self.form.fields.get() {
            field.text.track();
            field.files.track();
        }
        self.form.batch.with(|_| {});
        if self.has_seen_form.get_value() {
            self.of_result.set(false);
        }
        self.has_seen_form.set_value(true);
    }

    /// The open run, if the code has its values; tracked.
    fn run(self) -> Option<RunRow> {
        let key = self.runs.stage.shown.get();
        self.runs.rows.row(key).filter(|_| self.of_result.get())
    }

    /// The call as JSON; tracks its values.
    pub(super) fn call(self, offers_package: bool) -> String {
        match self.run() {
            Some(row) => call_of_run(row, self.form, offers_package),
            None => call_of_form(self.form, offers_package),
        }
    }

    /// The files that the call sends; tracked.
    pub(super) fn files(self) -> Vec<File> {
        match self.run() {
            Some(row) => row.record.with(|record| {
                let inputs = record.inputs.iter();
                inputs.flat_map(|input| input.files.clone()).collect()
            }),
            None => {
                let fields = self.form.fields.get().into_iter();
                fields.flat_map(|field| field.files.get()).collect()
            }
        }
    }

    /// Which values the call has; tracked.
    pub(super) fn hint(self) -> String {
        let Some(row) = self.run() else {
            let is_single = self.form.batch.with(|batch| batch.is_single());
            let hint = match is_single {
                true => say::CODE_HINT,
                false => say::CODE_HINT_BATCH,
            };
            return hint.now().to_owned();
        };
        let place = row.record.with(|record| {
            let batch = record.batch.as_ref()?;
            Some([integer(batch.index + 1), integer(batch.count)])
        });
        match place {
            Some([number, count]) => {
                let values = batch_values(row, self.runs).unwrap_or_default();
                say::CODE_HINT_RUN_OF_BATCH.with(&[&number, &count, &values])
            }
            None => say::CODE_HINT_RESULT.now().to_owned(),
        }
    }

    /// Whether a result is open; tracked.
    pub(super) fn has_open(self) -> bool {
        self.runs.rows.row(self.runs.stage.shown.get()).is_some()
    }

    /// The choice between the two.
    pub(super) fn choice(self) -> El {
        let option = |(of_result, label): (bool, Message)| {
            button("segment", move || self.of_result.set(of_result))
                .attr("aria-pressed", move || {
                    (self.of_result.get() == of_result).to_string()
                })
                .text(label)
        };
        el("div", "segments code-source")
            .attr("role", "group")
            .attr("aria-label", say::CODE_VALUES)
            .children([(true, say::CODE_OF_RESULT), (false, say::CODE_OF_FORM)].map(option))
    }
}
