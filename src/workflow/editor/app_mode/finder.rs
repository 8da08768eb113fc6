//! Finds the node of each App Mode entry and turns the entry into an input. Does not know the form.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::entry::Entry;
use super::targets::TargetFinder;
use crate::app_input::AppInput;
use crate::app_mode;
use crate::editor::expansion::Scope;
use crate::editor::graph::Graph;
use crate::graph::Workflow;

/// Maximum number of inputs in a form.
const MOST_ENTRIES: usize = 1_000;

/// Finds the nodes and inputs that App Mode's entries name.
pub(crate) struct AppInputFinder<'a> {
    graphs: &'a [Graph],
    scopes: &'a [Scope],
    root: &'a str,
    targets: TargetFinder<'a>,
    /// Maps inner ids to the subgraph nodes that have them, each as scope and node.
    inner: HashMap<&'a str, Vec<(usize, usize)>>,
}

impl<'a> AppInputFinder<'a> {
    pub(crate) fn new(
        graphs: &'a [Graph],
        scopes: &'a [Scope],
        workflow: &'a Workflow,
        root: &'a str,
    ) -> Self {
        Self {
            graphs,
            scopes,
            root,
            targets: TargetFinder::new(graphs, scopes, workflow),
            inner: inner(graphs, scopes),
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
        let node = &self.graphs[self.scopes[scope].graph].nodes[node_index];
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
        if let Some(node) = self.graphs[0].by_id.get(&entry.node) {
            return Some((0, *node));
        }
        let mut scope = 0;
        let mut parts = entry.node.split(':').peekable();
        while let Some(part) = parts.next() {
            let Some(node) = self.graphs[self.scopes[scope].graph].by_id.get(part) else {
                break;
            };
            if parts.peek().is_none() {
                return Some((scope, *node));
            }
            match self.scopes[scope].children.get(node) {
                Some(child) => scope = *child,
                None => break,
            }
        }
        match self.inner.get(entry.node.as_str()).map(Vec::as_slice) {
            Some([only]) => Some(*only),
            _ => None,
        }
    }
}

fn inner<'a>(graphs: &'a [Graph], scopes: &[Scope]) -> HashMap<&'a str, Vec<(usize, usize)>> {
    let mut inner: HashMap<&str, Vec<_>> = HashMap::new();
    for (scope_index, scope) in scopes.iter().enumerate().skip(1) {
        for (node_index, node) in graphs[scope.graph].nodes.iter().enumerate() {
            let nodes = inner.entry(&node.id).or_default();
            nodes.push((scope_index, node_index));
        }
    }
    inner
}
