//! Additional fields: fields that a person adds to a run beyond the workflow's own. The contract
//! permits them (section 2.1: additional properties).

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::kind::FieldKind;

/// An additional field. Its values, if any, are checked by its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Additional {
    /// The name of its part in the multipart body.
    pub name: String,
    /// The kind of value it takes.
    #[serde(flatten)]
    pub kind: FieldKind,
}

impl Additional {
    /// The form field: optional, without a default, for one or several values.
    pub fn field(&self) -> Field {
        Field {
            multiple: true,
            ..Field::new(self.name.clone(), self.kind.clone())
        }
    }
}
