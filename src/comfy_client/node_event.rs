//! Reads an engine's event about the nodes of a run. No I/O.
//! Source: ComfyUI's `/ws`.

use api::decode;
use json::Json;

/// An engine's event about the nodes of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeEvent {
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
pub struct Steps {
    /// The node's id.
    pub node: String,
    /// The steps done; at most `max`.
    pub value: u32,
    /// The number of steps; 1 for a node that does not count its steps.
    pub max: u32,
}

/// The event of this kind; `None` for one that is not about nodes.
pub(crate) fn read(kind: &str, data: &Json<'_>) -> Option<NodeEvent> {
    match kind {
        "execution_cached" => {
            let nodes = data.get("nodes").items().iter();
            let ids = nodes.filter_map(|node| Some(node.text()?.to_owned()));
            Some(NodeEvent::Cached(ids.collect()))
        }
        "executing" => Some(NodeEvent::Executing(data.get("node").text()?.to_owned())),
        "progress" => Some(NodeEvent::Steps(steps(data.get("node").text()?, data)?)),
        "progress_state" => Some(states(data.get("nodes"))),
        _ => None,
    }
}

fn states(nodes: &Json<'_>) -> NodeEvent {
    let (mut finished, mut running) = (Vec::new(), Vec::new());
    for (id, node) in nodes.members().unwrap_or_default() {
        match node.get("state").text() {
            Some("finished") => finished.push(id.clone().into_owned()),
            Some("running") => running.extend(steps(id, node)),
            _ => {}
        }
    }
    NodeEvent::States { finished, running }
}

fn steps(node: &str, counted: &Json<'_>) -> Option<Steps> {
    let progress = decode::progress(counted)?;
    Some(Steps {
        node: node.to_owned(),
        value: progress.value,
        max: progress.max,
    })
}

#[cfg(test)]
mod tests;
