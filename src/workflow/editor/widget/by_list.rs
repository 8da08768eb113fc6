//! Matches values to a list of widget names, for classes without a definition. The editor's own
//! values between them are recognized by what they look like.

use serde_json::Value;

use super::editor_only::{is_control, is_upload};

/// The value of a name.
pub(crate) struct Aligned<'a> {
    pub(crate) value: &'a Value,
    /// The editor's own value that follows it.
    pub(crate) after: Option<&'a Value>,
}

/// The value of each name. The list may have more values: those the editor adds after a number that
/// changes and after a file to upload. With `fewer`, as in older files, it may also have fewer.
pub(crate) fn align<'a>(
    names: &[&str],
    values: &'a [Value],
    fewer: bool,
) -> Option<Vec<Aligned<'a>>> {
    let mut aligned = Vec::with_capacity(names.len());
    let mut rest = values;
    for (index, name) in names.iter().enumerate() {
        let Some((value, others)) = rest.split_first() else {
            return fewer.then_some(aligned);
        };
        let names_left = names.len() - index - 1;
        let spare = others.len() > names_left;
        let (number, seed) = (value.is_number(), name.contains("seed"));
        // The first editors only saved whether a seed changes, not how.
        let control =
            |value: &Value| (number || seed) && is_control(value) || seed && value.is_boolean();
        let (after, others) = match others {
            [own, others @ ..] if spare && control(own) => (Some(own), others),
            [own, ..] if names_left == 0 => (Some(own), others),
            _ => (None, others),
        };
        aligned.push(Aligned { value, after });
        rest = others;
    }
    rest.iter()
        .all(|value| is_upload(value) || is_control(value))
        .then_some(aligned)
}
