//! Adds, removes and replaces the fields of a form.

use super::FormState;
use crate::form::field_state::FieldState;
use schema::{Field, FieldKind, InputSchema};

impl FormState {
    /// Adds a field that the workflow does not declare; `None` if its name is empty or taken.
    pub(crate) fn add_field(&self, name: &str, kind: FieldKind) -> Option<FieldState> {
        if name.is_empty() || self.field(name).is_some() {
            return None;
        }
        let mut field = self.new_field(&Field::new(name, kind));
        field.additional = true;
        self.fields.add(field);
        self.save_soon();
        Some(field)
    }

    /// Removes an added field.
    pub(crate) fn remove_field(&self, field: FieldState) {
        self.fields.remove(field);
        self.save_soon();
    }

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
        self.fields.replace(fields);
        self.save_soon();
    }

    /// A field with the unmatched text of its name, if there is one.
    pub(super) fn new_field(&self, definition: &Field) -> FieldState {
        let text = self.unmatched.take(&definition.name);
        self.fields.make(definition, text)
    }
}
