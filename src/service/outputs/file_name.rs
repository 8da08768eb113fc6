//! Safe and unique names for output files. No I/O.

use std::collections::HashSet;

/// The maximum length of a name, in characters.
const MAX_LENGTH: usize = 60;

/// Whether a name is one of a file in a folder: made only of the characters of [`safe_name`].
pub(super) fn is_safe_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && name.chars().all(is_safe)
}

fn is_safe(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ' | '(' | ')')
}

/// The name without anything that could point outside a folder or hide the file.
pub(super) fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last
        .chars()
        .map(|c| if is_safe(c) { c } else { '_' })
        .collect();
    let name = name
        .trim_start_matches(['.', ' '])
        .trim_end_matches(['.', ' ']);
    // Truncated at the start, to keep the extension.
    let excess = name.chars().count().saturating_sub(MAX_LENGTH);
    let name: String = name.chars().skip(excess).collect();
    if name.is_empty() {
        "output".to_owned()
    } else {
        name
    }
}

/// The name, with a number if another output already uses it.
pub(super) fn unused_name(name: &str, used: &HashSet<String>) -> String {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) => (stem, format!(".{extension}")),
        None => (name, String::new()),
    };
    let numbered = (2..).map(|number| format!("{stem}_{number}{extension}"));
    let candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates
        .into_iter()
        .find(|name| !used.contains(&name.to_ascii_lowercase()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
