//! Crates that some files of another crate may not name.

use std::collections::BTreeSet;

use super::HTTP;
use super::imports;
use super::planted::planted;
use super::sources::{self, Sources};

/// Whether a module is this one or below it.
pub(crate) fn is_of(module: &str, whole: &str) -> bool {
    let rest = module.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The files that are meant and name one of these crates. Items for tests are left out.
pub(crate) fn named(
    crates: &[&str],
    sources: &Sources,
    is_meant: impl Fn(&str) -> bool,
) -> Vec<String> {
    let meant = sources.iter().filter(|(module, _)| is_meant(module));
    meant
        .flat_map(|(module, source)| {
            let paths = imports::paths(module, source);
            let names: BTreeSet<String> = paths
                .into_iter()
                .filter(|path| path.len() > 1 && crates.contains(&path[0].as_str()))
                .map(|path| path[0].clone())
                .collect();
            names
                .into_iter()
                .map(move |name| format!("{module} names the crate {name}"))
        })
        .collect()
}

/// What starts the listeners of HTTP, and what fuzzes requests.
const BESIDE_HTTP: [&str; 2] = ["service::server", "service::fuzzing"];
/// The crates that speak HTTP to callers.
const HTTP_CRATES: [&str; 4] = ["axum", "http", "hyper", "tower_http"];
/// The store, and the folder that it is in.
const STORE_CRATES: [&str; 3] = ["store", "store_sqlite", "data_folder"];

#[test]
fn the_http_side_of_the_service_reaches_the_store_only_through_use_cases() {
    let is_http = |module: &str| is_of(module, HTTP);
    let found = named(&STORE_CRATES, &sources::all(), is_http);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn only_the_http_side_of_the_service_uses_crates_that_speak_http() {
    let is_domain = |module: &str| {
        let mut http = BESIDE_HTTP.iter().chain([&HTTP]);
        is_of(module, "service") && !http.any(|group| is_of(module, group))
    };
    let found = named(&HTTP_CRATES, &sources::all(), is_domain);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_crate_that_files_may_not_name_is_reported_with_the_file() {
    let sources = planted(&[
        (
            "page::http",
            "use store::{self, Run}; fn f(store: &dyn Any) { store.run() }",
        ),
        (
            "page::http::routes",
            "fn f() { vec![store::Reach::default()] } mod store_names {}",
        ),
        (
            "page::http::links",
            "use crate::store::Link; #[cfg(test)] mod tests { use store::Run; }",
        ),
        ("page::runs", "use store::Run;"),
    ]);
    let is_http = |module: &str| is_of(module, "page::http");
    assert_eq!(
        named(&["store"], &sources, is_http),
        [
            "page::http names the crate store",
            "page::http::routes names the crate store",
        ]
    );
}
