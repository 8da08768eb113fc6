//! Names for downloaded files that every file system accepts. Pure.

use super::text::lower;

/// A name that every file system accepts: no folders, no reserved characters, not hidden.
pub(crate) fn safe_name(name: &str) -> String {
    let safe = |char: char| match char {
        '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => '_',
        char if char.is_control() => '_',
        char => char,
    };
    let name: String = base_name(name).chars().map(safe).take(120).collect();
    let name = name.trim().trim_matches('.');
    if name.is_empty() { "file" } else { name }.to_owned()
}

/// A name prefixed with its number, padded to as many digits as `count` has.
pub(crate) fn numbered(number: usize, count: usize, name: &str) -> String {
    let width = count.to_string().len();
    format!("{number:0width$} {name}")
}

/// A name with an id before its extension.
pub(crate) fn with_id(name: &str, id: &str) -> String {
    let (stem, extension) = split(name);
    [stem, "-", id, extension].concat()
}

/// A name as its stem and its extension, which begins with a dot.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.rfind('.').unwrap_or(name.len()))
}

/// The names made unique: a repeated one gets a number before its extension.
pub(crate) fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut used: Vec<String> = Vec::new();
    for name in names {
        let mut candidate = name.clone();
        let mut number = 2;
        // Many file systems ignore case.
        while used.iter().any(|name| lower(name) == lower(&candidate)) {
            candidate = with_id(&name, &number.to_string());
            number += 1;
        }
        used.push(candidate);
    }
    used
}

/// A name without its folders.
pub(crate) fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests;
