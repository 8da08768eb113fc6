//! Checks the rules of ARCHITECTURE.md that the compiler does not: the picture of the crates, the imports between the
//! regions of the page, and the order of modules within each crate.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a file that cannot be read fails the test"
)]

#[path = "architecture/crates.rs"]
mod crates;
#[path = "architecture/cycles.rs"]
mod cycles;
#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/sources.rs"]
mod sources;
#[path = "architecture/table.rs"]
mod table;

use std::env;
use std::fs;

use imports::Import;
use sources::{Sources, root};
use table::Rules;

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

fn all_imports() -> Vec<Import> {
    imports::of(&sources::all())
}

fn imports_of(sources: &[(&str, &str)]) -> Vec<Import> {
    let own = |(module, source): &(&str, &str)| ((*module).to_owned(), (*source).to_owned());
    imports::of(&sources.iter().map(own).collect::<Sources>())
}

#[test]
fn the_picture_shows_the_crates_and_the_table_lists_them() {
    let crates = crates::all();
    let (document, picture) = (architecture(), crates::picture(&crates));
    let start = document.find("```mermaid").unwrap();
    let end = start + document[start..].find("```\n\n").unwrap() + 4;
    if env::var_os("DRAW_CRATES").is_some() {
        let drawn = [&document[..start], &picture, &document[end..]].concat();
        fs::write(root().join("ARCHITECTURE.md"), drawn).unwrap();
    } else {
        let drawn = &document[start..end];
        assert_eq!(drawn, picture, "draw it with scripts/crate-picture.sh");
    }
    for name in crates.keys().filter(|name| *name != "flowdeck") {
        assert!(
            document.contains(&format!("| `src/{name}` |")),
            "{name} is not in the table"
        );
    }
}

#[test]
fn regions_of_the_page_import_only_what_the_table_allows() {
    let rules = Rules::read(&architecture(), "playground/");
    assert!(rules.len() >= 6, "the table of regions is missing");
    assert_eq!(
        rules.violations("playground", &all_imports()),
        Vec::<String>::new()
    );
}

const TABLE: &str = "| `page/runs` | runs | nothing |\n| `page/form` | the form | `runs` |\n\
    | `page/text`, `page/time` | shared | each other |";

#[test]
fn an_import_that_the_table_does_not_allow_is_reported() {
    let rules = Rules::read(TABLE, "page/");
    let imports = imports_of(&[
        ("page::form", "use crate::runs::Run;"),
        ("page::runs", "use crate::form::{draft::Draft, Form};"),
        ("page::form::draft", ""),
    ]);
    assert_eq!(
        rules.violations("page", &imports),
        [
            "page::runs imports page::form, which ARCHITECTURE.md does not allow",
            "page::runs imports page::form::draft, which ARCHITECTURE.md does not allow"
        ]
    );
}

#[test]
fn a_module_that_the_table_does_not_list_is_reported() {
    let rules = Rules::read(TABLE, "page/");
    let imports = imports_of(&[
        ("page::secret", "use super::runs::Run;"),
        ("page::runs", ""),
    ]);
    let violations = rules.violations("page", &imports);
    assert_eq!(violations, ["secret is not listed in ARCHITECTURE.md"]);
}

#[test]
fn shared_files_may_be_imported_from_everywhere() {
    let rules = Rules::read(TABLE, "page/");
    let imports = imports_of(&[
        ("page::runs", "use crate::time::Clock;"),
        (
            "page::time",
            "use crate::runs::Run; use crate::text::short;",
        ),
        ("page::text", ""),
    ]);
    let violations = rules.violations("page", &imports);
    assert_eq!(
        violations,
        ["page::time imports page::runs, which ARCHITECTURE.md does not allow"]
    );
}

#[test]
fn a_path_in_an_expression_or_in_a_macro_counts_as_an_import() {
    let imports = imports_of(&[
        (
            "page::form",
            "fn f() { crate::runs::send(super::time::read()); }",
        ),
        (
            "page::text",
            "fn f() { assert_eq!(crate::runs::all(), vec![time::now()], \"{}\", super::form::DRAFT); }",
        ),
        ("page::text::time", ""),
        ("page::runs", ""),
        ("page::time", ""),
    ]);
    let targets: Vec<_> = imports.iter().map(|one| (&*one.from, &*one.to)).collect();
    assert_eq!(
        targets,
        [
            ("page::form", "page::runs"),
            ("page::form", "page::time"),
            ("page::text", "page::form"),
            ("page::text", "page::runs"),
            ("page::text", "page::text::time"),
        ]
    );
}

#[test]
fn siblings_that_import_each_other_are_reported() {
    let imports = imports_of(&[
        (
            "page::form",
            "use self::field::Field; use crate::runs::Run;",
        ),
        ("page::form::field", ""),
        ("page::runs", ""),
        ("page::runs::store", "use crate::form::field::Field;"),
    ]);
    assert_eq!(
        cycles::between_siblings(&imports),
        [["page::form", "page::runs"]]
    );
    let inner = imports_of(&[
        ("page::form", "mod field; mod send;"),
        ("page::form::field", "use super::send::Sender;"),
        ("page::form::send", "fn f() { super::field::read() }"),
    ]);
    assert_eq!(
        cycles::between_siblings(&inner),
        [["page::form::field", "page::form::send"]]
    );
}

#[test]
fn an_arrow_that_others_imply_is_not_drawn() {
    let crates = [("flowdeck", "api json"), ("api", "json"), ("json", "")];
    let crates = crates.map(|(name, dependencies)| {
        let dependencies = dependencies.split_whitespace().map(str::to_owned);
        (name.to_owned(), dependencies.collect())
    });
    assert_eq!(
        crates::picture(&crates.into()),
        "```mermaid\nflowchart TD\n  api --> json\n  flowdeck --> api\n```\n"
    );
}

#[test]
fn a_file_that_imports_its_facade_is_reported() {
    let imports = imports_of(&[
        ("page::form", "pub use field::Field;"),
        ("page::form::field", "use super::Form;"),
        ("page::form::field::text", "use crate::form::Form;"),
        ("page::form::send", "use super::field::Field;"),
    ]);
    assert_eq!(
        cycles::upward(&imports),
        [
            "page::form::field imports page::form, which is above it",
            "page::form::field::text imports page::form, which is above it",
        ]
    );
}
