//! The workflow that a form is for. Views read it; the form changes it with its fields and its deployment.

use super::FormState;
use crate::form::form_source::FormSource;
use schema::InputSchema;
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
                && source.listed == other.listed
                && source.schema == other.schema
                && source.problems == other.problems
                && source.examples == other.examples
        })
    }

    /// The base URL of its deployment.
    pub(crate) fn deployment(&self) -> String {
        self.source.with_value(|source| source.deployment.clone())
    }

    /// Keeps its values for another deployment.
    pub(crate) fn move_to(&self, deployment: &str) {
        self.source.move_to(deployment);
        self.source
            .with_value(|source| self.draft.move_to(deployment, &source.id));
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
