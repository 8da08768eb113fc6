//! Import cycles between siblings, each judged with everything below it.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Import;

/// The cycles of siblings, as paths.
pub(crate) fn between_siblings(imports: &[Import]) -> Vec<Vec<String>> {
    let mut families: BTreeMap<&str, Graph> = BTreeMap::new();
    for import in imports {
        if let Some((parent, from, to)) = siblings(import) {
            let targets = families.entry(parent).or_default().entry(from).or_default();
            targets.insert(to);
        }
    }
    families.values().flat_map(cycles).collect()
}

/// The paths of the two siblings that an import connects, and their parent. `None` if one is above the other, and for
/// two crates, which the compiler judges.
fn siblings(import: &Import) -> Option<(&str, &str, &str)> {
    let (from, to) = (import.from.as_str(), import.to.as_str());
    let (mut parent, mut at) = ("", 0);
    for (name, other) in from.split("::").zip(to.split("::")) {
        let end = at + name.len();
        if name != other {
            let end_of_other = at + other.len();
            let is_one_crate = !parent.is_empty();
            return is_one_crate.then(|| (parent, &from[..end], &to[..end_of_other]));
        }
        parent = &from[..end];
        at = end + 2;
    }
    None
}

type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// The groups that reach each other.
fn cycles(graph: &Graph) -> BTreeSet<Vec<String>> {
    let mut cycles = BTreeSet::new();
    for module in graph.keys() {
        let reached = reached(module, graph).into_iter();
        let cycle = reached.filter(|target| self::reached(target, graph).contains(module));
        let cycle: Vec<String> = cycle.map(str::to_owned).collect();
        if !cycle.is_empty() {
            cycles.insert(cycle);
        }
    }
    cycles
}

fn reached<'a>(from: &str, graph: &Graph<'a>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = graph.get(from).into_iter().flatten().copied().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(graph.get(module).into_iter().flatten().copied());
        }
    }
    reached
}
