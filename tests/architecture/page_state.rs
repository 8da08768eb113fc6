//! The types that views may expect as the page's state: only the file that provides their values declares them.

use proc_macro2::{TokenStream, TokenTree};

use super::sources::{self, Sources};

/// What only that file may name.
const NAMES: [&str; 2] = ["PageState", "provide_context"];

/// The files of this crate, besides this one, that declare or provide state of the page.
fn outside(file: &str, krate: &str, sources: &Sources) -> Vec<String> {
    let own = sources
        .iter()
        .filter(|(module, _)| module.split("::").next() == Some(krate) && *module != file);
    let found = own.flat_map(|(module, source)| {
        let tokens: TokenStream = source.parse().unwrap();
        let named = NAMES.iter().filter(move |name| names(&tokens, name));
        named.map(move |name| format!("{module} names {name}, which belongs to {file}"))
    });
    found.collect()
}

fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(&group.stream(), name),
        _ => false,
    })
}

#[test]
fn only_one_file_declares_and_provides_the_state_of_the_page() {
    let found = outside("playground::app::state", "playground", &sources::all());
    assert_eq!(found, [""; 0]);
}

#[test]
fn state_that_is_declared_or_provided_elsewhere_is_reported() {
    let sources = super::planted::planted(&[
        (
            "page::state",
            "impl PageState for Runs {} fn f() { provide_context(runs); }",
        ),
        ("page::runs", "// PageState\nimpl ui::PageState for Runs {}"),
        (
            "page::view",
            "fn f() { vec![ui::provide_context(Theme)]; expect_context(); }",
        ),
        ("ui::page_state", "pub trait PageState {}"),
    ]);
    assert_eq!(
        outside("page::state", "page", &sources),
        [
            "page::runs names PageState, which belongs to page::state",
            "page::view names provide_context, which belongs to page::state",
        ]
    );
}
