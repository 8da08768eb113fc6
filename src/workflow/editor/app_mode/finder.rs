//! Finds the node of each App Mode entry and turns the entry into an input. Does not know the form.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::entry::Entry;
use super::targets::TargetFinder;
use crate::app_input::AppInput;
use crate::app_mode;
use crate::editor::expansion::{ROOT, Scopes};
use crate::graph::Workflow;

/// Maximum number of inputs in a form.
const MOST_ENTRIES: usize = 1_000;

/// Finds the nodes and inputs that App Mode's entries name.
pub(crate) struct AppInputFinder<'a> {
    scopes: &'a Scopes<'a>,
    root: &'a str,
    targets: TargetFinder<'a>,
    /// Maps inner ids to the subgraph nodes that have them, each as scope and node.
    inner: HashMap<&'a str, Vec<(usize, usize)>>,
}

impl<'a> AppInputFinder<'a> {
    pub(crate) fn new(scopes: &'a Scopes, workflow: &'a Workflow, root: &'a str) -> Self {
        Self {
            scopes,
            root,
            targets: TargetFinder::new(scopes, workflow),
            inner: inner(scopes),
        }
    }

    /// The inputs that `entries` name. The editor leaves out entries that it cannot find, and so does this.
    pub(crate) fn inputs(&self, entries: &[Value]) -> Vec<AppInput> {
        let entries: Vec<Entry> = entries
            .iter()
            .take(MOST_ENTRIES)
            .filter_map(|entry| Entry::read(entry, self.root))
            .collect();
        let mut shown: HashMap<&str, usize> = HashMap::new();
        for entry in &entries {
            *shown.entry(&entry.node).or_default() += 1;
        }
        let mut names = HashSet::new();
        let different = entries
            .iter()
            .filter(|entry| names.insert((&entry.node, &entry.widget)));
        let inputs = different.filter_map(|entry| {
            let alone = shown.get(entry.node.as_str()) == Some(&1);
            self.input(entry, alone)
        });
        inputs.collect()
    }

    fn input(&self, entry: &Entry, alone: bool) -> Option<AppInput> {
        let (scope, node_index) = self.find(entry)?;
        let node = self.scopes.node(scope, node_index)?;
        let mut targets = Vec::new();
        self.targets
            .collect(scope, node_index, &entry.widget, &mut targets);
        let (_, kind) = targets.first()?.clone();
        let own = node
            .raw
            .inputs
            .iter()
            .find(|input| input.name == entry.widget);
        let kind = own.map(|slot| slot.kind.clone()).or(kind);
        let kind = kind.filter(|kind| !kind.is_empty());
        let label = own.and_then(|slot| slot.label.as_deref());
        let title = node.raw.title.as_deref();
        Some(AppInput {
            name: format!("{}_{}", entry.widget, entry.node),
            label: Some(app_mode::label(title, &entry.widget, label, alone)),
            slot: kind,
            targets: targets.into_iter().map(|(target, _)| target).collect(),
            ..AppInput::default()
        })
    }

    /// The node an entry names: by its id in the root graph, by its id in the prompt, or the only node
    /// with that id in any subgraph.
    fn find(&self, entry: &Entry) -> Option<(usize, usize)> {
        let root = self.scopes.get(ROOT)?;
        if let Some(node) = root.graph.by_id.get(&entry.node) {
            return Some((ROOT, *node));
        }
        if let Some(found) = self.find_by_path(&entry.node) {
            return Some(found);
        }
        match self.inner.get(entry.node.as_str()).map(Vec::as_slice) {
            Some([only]) => Some(*only),
            _ => None,
        }
    }

    /// The node with an id of the prompt.
    fn find_by_path(&self, id: &str) -> Option<(usize, usize)> {
        let mut at = ROOT;
        let mut parts = id.split(':').peekable();
        while let Some(part) = parts.next() {
            let scope = self.scopes.get(at)?;
            let node = scope.graph.by_id.get(part)?;
            if parts.peek().is_none() {
                return Some((at, *node));
            }
            at = *scope.children.get(node)?;
        }
        None
    }
}

fn inner<'a>(scopes: &Scopes<'a>) -> HashMap<&'a str, Vec<(usize, usize)>> {
    let mut inner: HashMap<&str, Vec<_>> = HashMap::new();
    for (scope_index, scope) in scopes.iter().enumerate().skip(1) {
        for (node_index, node) in scope.graph.nodes.iter().enumerate() {
            let nodes = inner.entry(&node.id).or_default();
            nodes.push((scope_index, node_index));
        }
    }
    inner
}
