//! Import cycles: groups of files that reach each other by their imports.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Import;

/// The cycles that are larger than a module and its direct children.
pub(crate) fn too_large(imports: &[Import]) -> Vec<Vec<String>> {
    let cycles = cycles(imports).into_iter();
    cycles.filter(|cycle| !is_family(cycle)).collect()
}

/// Whether one member is the parent of all others.
fn is_family(cycle: &[String]) -> bool {
    let is_parent = |parent: &String| {
        let others = cycle.iter().filter(|module| *module != parent);
        others
            .map(|module| module.rsplit_once("::"))
            .all(|split| split.is_some_and(|(above, _)| above == parent))
    };
    cycle.iter().any(is_parent)
}

fn cycles(imports: &[Import]) -> BTreeSet<Vec<String>> {
    let mut graph: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for Import { from, to } in imports {
        graph.entry(from).or_default().push(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|from| (*from, reachable(from, &graph)))
        .collect();
    let reaches = |from: &str, to: &str| {
        reached
            .get(from)
            .is_some_and(|modules| modules.contains(to))
    };
    let mut cycles = BTreeSet::new();
    for (module, targets) in &reached {
        let cycle = targets.iter().filter(|target| reaches(target, module));
        let cycle: Vec<String> = cycle.map(|target| (*target).to_owned()).collect();
        if !cycle.is_empty() {
            cycles.insert(cycle);
        }
    }
    cycles
}

fn reachable<'a>(from: &'a str, graph: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        let targets = graph.get(module).into_iter().flatten();
        open.extend(targets.filter(|target| reached.insert(**target)));
    }
    reached
}
