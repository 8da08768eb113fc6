//! Faults that are planted into small sources: each rule reports them.

use super::imports::Import;
use super::sources::Sources;
use super::table::Rules;
use super::*;

pub(crate) fn planted(sources: &[(&str, &str)]) -> Sources {
    let own = |(module, source): &(&str, &str)| ((*module).to_owned(), (*source).to_owned());
    sources.iter().map(own).collect()
}

fn imports_of(sources: &[(&str, &str)]) -> Vec<Import> {
    imports::of(&planted(sources))
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

fn planted_crates<const COUNT: usize>(crates: [(&str, &str); COUNT]) -> crates::Crates {
    let crates = crates.map(|(name, dependencies)| {
        let dependencies = dependencies.split_whitespace().map(str::to_owned);
        (name.to_owned(), dependencies.collect())
    });
    crates.into()
}

#[test]
fn an_arrow_that_others_imply_is_not_drawn() {
    let crates = planted_crates([("flowdeck", "api json"), ("api", "json"), ("json", "")]);
    assert_eq!(
        crates::picture(&crates),
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
        ("service::shares", "fn of(store: &dyn Store) {}"),
        ("service::opening", "struct O { store: Arc<dyn Store> }"),
    ]));
    let expected = [
        "A has 13 methods",
        "service::runs names A, B, C, D",
        "service::shares names Store",
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

#[test]
fn a_crate_that_the_page_links_without_the_lint_is_reported() {
    let crates = planted_crates([
        ("flowdeck", "service"),
        ("service", "json"),
        ("playground", "ui"),
        ("npm_calls", ""),
        ("npm_follow", ""),
        ("npm_schema", ""),
        ("ui", "json"),
        ("json", ""),
    ]);
    let with = "//! A crate.\n\n#![warn(clippy::indexing_slicing)]\n";
    let without = "//! A crate.\n\n// #![warn(clippy::indexing_slicing)]\n";
    let sources = planted(&[
        ("service", without),
        ("playground", with),
        ("npm_calls", with),
        ("npm_follow", with),
        ("npm_schema", without),
        ("ui", with),
        ("json", without),
    ]);
    let missing = page_lints::missing(&crates, &sources);
    assert_eq!(missing, ["json", "npm_schema"]);
}
