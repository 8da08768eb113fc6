//! `flowdeck docs`: prints the documentation that is compiled into the program, and writes the files that belong to it.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::{fs, str};

use super::embedded_files::{DOCUMENTS, OPERATING};
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

/// Writes a file for operators, such as a unit of systemd, into a folder. A file that is there stays as it is.
///
/// # Errors
/// When there is none with this name, or it cannot be written.
pub(crate) fn get(name: &str, folder: &Path) -> Result<(), String> {
    let failed = |why: &dyn std::fmt::Display| format!("writing the file {name}: {why}");
    let file = OPERATING.get(name).ok_or_else(|| {
        let names: Vec<&str> = OPERATING.files.iter().map(|file| file.path).collect();
        failed(&format!("there is none; choose from {}", names.join(", ")))
    })?;
    let bytes = file.bytes().map_err(|why| failed(&why))?;
    let path = folder.join(name);
    let created = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path);
    let mut created = created.map_err(|why| match why.kind() {
        ErrorKind::AlreadyExists => failed(&"it exists already; move it away"),
        _ => failed(&format!("{why}; choose a folder that you can write to")),
    })?;
    created.write_all(&bytes).map_err(|why| failed(&why))?;
    print(&format!("wrote {}", path.display()));
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
    fn files_for_operators_are_written_once() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "Caddyfile",
            "alerts.yml",
            "dashboard.json",
            "flowdeck-backup.service",
            "flowdeck-backup.timer",
            "flowdeck.service",
            "nginx.conf",
        ] {
            get(name, folder.path()).unwrap();
            assert!(
                fs::metadata(folder.path().join(name)).unwrap().len() > 100,
                "{name}"
            );
            let why = get(name, folder.path()).unwrap_err();
            assert!(why.ends_with("it exists already; move it away"), "{why}");
        }
        let why = get("unknown", folder.path()).unwrap_err();
        assert!(why.contains("choose from Caddyfile, alerts.yml, "), "{why}");
    }

    /// Whoever copies them from the documentation gets the same.
    #[test]
    fn the_documentation_shows_the_files() {
        let texts = DOCUMENTS.files.iter().map(|file| file.bytes().unwrap());
        let texts: Vec<String> = texts
            .map(|text| String::from_utf8(text.into_owned()).unwrap())
            .collect();
        for name in ["Caddyfile", "flowdeck.service", "nginx.conf"] {
            let file = OPERATING.get(name).unwrap().bytes().unwrap();
            let block = format!("\n{}```", str::from_utf8(&file).unwrap());
            assert!(texts.iter().any(|text| text.contains(&block)), "{name}");
        }
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
