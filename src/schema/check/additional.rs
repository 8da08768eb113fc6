//! Fields that a person adds to a run beyond the workflow's own. The contract permits them
//! (section 2.1: additional properties).

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::FieldError;
use crate::schema::{Field, FieldKind, InputSchema};

/// An additional field: its values, if any, are checked by its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Additional {
    /// The name of its part in the multipart form.
    pub name: String,
    /// What it takes.
    #[serde(flatten)]
    pub kind: FieldKind,
}

impl Additional {
    /// The field of a form that it is: optional, without a default, of one value or several.
    pub fn field(&self) -> Field {
        Field {
            multiple: true,
            ..Field::new(self.name.clone(), self.kind.clone())
        }
    }
}

/// The fields that additional ones are, and what is wrong with their names.
pub(super) fn fields(
    schema: &InputSchema,
    additional: &[Additional],
) -> (Vec<Field>, Vec<FieldError>) {
    let mut taken: HashSet<&str> = schema.fields.iter().map(|field| &*field.name).collect();
    let (mut fields, mut errors) = (Vec::new(), Vec::new());
    for one in additional {
        let fault = if one.name.trim().is_empty() {
            Some(("missing", "an additional field needs a name"))
        } else if !taken.insert(&one.name) {
            Some((
                "name_taken",
                "another field already has this name; choose a different one",
            ))
        } else {
            None
        };
        match fault {
            None => fields.push(one.field()),
            Some((kind, msg)) => errors.push(FieldError {
                field: one.name.clone(),
                msg: msg.to_owned(),
                kind: kind.to_owned(),
            }),
        }
    }
    (fields, errors)
}
