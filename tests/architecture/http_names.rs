//! Names of HTTP outside the group that speaks it: domain code returns its own errors.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, ItemUse, UseTree};

use super::crate_names::is_of;
use super::imports::is_for_tests;
use super::sources::Sources;

/// What only HTTP code may name.
const NAMES: [&str; 3] = ["ApiError", "StatusCode", "IntoResponse"];
/// The client of the engines has a type of this name, too.
const OTHER_CRATES: [&str; 1] = ["reqwest"];

/// The files of a crate outside this group that name what only HTTP code may name.
pub(crate) fn outside(group: &str, sources: &Sources) -> Vec<String> {
    let (krate, _) = group.split_once("::").unwrap();
    let others = sources
        .iter()
        .filter(|(module, _)| is_of(module, krate) && !is_of(module, group));
    others
        .flat_map(|(module, source)| {
            let names = names_in(source).into_iter();
            names.map(move |name| format!("{module} names {name}, which belongs to {group}"))
        })
        .collect()
}

fn names_in(source: &str) -> BTreeSet<String> {
    let mut finder = Finder::default();
    finder.visit_file(&syn::parse_file(source).unwrap());
    let used = finder.used;
    used.into_iter()
        .filter(|name| !finder.of_others.contains(name))
        .collect()
}

#[derive(Default)]
struct Finder {
    used: BTreeSet<String>,
    /// Names that the file imports from other crates.
    of_others: BTreeSet<String>,
}

impl Finder {
    fn note(&mut self, name: &syn::Ident) {
        let name = name.to_string();
        if NAMES.contains(&name.as_str()) {
            self.used.insert(name);
        }
    }

    fn note_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => self.note(&name),
                TokenTree::Group(group) => self.note_tokens(group.stream()),
                _ => {}
            }
        }
    }

    fn note_imports(&mut self, tree: &UseTree, is_of_others: bool) {
        match tree {
            UseTree::Path(part) => self.note_imports(&part.tree, is_of_others),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_imports(tree, is_of_others);
                }
            }
            UseTree::Name(name) if is_of_others => {
                self.of_others.insert(name.ident.to_string());
            }
            UseTree::Name(name) => self.note(&name.ident),
            UseTree::Rename(name) if !is_of_others => self.note(&name.ident),
            UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_of_others = matches!(
            &item.tree,
            UseTree::Path(first) if OTHER_CRATES.iter().any(|name| first.ident == name)
        );
        self.note_imports(&item.tree, is_of_others);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.note_tokens(item.tokens.clone());
    }

    fn visit_ident(&mut self, name: &'ast syn::Ident) {
        self.note(name);
    }
}
