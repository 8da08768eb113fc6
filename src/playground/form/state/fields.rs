//! Replaces the fields of a form while a person chooses them.

use super::FormState;
use crate::form::field_state::FieldState;
use schema::{Field, InputSchema};

impl FormState {
    /// Replaces the fields that the workflow declares. Fields that stay keep their values, and so do those that come
    /// back: `aside` holds the fields that were taken out.
    pub(crate) fn replace_fields(&self, schema: InputSchema, aside: &mut Vec<FieldState>) {
        let (additional, mut known): (Vec<_>, Vec<_>) = self
            .current_fields()
            .into_iter()
            .partition(|field| field.additional);
        known.append(aside);
        let mut fields: Vec<FieldState> = Vec::with_capacity(schema.fields.len());
        for definition in &schema.fields {
            let is_it = |field: &FieldState| field.definition.with_value(|own| own == definition);
            let found = known.iter().position(is_it);
            fields.push(match found {
                Some(found) => known.remove(found),
                None => self.new_field(definition),
            });
        }
        for field in &known {
            field.show_errors(&[]);
        }
        *aside = known;
        let is_new = |field: &FieldState| schema.field(&field.name()).is_none();
        fields.extend(additional.into_iter().filter(is_new));
        self.source.set_schema(schema);
        self.fields.set(fields);
        self.save_soon();
    }

    /// A field with the unmatched text of its name, if there is one.
    pub(super) fn new_field(&self, definition: &Field) -> FieldState {
        let index = self.next_index.get_value();
        self.next_index.set_value(index + 1);
        let text = self.unmatched.take(&definition.name);
        let root = self.root.get_value();
        root.make(|| FieldState::new(index, definition, text, self.draft))
    }
}
