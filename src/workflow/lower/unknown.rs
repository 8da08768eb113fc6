//! Finds nodes that an engine cannot run because it does not know their class.

use serde_json::{Map, Value};

use crate::workflow::exposure::Exposure;
use crate::workflow::graph::{Node, Workflow};
use crate::workflow::marks::{self, StandIn};
use crate::workflow::problem::{self, Problem};

/// The nodes that an engine cannot run: it knows neither their class nor the class that
/// [`lower`](super::lower()) replaces it by. `object_info` is the engine's answer to
/// `GET /object_info`.
pub fn unknown(workflow: &Workflow, object_info: &Map<String, Value>) -> Vec<Problem> {
    let exposure = workflow.exposure();
    let knows = |class: &str| object_info.contains_key(class);
    let unknown = |node| {
        let class = stand_in(node, exposure)?;
        (!knows(&node.class) && !knows(class)).then(|| unknown_class(node, class))
    };
    let mut problems: Vec<_> = workflow.nodes.iter().filter_map(unknown).collect();
    problem::truncate(&mut problems);
    problems
}

/// The class that replaces an unknown node; `None` if a value replaces it.
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

fn unknown_class(node: &Node, class: &str) -> Problem {
    let message = format!(
        "no connected engine has the node {class}; install its custom node, or remove this node \
         from the workflow"
    );
    Problem::at(node, message).coded("unknown_class", &[class])
}
