//! The progress of a whole run, from its engine's events: nodes done of nodes to do, and the steps of the
//! current node. It never decreases. No I/O.
//! Source: ComfyUI's `/ws`.

use std::collections::{HashMap, HashSet};

use crate::api::RunProgress;
use crate::workflow::classes::NodeClasses;
use crate::workflow::{Node, Workflow};

/// The nodes that a run executes: their titles by their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RunNodes(HashMap<String, String>);

impl RunNodes {
    /// The nodes that the outputs of this graph need; without a known output, all of them.
    pub(crate) fn of(graph: &Workflow, classes: &NodeClasses) -> Self {
        let by_id: HashMap<&str, &Node> =
            graph.nodes.iter().map(|node| (&*node.id, node)).collect();
        let nodes = graph.nodes.iter();
        let outputs = nodes.filter(|node| classes.is_output(&node.class));
        let mut open: Vec<&Node> = outputs.collect();
        if open.is_empty() {
            open = graph.nodes.iter().collect();
        }
        let mut titles = HashMap::new();
        while let Some(node) = open.pop() {
            let title = node.title.as_ref().unwrap_or(&node.class);
            if titles.insert(node.id.clone(), title.clone()).is_none() {
                let sources = node.links().filter_map(|(_, link)| by_id.get(link.node));
                open.extend(sources.copied());
            }
        }
        Self(titles)
    }
}

/// An engine's event about a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeEvent {
    /// These nodes need not run: their results are cached.
    Cached(Vec<String>),
    /// This node starts.
    Executing(String),
    /// The node that is executing has done this many steps.
    Steps(Steps),
    /// The state of every node that has started.
    States {
        /// The nodes that have finished.
        finished: Vec<String>,
        /// The nodes that are running.
        running: Vec<Steps>,
    },
}

/// The steps of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Steps {
    /// The node's id.
    pub(crate) node: String,
    /// The steps done; at most `max`.
    pub(crate) value: u32,
    /// The number of steps; 1 for a node that does not count its steps.
    pub(crate) max: u32,
}

/// The progress of one run.
#[derive(Debug, Default)]
pub(crate) struct NodeProgress {
    nodes: RunNodes,
    done: HashSet<String>,
    running: Vec<Steps>,
    /// The node to report, which stays after it has finished until the next one starts.
    current: Option<Steps>,
    /// Whether the engine reports the nodes' states, which makes the order of starts irrelevant.
    has_states: bool,
    percent: u32,
}

impl NodeProgress {
    /// Sets the nodes, which are known later than an event may come.
    pub(crate) fn set_nodes(&mut self, nodes: RunNodes) {
        self.nodes = nodes;
        self.update_percent();
    }

    /// Applies an event.
    pub(crate) fn apply(&mut self, event: NodeEvent) {
        match event {
            NodeEvent::Cached(nodes) => self.done.extend(nodes),
            NodeEvent::Executing(node) => self.start(node),
            NodeEvent::Steps(steps) if !self.has_states => self.set_running(vec![steps]),
            NodeEvent::Steps(_) => {}
            NodeEvent::States { finished, running } => {
                self.has_states = true;
                self.done.extend(finished);
                self.set_running(running);
            }
        }
        self.update_percent();
    }

    /// Without states, a node that starts ends the one before.
    fn start(&mut self, node: String) {
        if self.has_states {
            return;
        }
        let before = std::mem::take(&mut self.running);
        self.done.extend(before.into_iter().map(|steps| steps.node));
        let (value, max) = (0, 1);
        self.set_running(vec![Steps { node, value, max }]);
    }

    fn set_running(&mut self, running: Vec<Steps>) {
        let counting = running.iter().rev().find(|steps| steps.max > 1);
        match counting.or(running.last()) {
            Some(current) => self.current = Some(current.clone()),
            None => {
                if let Some(current) = &mut self.current {
                    current.value = current.max;
                }
            }
        }
        self.running = running;
    }

    fn update_percent(&mut self) {
        let total = self.nodes.0.len() as f64;
        let is_open = |steps: &&Steps| {
            self.nodes.0.contains_key(&steps.node) && !self.done.contains(&steps.node)
        };
        let share = |steps: &Steps| f64::from(steps.value) / f64::from(steps.max.max(1));
        let running: f64 = self.running.iter().filter(is_open).map(share).sum();
        let percent = (self.nodes_done() as f64 + running) * 100.0 / total.max(1.0);
        self.percent = self.percent.max(percent as u32).min(100);
    }

    fn nodes_done(&self) -> usize {
        let nodes = self.nodes.0.keys();
        nodes.filter(|node| self.done.contains(*node)).count()
    }

    /// The progress as the API reports it; `None` until the nodes are known and one has started.
    pub(crate) fn report(&self) -> Option<RunProgress> {
        let total = u32::try_from(self.nodes.0.len()).ok()?;
        let current = self.current.as_ref().filter(|_| total > 0)?;
        // A node that another one creates while it runs is reported without a title.
        let title = self.nodes.0.get(&current.node).cloned();
        Some(RunProgress {
            value: current.value,
            max: current.max,
            node: Some(current.node.clone()),
            title,
            nodes_done: u32::try_from(self.nodes_done()).ok(),
            nodes_total: Some(total),
            percent: Some(self.percent),
        })
    }
}

#[cfg(test)]
mod tests;
