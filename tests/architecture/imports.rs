//! The imports of each file: `use` items and paths that start with `crate`, `super` or `self`, also in macros.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Meta, UseTree};

use super::sources::Sources;

/// One file imports another; both are module paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    pub(crate) from: String,
    pub(crate) to: String,
    /// The imported name in that file; empty for the file itself and for everything in it.
    pub(crate) item: String,
}

/// The paths that a file names, as they are written there. Items for tests are left out.
pub(crate) fn paths(module: &str, source: &str) -> Vec<Vec<String>> {
    let file = syn::parse_file(source).unwrap_or_else(|error| panic!("{module}: {error}"));
    let mut finder = Finder::default();
    finder.visit_file(&file);
    finder.paths
}

/// The imports between these files, each once, in order. Items for tests are left out.
pub(crate) fn of(sources: &Sources) -> Vec<Import> {
    let mut imports = BTreeSet::new();
    for (module, source) in sources {
        for path in paths(module, source) {
            let target =
                resolve(module, &path, sources).and_then(|path| longest_module(path, sources));
            if let Some((to, item)) = target.filter(|(to, _)| to != module) {
                let from = module.clone();
                imports.insert(Import { from, to, item });
            }
        }
    }
    imports.into_iter().collect()
}

#[derive(Default)]
struct Finder {
    paths: Vec<Vec<String>>,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        flatten(&item.tree, Vec::new(), &mut self.paths);
    }

    /// A macro's input need not be Rust, so every `a::b` in it counts.
    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.visit_path(&item.path);
        paths_in(item.tokens.clone(), &mut self.paths);
    }

    /// A visibility such as `pub(super)` is not an import.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        self.paths.push(names.collect());
        visit::visit_path(self, path);
    }
}

/// The paths of at least two names in the tokens of a macro.
fn paths_in(tokens: TokenStream, paths: &mut Vec<Vec<String>>) {
    let mut path = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if colons == 2 || path.is_empty() => path.push(name.to_string()),
            TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() => {
                colons += 1;
                continue;
            }
            token => {
                end(&mut path, paths);
                match token {
                    TokenTree::Group(group) => paths_in(group.stream(), paths),
                    TokenTree::Ident(name) => path.push(name.to_string()),
                    _ => {}
                }
            }
        }
        colons = 0;
    }
    end(&mut path, paths);
}

fn end(path: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    let path = std::mem::take(path);
    if path.len() > 1 {
        paths.push(path);
    }
}

/// Whether an item is compiled only for tests.
pub(crate) fn is_for_tests(item: &Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => &[],
    };
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && match attribute.parse_args() {
                Ok(Meta::Path(path)) => path.is_ident("test"),
                Ok(Meta::List(all)) => all.path.is_ident("all") && has_test(all.tokens),
                _ => false,
            }
    };
    attributes.iter().any(is_test)
}

fn has_test(conditions: TokenStream) -> bool {
    conditions
        .into_iter()
        .any(|condition| condition.to_string() == "test")
}

fn flatten(tree: &UseTree, mut path: Vec<String>, paths: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            flatten(&part.tree, path, paths);
        }
        UseTree::Group(group) => group
            .items
            .iter()
            .for_each(|tree| flatten(tree, path.clone(), paths)),
        UseTree::Name(name) => {
            path.push(name.ident.to_string());
            paths.push(path);
        }
        UseTree::Rename(name) => {
            path.push(name.ident.to_string());
            paths.push(path);
        }
        UseTree::Glob(_) => paths.push(path),
    }
}

/// The whole path, which starts with the crate; `None` for other crates and for local names. A path may also start
/// with the name of a child module.
fn resolve(module: &str, path: &[String], sources: &Sources) -> Option<Vec<String>> {
    let mut base: Vec<String> = module.split("::").map(str::to_owned).collect();
    let mut rest = path;
    match rest.first().map(String::as_str) {
        Some("crate") => {
            base.truncate(1);
            rest = &rest[1..];
        }
        Some("self") => rest = &rest[1..],
        Some("super") => {
            while rest.first().is_some_and(|name| name == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        Some(name) if path.len() > 1 && sources.contains_key(&[module, name].join("::")) => {}
        _ => return None,
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// The file that a path leads to, its longest prefix that is a module, and the next name of the path.
fn longest_module(mut path: Vec<String>, sources: &Sources) -> Option<(String, String)> {
    let mut item = String::new();
    while !path.is_empty() {
        let module = path.join("::");
        if sources.contains_key(&module) {
            return Some((module, item));
        }
        item = path.pop()?;
    }
    None
}

/// The names that a file imports itself, with `use` or `pub use`.
pub(crate) fn names_used(source: &str) -> BTreeSet<String> {
    let file = syn::parse_file(source).unwrap();
    let mut paths = Vec::new();
    for item in &file.items {
        if let Item::Use(item) = item {
            flatten(&item.tree, Vec::new(), &mut paths);
        }
    }
    let names = paths.into_iter();
    names.filter_map(|mut path| path.pop()).collect()
}
