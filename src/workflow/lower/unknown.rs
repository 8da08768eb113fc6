//! The nodes that an engine cannot run, since it does not know their class.

use serde_json::{Map, Value};

use crate::workflow::marks::{self, StandIn};
use crate::workflow::problem::keep_readable;
use crate::workflow::{Exposure, Node, Problem, Workflow};

/// The nodes of a workflow that an engine with these classes cannot run: it knows neither their
/// class nor the one that [`lower`](super::lower) puts in its place. `object_info` is the answer of
/// that engine's `GET /object_info`.
pub fn unknown(workflow: &Workflow, object_info: &Map<String, Value>) -> Vec<Problem> {
    let exposure = workflow.exposure();
    let knows = |class: &str| object_info.contains_key(class);
    let unknown = |node| {
        let class = stand_in(node, exposure)?;
        (!knows(&node.class) && !knows(class)).then(|| problem(node, class))
    };
    let mut problems: Vec<_> = workflow.nodes.iter().filter_map(unknown).collect();
    keep_readable(&mut problems);
    problems
}

/// The class that runs in a node's place where its own is not known; `None` where a value does.
fn stand_in(node: &Node, exposure: Exposure) -> Option<&str> {
    if let Some(mark) = exposure.mark(node) {
        return match mark.stand_in {
            StandIn::Literal => None,
            StandIn::Node(core) => Some(core.class),
            StandIn::None => Some(&node.class),
        };
    }
    let core = marks::output(&node.class).and_then(|mark| mark.core);
    Some(core.map_or(&node.class, |(core, _)| core.class))
}

fn problem(node: &Node, class: &str) -> Problem {
    let message = format!(
        "no connected engine has the node {class}; install its custom node, or remove this node \
         from the workflow"
    );
    Problem::at(node, message).coded("unknown_class", &[class])
}
