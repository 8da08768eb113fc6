//! Which files of a crate use the file system themselves. What is kept is behind the interface of the crate `blobs`.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, ItemUse, Path, UseTree};

use super::imports::is_for_tests;
use super::sources::Sources;

/// The crates whose module `fs` this is about.
const CRATES: [&str; 2] = ["std", "tokio"];

/// The modules of a crate that use the file system.
pub(crate) fn users(krate: &str, sources: &Sources) -> BTreeSet<String> {
    let prefix = format!("{krate}::");
    let of_crate = sources
        .iter()
        .filter(|(module, _)| module.starts_with(&prefix));
    let using = of_crate.filter(|(_, source)| is_user(source));
    using.map(|(module, _)| module.clone()).collect()
}

/// The modules that the table of a document allows it, whose rows begin with paths below `folder`.
pub(crate) fn allowed(document: &str, folder: &str) -> BTreeSet<String> {
    let start = format!("| `src/{folder}/");
    let rows = document.lines().filter(|line| line.starts_with(&start));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let paths = cells.flat_map(|cell| cell.split(','));
    let module = |path: &str| {
        let path = path.trim().trim_matches('`').strip_prefix("src/")?;
        Some(path.trim_end_matches(".rs").replace('/', "::"))
    };
    paths.filter_map(module).collect()
}

/// What differs: modules that are not allowed it, and rows that nothing needs. A row covers what is below its module.
pub(crate) fn differences(users: &BTreeSet<String>, allowed: &BTreeSet<String>) -> Vec<String> {
    let covers = |row: &str, module: &str| {
        let rest = module.strip_prefix(row);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let forbidden = users
        .iter()
        .filter(|user| !allowed.iter().any(|row| covers(row, user)));
    let idle = allowed
        .iter()
        .filter(|row| !users.iter().any(|user| covers(row, user)));
    let forbidden = forbidden.map(|user| format!("{user} uses the file system"));
    forbidden
        .chain(idle.map(|row| format!("{row} does not use the file system, but is listed")))
        .collect()
}

fn is_user(source: &str) -> bool {
    let mut finder = Finder(false);
    finder.visit_file(&syn::parse_file(source).unwrap());
    finder.0
}

/// Whether `std::fs` or `tokio::fs` was found.
struct Finder(bool);

impl Finder {
    fn note_imports(&mut self, tree: &UseTree, parent: &str) {
        let mut note = |name: &syn::Ident| self.0 |= CRATES.contains(&parent) && name == "fs";
        match tree {
            UseTree::Path(part) => {
                note(&part.ident);
                // Deeper paths do not begin with the name of a crate.
                let below = if parent.is_empty() {
                    part.ident.to_string()
                } else {
                    "-".to_owned()
                };
                self.note_imports(&part.tree, &below);
            }
            UseTree::Name(name) => note(&name.ident),
            UseTree::Rename(name) => note(&name.ident),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_imports(tree, parent);
                }
            }
            UseTree::Glob(_) => {}
        }
    }

    fn note_tokens(&mut self, tokens: TokenStream) {
        let mut last = [const { String::new() }; 3];
        for token in tokens {
            if let TokenTree::Group(group) = &token {
                self.note_tokens(group.stream());
            }
            let text = token.to_string();
            let [krate, first, second] = &last;
            let is_path = first == ":" && second == ":";
            self.0 |= text == "fs" && is_path && CRATES.contains(&krate.as_str());
            last.rotate_left(1);
            last[2] = text;
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
        self.note_imports(&item.tree, "");
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let mut names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let krate = names.next().unwrap_or_default();
        self.0 |= CRATES.contains(&krate.as_str()) && names.next().as_deref() == Some("fs");
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.note_tokens(item.tokens.clone());
    }
}
