//! A short hint about the values that a field accepts.

use crate::language::written;
use crate::messages as say;
use schema::{Bounds, FieldKind};

/// The range of a number or the maximum length of a text, if the field has such a limit.
pub(crate) fn hint(kind: &FieldKind) -> Option<String> {
    match kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => range(bounds),
        FieldKind::Text {
            max_length: Some(max),
            ..
        } => Some(say::CHARACTERS.with(&[&max.to_string()])),
        _ => None,
    }
}

/// The most digits of a bound that still means something to people. The bounds of 64-bit numbers have more.
const MAX_DIGITS: usize = 15;

fn range(bounds: &Bounds) -> Option<String> {
    let bound = |text: &Option<String>| {
        let text = text.as_deref().filter(|text| text.len() <= MAX_DIGITS)?;
        Some(written(text))
    };
    match (bound(&bounds.min), bound(&bounds.max)) {
        (Some(min), Some(max)) => Some([&min, " – ", &max].concat()),
        (Some(min), None) => Some(["≥ ", &min].concat()),
        (None, Some(max)) => Some(["≤ ", &max].concat()),
        (None, None) => bounds.integer.then(|| say::WHOLE_NUMBER.now().to_owned()),
    }
}
