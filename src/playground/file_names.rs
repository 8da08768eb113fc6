//! Names for downloaded files that every file system accepts. Pure.

use super::text::lower;

/// A name that every file system takes: no folders, no reserved characters, nothing hidden.
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

/// A name with its place among so many before it, in as many digits as the last one has.
pub(crate) fn numbered(place: usize, count: usize, name: &str) -> String {
    let width = count.to_string().len();
    format!("{place:0width$} {name}")
}

/// Each name once: the second of two gets a number before its ending.
pub(crate) fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for name in names {
        let (stem, ending) = match name.rsplit_once('.') {
            Some((stem, ending)) => (stem.to_owned(), [".", ending].concat()),
            None => (name.clone(), String::new()),
        };
        let mut own = name;
        let mut number = 2;
        // File systems that do not tell cases apart are common.
        while taken.iter().any(|name| lower(name) == lower(&own)) {
            own = [&stem, "-", &number.to_string(), &ending].concat();
            number += 1;
        }
        taken.push(own);
    }
    taken
}

/// A name without the folders before it.
pub(crate) fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests;
