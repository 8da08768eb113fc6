//! The workflow that a form is for. Views read it; the form changes it with its fields and its deployment.

use super::FormState;
use crate::form::field_state::FieldState;
use crate::form::form_source::FormSource;
use crate::problem::message;
use schema::{InputSchema, Problem};
use ui::StoredValue;

/// The workflow.
#[derive(Clone, Copy)]
pub(crate) struct SourceState(StoredValue<FormSource>);

impl SourceState {
    pub(super) fn new(source: FormSource) -> Self {
        Self(StoredValue::new(source))
    }

    /// Reads it.
    pub(crate) fn with_value<T>(&self, read: impl FnOnce(&FormSource) -> T) -> T {
        self.0.with_value(read)
    }

    /// Replaces the declared fields.
    pub(super) fn set_schema(&self, schema: InputSchema) {
        self.0.update_value(|source| source.schema = schema);
    }

    /// Replaces its problems and notes.
    pub(crate) fn set_problems(&self, problems: Vec<Problem>) {
        let (notes, problems) = problems.into_iter().partition(Problem::is_note);
        self.0.update_value(|source| {
            source.problems = problems;
            source.warnings = notes;
        });
    }

    /// Moves it to another deployment.
    pub(super) fn move_to(&self, deployment: &str) {
        self.0
            .update_value(|source| deployment.clone_into(&mut source.deployment));
    }
}

impl FormState {
    /// Whether it is the form of this workflow, unchanged.
    pub(crate) fn is_for(&self, other: &FormSource) -> bool {
        self.source.with_value(|source| {
            source.id == other.id
                && source.deployment == other.deployment
                && source.file == other.file
                && source.listed == other.listed
                && source.schema == other.schema
                && source.problems == other.problems
                && source.warnings == other.warnings
                && source.examples == other.examples
        })
    }

    /// Why a run with the default of this field cannot run, while it has that value; tracked.
    pub(crate) fn default_problem(&self, field: FieldState) -> Option<String> {
        let name = field.name();
        let problem = self
            .source
            .with_value(|source| source.default_problem(&name).cloned())?;
        (!field.is_changed()).then(|| message(&problem))
    }

    /// The base URL of its deployment.
    pub(crate) fn deployment(&self) -> String {
        self.source.with_value(|source| source.deployment.clone())
    }

    /// Keeps its values for another deployment.
    pub(crate) fn move_to(&self, deployment: &str) {
        self.source.move_to(deployment);
        self.source
            .with_value(|source| self.draft.move_to(deployment, &source.draft_key()));
    }

    /// The workflow's name for people; tracked.
    pub(crate) fn name(&self) -> String {
        let title = self.title.get().trim().to_owned();
        match title.is_empty() {
            true => self.source.with_value(|source| source.name.clone()),
            false => title,
        }
    }

    /// Whether the deployment lists the workflow.
    pub(crate) fn is_listed(&self) -> bool {
        self.source.with_value(|source| source.listed)
    }
}
