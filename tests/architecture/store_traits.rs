//! The traits of the store: each is small, and a file of the service names few of them.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Item, ItemTrait, TraitItem};

use super::imports::is_for_tests;
use super::sources::Sources;

/// The most methods of a trait.
const MAX_METHODS: usize = 12;
/// The most traits that a file names.
const MAX_NAMED: usize = 3;
/// Where the parts of a service get what they use of its store.
const HANDED_OUT_IN: [&str; 3] = [
    "service::lifecycle",
    "service::opening",
    "service::operations::parts",
];

/// What is wrong with the traits of the crate `store`, and with those that the service names.
pub(crate) fn faults(sources: &Sources) -> Vec<String> {
    let traits = traits(sources);
    let large = traits.iter().filter(|(_, methods)| *methods > MAX_METHODS);
    let large = large.map(|(name, methods)| format!("{name} has {methods} methods"));
    let names: BTreeSet<&str> = traits.iter().map(|(name, _)| name.as_str()).collect();
    let consumers = sources.iter().filter(|(module, _)| {
        module.starts_with("service::") && !HANDED_OUT_IN.contains(&module.as_str())
    });
    let many = consumers.filter_map(|(module, source)| {
        let named = named(source, &names);
        let is_all = named.contains("Store");
        let list = || named.iter().cloned().collect::<Vec<_>>().join(", ");
        (is_all || named.len() > MAX_NAMED).then(|| format!("{module} names {}", list()))
    });
    large.chain(many).collect()
}

/// The traits of the store, each with the number of its own methods.
fn traits(sources: &Sources) -> Vec<(String, usize)> {
    let own = sources
        .iter()
        .filter(|(module, _)| module.starts_with("store::") || *module == "store");
    let items = own.flat_map(|(_, source)| syn::parse_file(source).unwrap().items);
    let traits = items.filter_map(|item| match item {
        Item::Trait(found) => Some((found.ident.to_string(), methods(&found))),
        _ => None,
    });
    traits.collect()
}

fn methods(found: &ItemTrait) -> usize {
    let is_method = |item: &&TraitItem| matches!(item, TraitItem::Fn(_));
    found.items.iter().filter(is_method).count()
}

/// Those of these traits that a file has as `dyn`, outside its tests.
fn named(source: &str, traits: &BTreeSet<&str>) -> BTreeSet<String> {
    let mut finder = Finder::default();
    finder.visit_file(&syn::parse_file(source).unwrap());
    let named = finder.0.into_iter();
    named
        .filter(|name| traits.contains(name.as_str()))
        .collect()
}

#[derive(Default)]
struct Finder(BTreeSet<String>);

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
        let last = bound.path.segments.last();
        self.0.extend(last.map(|segment| segment.ident.to_string()));
        visit::visit_trait_bound(self, bound);
    }
}
