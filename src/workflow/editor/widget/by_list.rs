//! Matches values to a list of widget names, for classes without a definition. The editor's own
//! values between them are recognized by what they look like.

use serde_json::Value;

use super::editor_only::{is_control, is_upload};

/// The position of each name's value. The list may have more values: those the editor adds after a
/// number that changes and after a file to upload. With `fewer`, as in older files, it may also have
/// fewer.
pub(crate) fn align(names: &[&str], values: &[Value], fewer: bool) -> Option<Vec<usize>> {
    let mut positions = Vec::with_capacity(names.len());
    let mut next = 0;
    for (index, name) in names.iter().enumerate() {
        if next >= values.len() {
            return fewer.then_some(positions);
        }
        positions.push(next);
        next += 1;
        let spare = values.len() - next > names.len() - index - 1;
        let (number, seed) = (values[next - 1].is_number(), name.contains("seed"));
        // The first editors only saved whether a seed changes, not how.
        let control =
            |value: &Value| (number || seed) && is_control(value) || seed && value.is_boolean();
        if spare && control(&values[next]) {
            next += 1;
        }
    }
    let rest = &values[next..];
    rest.iter()
        .all(|value| is_upload(value) || is_control(value))
        .then_some(positions)
}
