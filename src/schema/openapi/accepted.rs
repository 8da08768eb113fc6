//! The values that a schema accepts: a field's kind, and whether it takes several values or none.

use crate::kind::FieldKind;

/// The values that a schema accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Accepted {
    pub(super) kind: FieldKind,
    /// Whether it is a list of such values.
    pub(super) multiple: bool,
    /// Whether an absent value is valid too.
    pub(super) nullable: bool,
}

impl Accepted {
    pub(super) fn one(kind: FieldKind) -> Self {
        Self {
            kind,
            multiple: false,
            nullable: false,
        }
    }
}
