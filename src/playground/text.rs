//! Short texts that the page shows: ids, addresses, sizes, places in a line. Pure.

/// The first eight characters of an id.
pub(crate) fn short_id(id: &str) -> String {
    id.chars().take(8).collect()
}

/// An address without its scheme and without a slash at the end.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.trim_end_matches('/')
}

/// A place in a line: `1st`, `2nd`, `3rd`, `4th`, `11th`.
pub(crate) fn ordinal(place: usize) -> String {
    let suffix = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{suffix}")
}

/// A size of a file: `812 B`, `14 kB`, `3.2 MB`.
pub(crate) fn bytes(size: f64) -> String {
    match size {
        ..1e3 => format!("{size:.0} B"),
        1e3..1e6 => format!("{:.0} kB", size / 1e3),
        1e6..1e9 => format!("{:.1} MB", size / 1e6),
        _ => format!("{:.1} GB", size / 1e9),
    }
}

/// A count and its noun: `1 run`, `3 runs`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A file's name without its last ending: what a workflow is called by default.
pub(crate) fn stem(file_name: &str) -> &str {
    match file_name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file_name,
    }
}

#[cfg(test)]
mod tests;
