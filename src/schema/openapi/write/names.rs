//! Names for workflows in a document. Generators make classes and functions of them, so a name consists of letters and
//! digits, and does not depend on which other workflows are deployed unless their ids are alike.

use std::collections::HashSet;

/// A name for each id, in their order: `quote-card` → `QuoteCard`. All are different.
pub fn names<'a>(ids: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let name = |id: &str| {
        let plain = plain(id);
        let numbered = (2..).map(|number: u32| format!("{plain}{number}"));
        let mut candidates = std::iter::once(plain.clone()).chain(numbered);
        let free = candidates.find(|name| taken.insert(name.to_lowercase()));
        free.unwrap_or(plain)
    };
    ids.into_iter().map(name).collect()
}

/// The name for an id alone. Other letters than those of ASCII are left out.
fn plain(id: &str) -> String {
    let words = id.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut name = String::new();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.extend(letters);
    }
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name,
        false => ["Workflow", &name].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_identifiers() {
        for (id, name) in [
            ("poster", "Poster"),
            ("quote-card", "QuoteCard"),
            ("SDXL turbo (2)", "SDXLTurbo2"),
            ("3d_view", "Workflow3dView"),
            ("größe", "GrE"),
            ("海报", "Workflow"),
            ("", "Workflow"),
        ] {
            assert_eq!(names([id]), [name], "{id}");
        }
    }

    #[test]
    fn ids_that_are_alike_have_different_names() {
        let ids = ["a b", "a-b", "A_B", "ab", "a b 2"];
        assert_eq!(names(ids), ["AB", "AB2", "AB3", "Ab4", "AB22"]);
    }
}
