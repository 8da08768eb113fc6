//! The values of a form as a run gets them.

use super::FormState;
use crate::entered::Entered;
use crate::form::batch::BatchValue;
use crate::form::field_state::FieldState;
use crate::form::form_source::FormSource;
use client_web::FormPart;
use schema::InputSchema;

impl FormState {
    /// Its fields as a schema, including the added ones.
    pub(crate) fn schema(&self) -> InputSchema {
        let fields = self.current_fields();
        let outputs = |source: &FormSource| source.schema.outputs.clone();
        InputSchema {
            fields: fields
                .iter()
                .map(|field| field.definition.get_value())
                .collect(),
            outputs: self.source.with_value(outputs),
        }
    }

    /// The form parts of a run, with the values that it has in a batch.
    pub(crate) fn parts(&self, values: &[BatchValue]) -> Vec<FormPart> {
        let parts = |field: &FieldState| match values.iter().find(|value| value.is_of(field)) {
            Some(value) => vec![value.part()],
            None => field.parts(),
        };
        let fields = self.visible_fields(values);
        fields.iter().flat_map(parts).collect()
    }

    /// The values for the record of a run, with those that it has in a batch.
    pub(crate) fn entered(&self, values: &[BatchValue]) -> Vec<Entered> {
        let entered = |field: &FieldState| match values.iter().find(|value| value.is_of(field)) {
            Some(value) => Some(value.entered(field)),
            None => field.entered(),
        };
        let fields = self.visible_fields(values);
        fields.iter().filter_map(entered).collect()
    }
}
