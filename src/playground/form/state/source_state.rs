//! The workflow that a form is for. Views read it; the form changes it with its fields and its deployment.

use crate::form::form_source::FormSource;
use schema::InputSchema;
use ui::StoredValue;

/// The workflow.
#[derive(Clone, Copy, PartialEq)]
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
