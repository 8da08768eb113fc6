//! Checks the rules of ARCHITECTURE.md that the compiler does not: the picture of the crates, the imports between the
//! regions of the page and between the groups of the service, and the order of modules within each crate. Also the
//! names of templates and their slots, where the page's state is provided, and the lints of the crates in WebAssembly.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a file that cannot be read fails the test"
)]

#[path = "architecture/crates.rs"]
mod crates;
#[path = "architecture/cycles.rs"]
mod cycles;
#[path = "architecture/facades.rs"]
mod facades;
#[path = "architecture/file_system.rs"]
mod file_system;
#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/page_lints.rs"]
mod page_lints;
#[path = "architecture/page_state.rs"]
mod page_state;
#[path = "architecture/planted.rs"]
mod planted;
#[path = "architecture/sources.rs"]
mod sources;
#[path = "architecture/store_traits.rs"]
mod store_traits;
#[path = "architecture/table.rs"]
mod table;
#[path = "architecture/templates.rs"]
mod templates;

use std::collections::BTreeMap;
use std::env;
use std::fs;

use imports::Import;
use sources::root;
use table::Rules;

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

fn all_imports() -> Vec<Import> {
    imports::of(&sources::all())
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
fn crates_that_compile_to_webassembly_report_indices_that_may_panic() {
    let missing = page_lints::missing(&crates::all(), &sources::all());
    assert_eq!(missing, [""; 0], "add the lint to their lib.rs");
}

/// The most lines of a file of Rust.
const MAX_LINES: usize = 400;

#[test]
fn what_any_crate_reports_is_logged() {
    let filter = fs::read_to_string(root().join("src/main/logging.rs")).unwrap();
    let is_quiet = |name: &String| !filter.contains(&format!("{name}=info"));
    let quiet: Vec<String> = crates::logging().into_iter().filter(is_quiet).collect();
    assert_eq!(quiet, [""; 0], "add them to LOGGED");
}

#[test]
fn no_file_is_too_long() {
    let is_long = |(_, source): &(&String, &String)| source.lines().count() > MAX_LINES;
    let sources = sources::all();
    let long: Vec<_> = sources
        .iter()
        .filter(is_long)
        .map(|(path, _)| path)
        .collect();
    assert_eq!(long, Vec::<&String>::new());
}

/// The most lines of a crate without its tests. The page is one module of WebAssembly, so it may have more.
const MAX_CRATE: usize = 25_000;

#[test]
fn no_crate_but_the_page_is_too_large() {
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for (module, source) in sources::all() {
        let name = module.split("::").next().unwrap_or_default().to_owned();
        let before_tests = source
            .lines()
            .take_while(|line| !line.starts_with("#[cfg(test)]"));
        *lines.entry(name).or_default() += before_tests.count();
    }
    assert!(lines.len() > 20, "the crates are missing");
    lines.retain(|name, count| name != "playground" && *count > MAX_CRATE);
    assert_eq!(lines, BTreeMap::new(), "let groups of it leave");
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
fn groups_of_the_service_import_only_what_the_table_allows() {
    let rules = Rules::read(&architecture(), "service/");
    assert!(rules.len() >= 12, "the table of groups is missing");
    assert_eq!(
        rules.violations("service", &all_imports()),
        Vec::<String>::new()
    );
}

#[test]
fn no_file_imports_through_one_above_it() {
    let sources = sources::all();
    let found = facades::from_below(&sources, &imports::of(&sources));
    let none = Vec::<String>::new();
    assert_eq!(found, none, "import them from where they are declared");
}

#[test]
fn no_siblings_import_each_other() {
    let cycles = cycles::between_siblings(&all_imports());
    assert_eq!(cycles, Vec::<Vec<String>>::new());
}

#[test]
fn traits_of_the_store_are_small_and_each_file_names_few() {
    assert_eq!(store_traits::faults(&sources::all()), Vec::<String>::new());
}

#[test]
fn only_the_listed_files_of_the_service_use_the_file_system() {
    let users = file_system::users("service", &sources::all());
    let allowed = file_system::allowed(&architecture(), "service");
    assert!(allowed.len() >= 5, "the table of exceptions is missing");
    assert_eq!(
        file_system::differences(&users, &allowed),
        Vec::<String>::new()
    );
}
