//! Checks the names of additional fields and turns them into form fields.

use std::collections::HashSet;

use crate::additional::Additional;
use crate::field::Field;
use crate::field_error::FieldError;
use crate::input_schema::InputSchema;

/// The form fields of additional fields, and the errors of their names.
pub(super) fn fields(
    schema: &InputSchema,
    additional: &[Additional],
) -> (Vec<Field>, Vec<FieldError>) {
    let mut taken: HashSet<&str> = schema.fields.iter().map(|field| &*field.name).collect();
    let (mut fields, mut errors) = (Vec::new(), Vec::new());
    for declared in additional {
        let field = declared.field();
        if declared.name.trim().is_empty() {
            let message = "an additional field needs a name";
            errors.push(FieldError::new(&field, "missing", message));
        } else if !taken.insert(&declared.name) {
            let message = "another field already has this name; choose a different one";
            errors.push(FieldError::new(&field, "name_taken", message));
        } else {
            fields.push(field);
        }
    }
    (fields, errors)
}
