//! The progress of a whole run, from its engine's events: nodes done of nodes to do, the steps of the current node,
//! and a percentage. Before a run of the workflow has completed, a sampler counts as much as many other nodes;
//! after that, each node counts by the time that it took. The percentage never decreases. No I/O.
//! Source: ComfyUI's `/ws`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::time::Instant;

use super::node_times::Times;
use api::RunProgress;
use comfy_client::{NodeEvent, Steps};
use workflow::classes::{ClassInput, NodeClass, NodeClasses};
use workflow::{Node, Workflow};

/// The least that a node counts, in seconds.
const LEAST: f64 = 0.001;

/// How many other nodes a sampler counts for while no times are known: it takes most of the time of most runs.
const SAMPLER: f64 = 20.0;

/// How much of a node without steps can be done before it has finished.
const UNFINISHED: f64 = 0.95;

/// The nodes that a run executes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RunNodes {
    /// Their titles by their ids.
    titles: HashMap<String, String>,
    /// The ids of those that sample.
    samplers: HashSet<String>,
    /// How long they took in earlier runs.
    times: Arc<Times>,
}

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
        let (mut titles, mut samplers) = (HashMap::new(), HashSet::new());
        while let Some(node) = open.pop() {
            let title = node.title.as_ref().unwrap_or(&node.class);
            if titles.insert(node.id.clone(), title.clone()).is_none() {
                if classes.get(&node.class).is_some_and(samples) {
                    samplers.insert(node.id.clone());
                }
                let sources = node.links().filter_map(|(_, link)| by_id.get(link.node));
                open.extend(sources.copied());
            }
        }
        Self {
            titles,
            samplers,
            times: Arc::default(),
        }
    }

    /// The same nodes, which took this long in earlier runs.
    pub(crate) fn with_times(self, times: Arc<Times>) -> Self {
        Self { times, ..self }
    }
}

/// Whether nodes of a class sample: they make a latent image with a model, step by step.
fn samples(class: &NodeClass) -> bool {
    let takes_model = |input: &ClassInput| matches!(input.type_name(), "MODEL" | "GUIDER");
    let makes_latent = class.outputs.iter().any(|output| output == "LATENT");
    makes_latent && class.inputs.iter().any(takes_model)
}

/// The progress of one run.
#[derive(Debug, Default)]
pub(crate) struct NodeProgress {
    nodes: RunNodes,
    cached: HashSet<String>,
    done: HashSet<String>,
    /// When each node has started.
    started: HashMap<String, Instant>,
    /// How long each node took that has finished, also before the run's nodes were known.
    measured: Times,
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
    }

    /// Applies an event that comes now.
    pub(crate) fn apply(&mut self, event: NodeEvent, now: Instant) {
        match event {
            NodeEvent::Cached(nodes) => {
                self.cached.extend(nodes.iter().cloned());
                self.done.extend(nodes);
            }
            NodeEvent::Executing(node) => self.start(node, now),
            NodeEvent::Steps(steps) if !self.has_states => self.set_running(vec![steps], now),
            NodeEvent::Steps(_) => {}
            NodeEvent::States { finished, running } => {
                self.has_states = true;
                for node in finished {
                    self.finish(node, now);
                }
                self.set_running(running, now);
            }
        }
        self.update_percent(now);
    }

    /// How long each node of the run took that has finished, without those that others created while they ran.
    pub(crate) fn measured(&self) -> Times {
        let measured = self.measured.iter();
        let own = measured.filter(|(node, _)| self.nodes.titles.contains_key(*node));
        own.map(|(node, seconds)| (node.clone(), *seconds))
            .collect()
    }

    /// Notes that the run has completed, and with it the last node.
    pub(crate) fn complete(&mut self, now: Instant) {
        for steps in std::mem::take(&mut self.running) {
            self.finish(steps.node, now);
        }
    }

    fn finish(&mut self, node: String, now: Instant) {
        if self.done.contains(&node) {
            return;
        }
        let started = self.started.get(&node);
        let seconds = started.map_or(0.0, |started| now.duration_since(*started).as_secs_f64());
        self.measured.insert(node.clone(), seconds);
        self.done.insert(node);
    }

    /// Without states, a node that starts ends the one before.
    fn start(&mut self, node: String, now: Instant) {
        if self.has_states {
            return;
        }
        let before = std::mem::take(&mut self.running);
        for steps in before.into_iter().filter(|steps| steps.node != node) {
            self.finish(steps.node, now);
        }
        let (value, max) = (0, 1);
        self.set_running(vec![Steps { node, value, max }], now);
    }

    fn set_running(&mut self, running: Vec<Steps>, now: Instant) {
        for steps in &running {
            self.started.entry(steps.node.clone()).or_insert(now);
        }
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

    fn update_percent(&mut self, now: Instant) {
        let weights = self.weights();
        let total: f64 = weights.values().sum();
        let done = |(node, weight): (&&str, &f64)| match self.done.contains(*node) {
            true => *weight,
            false => weight * self.share_of(node, now),
        };
        let done: f64 = weights.iter().map(done).sum();
        let percent = done * 100.0 / total.max(LEAST);
        // Sums of fractions may miss the whole number by a tiny bit.
        let percent = (percent + 1e-6) as u32;
        self.percent = self.percent.max(percent).min(100);
    }

    /// How much each node counts: as long as it took before, or by its kind.
    fn weights(&self) -> HashMap<&str, f64> {
        let times = &self.nodes.times;
        let average = times.values().sum::<f64>() / times.len().max(1) as f64;
        let weight = |node: &String| match times.get(node) {
            _ if times.is_empty() && self.nodes.samplers.contains(node) => SAMPLER,
            _ if times.is_empty() => 1.0,
            // It takes no time.
            _ if self.cached.contains(node) => 0.0,
            Some(seconds) => seconds.max(LEAST),
            None => average.max(LEAST),
        };
        let nodes = self.nodes.titles.keys();
        nodes.map(|node| (node.as_str(), weight(node))).collect()
    }

    /// How much of a node is done that has not finished: by its steps, or else by its time.
    fn share_of(&self, node: &str, now: Instant) -> f64 {
        let Some(steps) = self.running.iter().find(|steps| steps.node == node) else {
            return 0.0;
        };
        if steps.max > 1 || steps.value > 0 {
            return f64::from(steps.value) / f64::from(steps.max.max(1));
        }
        let expected = self.nodes.times.get(node);
        let lasts = self.started.get(node).map(|at| now.duration_since(*at));
        match (expected, lasts) {
            (Some(expected), Some(lasts)) => {
                (lasts.as_secs_f64() / expected.max(LEAST)).min(UNFINISHED)
            }
            _ => 0.0,
        }
    }

    fn nodes_done(&self) -> usize {
        let nodes = self.nodes.titles.keys();
        nodes.filter(|node| self.done.contains(*node)).count()
    }

    /// The progress as the API reports it now; `None` until the nodes are known and one has started.
    pub(crate) fn report(&mut self, now: Instant) -> Option<RunProgress> {
        self.update_percent(now);
        let total = u32::try_from(self.nodes.titles.len()).ok()?;
        let current = self.current.as_ref().filter(|_| total > 0)?;
        // A node that another one creates while it runs is reported without a title.
        let title = self.nodes.titles.get(&current.node).cloned();
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
