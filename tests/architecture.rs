//! Checks the rules of ARCHITECTURE.md that the compiler does not: the picture of the crates, the imports between the
//! regions of the page and between the groups of the service, and the order of modules within each crate. Also the
//! names of templates and their slots, and where the page's state is provided.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a file that cannot be read fails the test"
)]

#[path = "architecture/crate_names.rs"]
mod crate_names;
#[path = "architecture/crates.rs"]
mod crates;
#[path = "architecture/cycles.rs"]
mod cycles;
#[path = "architecture/facades.rs"]
mod facades;
#[path = "architecture/file_system.rs"]
mod file_system;
#[path = "architecture/http_names.rs"]
mod http_names;
#[path = "architecture/imports.rs"]
mod imports;
#[path = "architecture/page_state.rs"]
mod page_state;
#[path = "architecture/sources.rs"]
mod sources;
#[path = "architecture/store_traits.rs"]
mod store_traits;
#[path = "architecture/table.rs"]
mod table;
#[path = "architecture/templates.rs"]
mod templates;

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

fn planted(sources: &[(&str, &str)]) -> Sources {
    let own = |(module, source): &(&str, &str)| ((*module).to_owned(), (*source).to_owned());
    sources.iter().map(own).collect()
}

fn imports_of(sources: &[(&str, &str)]) -> Vec<Import> {
    imports::of(&planted(sources))
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
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn no_siblings_import_each_other() {
    let mut cycles = cycles::between_siblings(&all_imports());
    // The table says which regions of the page may import each other.
    cycles.retain(|cycle| !cycle.contains(&"playground::form".to_owned()));
    assert_eq!(cycles, Vec::<Vec<String>>::new());
}

/// The part of the service that speaks HTTP.
const HTTP: &str = "service::http";

#[test]
fn only_the_http_side_of_the_service_names_its_answers() {
    let found = http_names::outside(HTTP, &sources::all());
    assert_eq!(found, Vec::<String>::new());
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
fn an_import_through_a_file_above_is_reported_and_one_of_its_own_items_is_not() {
    let sources = planted(&[
        (
            "page::form",
            "pub(crate) use field::Field; use send::Sender; struct Form;",
        ),
        ("page::form::field", "use super::{Form, Sender};"),
        (
            "page::form::field::text",
            "fn f() { assert!(crate::form::Field::new()); }",
        ),
        ("page::form::send", "use super::field::Field;"),
    ]);
    assert_eq!(
        facades::from_below(&sources, &imports::of(&sources)),
        [
            "page::form::field imports Sender through page::form",
            "page::form::field::text imports Field through page::form",
        ]
    );
}

#[test]
fn a_name_of_http_in_domain_code_is_reported_and_one_of_another_crate_is_not() {
    let sources = planted(&[
        (
            "page::http",
            "use axum::http::StatusCode; pub(crate) enum ApiError { Gone }",
        ),
        ("page::http::routes", "use super::ApiError;"),
        (
            "page::runs",
            "fn start() -> Result<(), crate::http::ApiError> { Ok(()) }",
        ),
        (
            "page::cancel",
            "use axum::http::{self, StatusCode as Code};",
        ),
        (
            "page::shares",
            "fn f() { vec![axum::response::IntoResponse] }",
        ),
        (
            "page::engines",
            "use reqwest::{Client, StatusCode}; fn f() { StatusCode::OK; } \
             #[cfg(test)] mod tests { use axum::http::StatusCode; }",
        ),
        ("other::runs", "use axum::http::StatusCode;"),
    ]);
    assert_eq!(
        http_names::outside("page::http", &sources),
        [
            "page::cancel names StatusCode, which belongs to page::http",
            "page::runs names ApiError, which belongs to page::http",
            "page::shares names IntoResponse, which belongs to page::http",
        ]
    );
}

#[test]
fn a_large_trait_of_the_store_and_a_file_that_names_many_are_reported() {
    let methods: String = (0..13)
        .map(|number| format!("fn f{number}(&self);"))
        .collect();
    let found = store_traits::faults(&planted(&[
        ("store", "pub trait Store: A + B {}"),
        (
            "store::a",
            &format!("pub trait A {{ {methods} }} pub trait B {{ fn f(&self); }}"),
        ),
        ("store::c", "pub trait C {} pub trait D {}"),
        (
            "service::runs",
            "struct R { a: Arc<dyn A>, b: Arc<dyn B>, c: Arc<dyn C>, d: Box<dyn D> }",
        ),
        (
            "service::audit",
            "struct A { a: Arc<dyn A>, other: Box<dyn Other> }",
        ),
        ("service::http", "fn of(store: &dyn Store) {}"),
        ("service::opening", "struct O { store: Arc<dyn Store> }"),
    ]));
    let expected = [
        "A has 13 methods",
        "service::http names Store",
        "service::runs names A, B, C, D",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_file_that_uses_the_file_system_unlisted_and_a_row_that_nothing_needs_are_reported() {
    let sources = planted(&[
        ("page::backup::create", "use std::{fs::File, io};"),
        ("page::runs", "fn f() { let _ = tokio::fs::read(\"a\"); }"),
        (
            "page::shares",
            "fn f() { assert!(std::fs::exists(\"a\").unwrap()); }",
        ),
        ("page::keys", "use tokio::{fs as files, net};"),
        (
            "page::http",
            "use tower_http::services::fs::File; use std::io; #[cfg(test)] mod tests { use std::fs; }",
        ),
        ("other::runs", "use std::fs;"),
    ]);
    let document =
        "| `src/page/backup`, `src/page/idle.rs` | reads a data folder |\n| `src/page` | a crate |";
    let users = file_system::users("page", &sources);
    let allowed = file_system::allowed(document, "page");
    assert_eq!(
        file_system::differences(&users, &allowed),
        [
            "page::keys uses the file system",
            "page::runs uses the file system",
            "page::shares uses the file system",
            "page::idle does not use the file system, but is listed",
        ]
    );
}
