//! `flowdeck docs`: prints the documentation that is compiled into the program.

use std::str;

use super::embedded_files::DOCUMENTS;
use super::print;

/// The page that lists the others.
const INDEX: &str = "README";

/// Prints a page, or without a name, the list of pages.
///
/// # Errors
/// When there is no page with this name.
pub(crate) fn run(name: Option<&str>) -> Result<(), String> {
    print(text(name)?.trim_end());
    if name.is_none() {
        print("\nTo read a page here, give its name: flowdeck docs start");
    }
    Ok(())
}

/// The text of a page. Its name is that of its file, with or without the ending.
fn text(name: Option<&str>) -> Result<String, String> {
    let name = name.unwrap_or(INDEX).trim_end_matches(".md");
    let in_folder = format!("{name}/{INDEX}.md");
    let page = DOCUMENTS
        .get(&format!("{name}.md"))
        .or_else(|| DOCUMENTS.get(&in_folder));
    let failed = |why: &dyn std::fmt::Display| format!("reading the page {name}: {why}");
    let page = page.ok_or_else(|| failed(&format!("there is none; choose from {}", names())))?;
    let bytes = page.bytes().map_err(|why| failed(&why))?;
    str::from_utf8(&bytes)
        .map(str::to_owned)
        .map_err(|why| failed(&why))
}

/// The names of all pages but the index.
fn names() -> String {
    let paths = DOCUMENTS.files.iter().map(|file| file.path);
    let names = paths.filter_map(|path| {
        let name = path.strip_suffix(".md")?;
        let name = name.strip_suffix("/README").unwrap_or(name);
        (name != INDEX).then_some(name)
    });
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

    use super::*;

    #[test]
    fn every_page_is_found_by_its_name() {
        for name in names().split(", ") {
            assert!(text(Some(name)).unwrap().starts_with("# "), "{name}");
        }
        assert!(text(Some("start.md")).unwrap().starts_with("# Start"));
        assert!(text(Some("monitoring")).unwrap().starts_with("# "));
        assert!(text(None).unwrap().contains("(start.md)"));
    }

    #[test]
    fn an_unknown_page_is_answered_with_the_names_of_all() {
        let why = text(Some("no-such-page")).unwrap_err();
        assert!(
            why.contains("no-such-page: there is none; choose from api-docs, "),
            "{why}"
        );
        assert!(!why.contains("README"), "{why}");
    }
}
