//! Compares every import in `src` with the tables in ARCHITECTURE.md, and finds import cycles.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a file that cannot be read fails the test"
)]

#[path = "architecture/cycles.rs"]
mod cycles;
#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/table.rs"]
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use imports::Import;
use table::Rules;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// Every source file of the crate but its tests: module path to source.
fn sources() -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    collect(&root().join("src"), &mut sources);
    sources
}

fn collect(folder: &Path, sources: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
        } else if let Some(module) = module_of(&path) {
            sources.insert(module, fs::read_to_string(&path).unwrap());
        }
    }
}

/// `src/form/draft.rs` is `form::draft`; `lib.rs` is the empty path. Tests have no module path here.
fn module_of(path: &Path) -> Option<String> {
    let relative: PathBuf = path
        .strip_prefix(root().join("src"))
        .ok()?
        .with_extension("");
    let parts: Vec<&str> = relative.iter().filter_map(|part| part.to_str()).collect();
    if path.extension()? != "rs" || parts.contains(&"tests") {
        return None;
    }
    Some(match parts.as_slice() {
        ["lib"] => String::new(),
        parts => parts.join("::"),
    })
}

fn all_imports() -> Vec<Import> {
    imports::of(&sources())
}

#[test]
fn modules_import_only_what_the_table_allows() {
    let rules = Rules::read(&architecture(), "src/");
    assert!(rules.len() >= 10, "the table of modules is missing");
    assert_eq!(rules.violations("", &all_imports()), Vec::<String>::new());
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

#[test]
fn no_import_cycle_is_larger_than_a_module_and_its_direct_children() {
    assert_eq!(cycles::too_large(&all_imports()), Vec::<Vec<String>>::new());
}

#[test]
fn an_import_that_the_table_does_not_allow_is_reported() {
    let table = "| `src/api` | the wire | `schema` |\n| `src/schema` | fields | nothing |";
    let rules = Rules::read(table, "src/");
    let sources = BTreeMap::from([
        ("api".to_owned(), "use crate::schema::Field;".to_owned()),
        ("api::run".to_owned(), String::new()),
        (
            "schema".to_owned(),
            "use crate::api::{run::Run, Task};".to_owned(),
        ),
    ]);
    let violations = rules.violations("", &imports::of(&sources));
    assert_eq!(
        violations,
        [
            "schema imports api, which ARCHITECTURE.md does not allow",
            "schema imports api::run, which ARCHITECTURE.md does not allow"
        ]
    );
}

#[test]
fn a_module_that_the_table_does_not_list_is_reported() {
    let rules = Rules::read("| `src/api` | the wire | nothing |", "src/");
    let sources = BTreeMap::from([
        ("secret".to_owned(), "use super::api::Task;".to_owned()),
        ("api".to_owned(), String::new()),
    ]);
    let violations = rules.violations("", &imports::of(&sources));
    assert_eq!(violations, ["secret is not listed in ARCHITECTURE.md"]);
}

#[test]
fn shared_files_may_be_imported_from_everywhere() {
    let table = "| `src/runs` | runs | nothing |\n| `src/text`, `src/time` | shared | each other |";
    let rules = Rules::read(table, "src/");
    let sources = BTreeMap::from([
        ("runs".to_owned(), "use crate::time::Clock;".to_owned()),
        (
            "time".to_owned(),
            "use crate::runs::Run; use crate::text::short;".to_owned(),
        ),
        ("text".to_owned(), String::new()),
    ]);
    let violations = rules.violations("", &imports::of(&sources));
    assert_eq!(
        violations,
        ["time imports runs, which ARCHITECTURE.md does not allow"]
    );
}

#[test]
fn a_path_inside_an_expression_counts_as_an_import() {
    let sources = BTreeMap::from([
        (
            "schema".to_owned(),
            "fn f() { crate::api::send(super::json::read()); }".to_owned(),
        ),
        ("api".to_owned(), String::new()),
        ("json".to_owned(), String::new()),
    ]);
    let targets: Vec<String> = imports::of(&sources)
        .into_iter()
        .map(|import| import.to)
        .collect();
    assert_eq!(targets, ["api", "json"]);
}

#[test]
fn a_cycle_of_siblings_is_reported_and_a_parent_with_its_children_is_not() {
    let sources = BTreeMap::from([
        (
            "form".to_owned(),
            "use self::field::Field; use self::send::Sender;".to_owned(),
        ),
        ("form::field".to_owned(), "use super::Form;".to_owned()),
        ("form::send".to_owned(), "use super::Form;".to_owned()),
    ]);
    assert_eq!(
        cycles::too_large(&imports::of(&sources)),
        Vec::<Vec<String>>::new()
    );

    let siblings = BTreeMap::from([
        ("form".to_owned(), "use crate::runs::Run;".to_owned()),
        ("runs".to_owned(), "use crate::form::Form;".to_owned()),
    ]);
    assert_eq!(
        cycles::too_large(&imports::of(&siblings)),
        [["form", "runs"]]
    );
}
