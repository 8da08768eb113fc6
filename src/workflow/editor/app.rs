//! What App Mode shows, found among the prompt's nodes. Source: ComfyUI's editor,
//! `extra.linearData.inputs`: `[node id, widget name]`, in newer files `["graph:node:widget", …]`.

mod targets;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::graph::Graph;
use super::raw;
use super::role;
use super::scope::Scope;
use crate::workflow::{AppInput, Problem, Workflow, app_mode};

/// Finds the nodes and inputs that App Mode's entries name.
pub(super) struct Shower<'a> {
    graphs: &'a [Graph],
    scopes: &'a [Scope],
    root: &'a str,
    /// The ids of the prompt's nodes.
    there: HashSet<&'a str>,
    /// Nodes of subgraphs, by their id inside.
    inner: HashMap<&'a str, Vec<(usize, usize)>>,
    /// The links of the file's own graph, by the node they come from.
    leaving: HashMap<&'a str, Vec<i64>>,
}

/// How many inputs a form may have.
const MOST_ENTRIES: usize = 1_000;

/// An entry: the node and the widget it names.
struct Entry {
    node: String,
    widget: String,
}

impl<'a> Shower<'a> {
    pub(super) fn new(
        graphs: &'a [Graph],
        scopes: &'a [Scope],
        workflow: &'a Workflow,
        root: &'a str,
    ) -> Self {
        Self {
            graphs,
            scopes,
            root,
            there: workflow.nodes.iter().map(|node| node.id.as_str()).collect(),
            inner: inner(graphs, scopes),
            leaving: leaving(&graphs[0]),
        }
    }

    /// The inputs that `entries` name; what cannot be found is a problem.
    pub(super) fn inputs(&self, entries: &[Value], problems: &mut Vec<Problem>) -> Vec<AppInput> {
        let entries: Vec<Entry> = entries
            .iter()
            .take(MOST_ENTRIES)
            .filter_map(|entry| self.entry(entry))
            .collect();
        let mut shown: HashMap<&str, usize> = HashMap::new();
        for entry in &entries {
            *shown.entry(&entry.node).or_default() += 1;
        }
        let mut names = HashSet::new();
        let mut inputs = Vec::new();
        for entry in entries
            .iter()
            .filter(|entry| names.insert((&entry.node, &entry.widget)))
        {
            let alone = shown.get(entry.node.as_str()) == Some(&1);
            match self.input(entry, alone) {
                Some(input) => inputs.push(input),
                None => {
                    let message = format!(
                        "App Mode shows its `{}`, which is not in the workflow or does not run; \
                         choose the App Mode inputs again",
                        entry.widget
                    );
                    let problem = Problem::of(&entry.node, message);
                    problems.push(problem.coded("app_missing", &[&entry.widget]));
                }
            }
        }
        inputs
    }

    fn entry(&self, entry: &Value) -> Option<Entry> {
        let id = raw::id(entry.get(0)?)?;
        let widget = entry.get(1)?.as_str()?.to_owned();
        let mut parts = id.splitn(3, ':');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(graph), Some(node), Some(name))
                if graph == self.root || role::is_subgraph_id(graph) =>
            {
                Some(Entry {
                    node: decoded(node),
                    widget: decoded(name),
                })
            }
            _ => Some(Entry { node: id, widget }),
        }
    }

    fn input(&self, entry: &Entry, alone: bool) -> Option<AppInput> {
        let (scope, place) = self.find(entry)?;
        let node = &self.graphs[self.scopes[scope].graph].nodes[place];
        let mut targets = Vec::new();
        self.targets(scope, place, &entry.widget, &mut targets);
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
        })
    }

    /// The node an entry names: of the file's own graph; by its id in the prompt; or the only one
    /// of that id in any subgraph.
    fn find(&self, entry: &Entry) -> Option<(usize, usize)> {
        if let Some(place) = self.graphs[0].by_id.get(&entry.node) {
            return Some((0, *place));
        }
        let mut scope = 0;
        let mut parts = entry.node.split(':').peekable();
        while let Some(part) = parts.next() {
            let Some(place) = self.graphs[self.scopes[scope].graph].by_id.get(part) else {
                break;
            };
            if parts.peek().is_none() {
                return Some((scope, *place));
            }
            match self.scopes[scope].children.get(place) {
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
    for (at, scope) in scopes.iter().enumerate().skip(1) {
        for (place, node) in graphs[scope.graph].nodes.iter().enumerate() {
            inner.entry(&node.id).or_default().push((at, place));
        }
    }
    inner
}

fn leaving(graph: &Graph) -> HashMap<&str, Vec<i64>> {
    let mut leaving: HashMap<&str, Vec<i64>> = HashMap::new();
    for (id, link) in &graph.links {
        leaving.entry(&link.origin).or_default().push(*id);
    }
    // A map has no order of its own.
    leaving.values_mut().for_each(|links| links.sort_unstable());
    leaving
}

/// A part of an id, with its `%3A`s and the like read.
fn decoded(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = part
            .get(at + 1..at + 3)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (byte, hex) {
            (b'%', Some(value)) => {
                decoded.push(value);
                at += 3;
            }
            _ => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| part.to_owned())
}
