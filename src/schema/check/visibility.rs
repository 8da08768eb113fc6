//! Which fields are visible, since a field may depend on the value of an earlier one. Does not check values.

use std::collections::{HashMap, HashSet};

use crate::decimal::compare;
use crate::field::Field;
use crate::kind::FieldKind;
use workflow::lower::boolean;
use workflow::{Condition, is_same_file};

/// The names of the fields that are not visible. `text` returns the text given for a field. A field whose
/// condition names a field that is not visible itself is not visible either.
pub(crate) fn hidden<'a>(
    fields: &'a [Field],
    text: impl Fn(&str) -> Option<&'a str>,
) -> HashSet<&'a str> {
    let mut hidden = HashSet::new();
    let mut earlier: HashMap<&str, &Field> = HashMap::new();
    for field in fields {
        let condition = field.visible_if.as_ref();
        let other = condition.and_then(|condition| earlier.get(condition.field.as_str()));
        if let (Some(condition), Some(other)) = (condition, other) {
            let given = text(&other.name).unwrap_or_default();
            if hidden.contains(other.name.as_str()) || !is_met(condition, other, given) {
                hidden.insert(field.name.as_str());
            }
        }
        earlier.insert(&field.name, field);
    }
    hidden
}

/// Whether a condition is met by the text given for the field that it names; empty for none.
pub fn is_met(condition: &Condition, other: &Field, given: &str) -> bool {
    let default = other.default.as_deref().unwrap_or_default();
    let value = if given.is_empty() { default } else { given };
    is_equal(&other.kind, value, &condition.is)
}

/// Whether two form texts mean the same value.
fn is_equal(kind: &FieldKind, value: &str, expected: &str) -> bool {
    let same = match kind {
        FieldKind::Boolean => boolean(value).zip(boolean(expected)).map(|(a, b)| a == b),
        FieldKind::Number(_) | FieldKind::Slider(_) => {
            compare(Some(value), Some(expected)).map(std::cmp::Ordering::is_eq)
        }
        FieldKind::Choice { .. } => Some(is_same_file(value, expected)),
        _ => None,
    };
    same.unwrap_or(value == expected)
}
