//! The state of a form, composed of parts that own their fields. It lives as long as the page, so that changing the
//! workflow loses no input.

mod batch_state;
mod check;
mod draft;
mod error_state;
mod field_list;
mod fields;
pub(super) mod files;
mod json_edit;
mod link_values;
mod run_values;
mod seeds;
mod source_state;
mod submission;
mod undo;
mod unmatched_texts;

use std::rc::Rc;

use batch_state::BatchState;
use error_state::ErrorState;
use field_list::FieldList;
use json_edit::JsonEdit;
use link_values::LinkValues;
use seeds::Seeds;
use source_state::SourceState;
use submission::Submission;
use undo::LastChange;
use unmatched_texts::UnmatchedTexts;

use super::batch::BatchSettings;
use super::draft::{Draft, DraftContent};
use super::field_state::FieldState;
use super::form_source::FormSource;
use crate::deferred::Task;
use api::Example;
use client_web::Client;
use ui::RwSignal;

/// A workflow's form.
#[derive(Clone, Copy)]
pub(crate) struct FormState {
    /// The workflow's id.
    pub(crate) id: RwSignal<String>,
    /// The title that a person gives an opened workflow; empty for the name of its source.
    pub(crate) title: RwSignal<String>,
    /// The workflow that it is for.
    pub(crate) source: SourceState,
    /// Its fields, in order.
    pub(crate) fields: FieldList,
    /// Names and texts of values that match no field.
    pub(crate) unmatched: UnmatchedTexts,
    /// The values of a link that wait until the person chooses whether to use them.
    pub(super) link_values: LinkValues,
    /// The errors that a check found.
    pub(crate) errors: ErrorState,
    /// Which values differ between the runs of a batch.
    pub(crate) batch: BatchState,
    /// What happens to its seeds after each run.
    pub(crate) seeds: Seeds,
    /// A press of Run that waits.
    pub(super) submission: Submission,
    /// The JSON that a person typed and has not applied yet.
    pub(crate) json: JsonEdit,
    /// The values after the last change that can be undone.
    changed: LastChange,
    /// What Run does first with the workflow of an opened file.
    pub(crate) before_run: RwSignal<Option<BeforeRun>>,
    draft: Draft,
}

type Deploy = Rc<dyn Fn(Client) -> Task<Result<(), Vec<String>>>>;

/// What Run does first with the workflow of an opened file.
#[derive(Clone)]
pub(crate) struct BeforeRun {
    /// Deploys the workflow if that is needed. The error says in sentences why the runs cannot follow; it is empty if
    /// the page says so elsewhere.
    pub(crate) deploy: Deploy,
    /// What Run will do, in one line; tracked. `None` until that is known, and while another file is open.
    pub(crate) hint: Rc<dyn Fn() -> Option<String>>,
}

/// A form never shares a part with another one, so comparing one part is enough.
impl PartialEq for FormState {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields
    }
}

impl FormState {
    /// A form with the texts of this example, or with its draft, or else with its defaults.
    pub(crate) fn new(source: FormSource, example: Option<&Example>) -> Self {
        let draft = Draft::new(&source.deployment, &source.draft_key());
        let content = example.map_or_else(|| draft.load(), DraftContent::from);
        let text = |name: &str| content.text(name);
        let form = Self {
            id: RwSignal::new(source.id.clone()),
            title: RwSignal::new(String::new()),
            fields: FieldList::new(&source.schema.fields, text, draft),
            unmatched: UnmatchedTexts::new(),
            link_values: LinkValues::new(),
            errors: ErrorState::new(),
            batch: BatchState::new(),
            seeds: Seeds::new(content.seed_modes.clone()),
            submission: Submission::new(),
            json: JsonEdit::new(),
            changed: LastChange::default(),
            before_run: RwSignal::new(None),
            source: SourceState::new(source),
            draft,
        };
        form.restore(content);
        draft.collect_with(move || form.collect_draft());
        form
    }

    /// Its fields; not tracked.
    pub(crate) fn current_fields(&self) -> Vec<FieldState> {
        self.fields.current()
    }

    /// The field with this name.
    pub(crate) fn field(&self, name: &str) -> Option<FieldState> {
        let is_it = |field: &FieldState| field.definition.with_value(|field| field.name == name);
        self.current_fields().into_iter().find(is_it)
    }

    /// Whether the values are locked while Run waits; tracked.
    pub(crate) fn is_locked(&self) -> bool {
        self.submission.is_waiting()
    }

    /// Restores the default of every field, and a single run.
    pub(crate) fn reset(&self) {
        self.submission.ignore_files();
        self.json.discard();
        for field in self.current_fields() {
            field.reset();
        }
        self.batch.set(BatchSettings::default());
        self.clear_errors();
    }

    /// Puts these texts into the fields with these names. Names without a field become unmatched.
    pub(crate) fn fill(&self, texts: Vec<(String, String)>) {
        for (name, text) in texts {
            match self.field(&name) {
                Some(field) => {
                    field.set_text(text);
                    field.check();
                }
                None => self.unmatched.put(name, text),
            }
        }
    }
}
