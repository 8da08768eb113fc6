//! Finds node classes that an engine cannot run.

use std::collections::HashSet;

use crate::workflow::classes::NodeClasses;
use crate::workflow::exposure::Exposure;
use crate::workflow::graph::{Node, Workflow};
use crate::workflow::marks::{self, StandIn};
use crate::workflow::problem::{self, Problem};

/// The classes of a workflow that an engine cannot run, each once: it knows neither the class nor the one
/// that [`lower`](super::lower()) replaces it by.
pub fn unknown_classes<'a>(workflow: &'a Workflow, known: &NodeClasses) -> Vec<&'a str> {
    let exposure = workflow.exposure();
    let knows = |class: &str| known.contains(class);
    let unknown = |node: &'a Node| {
        let class = stand_in(node, exposure)?;
        (!knows(&node.class) && !knows(class)).then_some(class)
    };
    let mut seen = HashSet::new();
    let classes = workflow.nodes.iter().filter_map(unknown);
    classes.filter(|class| seen.insert(*class)).collect()
}

/// One problem for each unknown class.
pub fn class_problems(classes: &[&str]) -> Vec<Problem> {
    let problem = |class: &&str| {
        let message = format!(
            "no connected engine has the node {class}; update ComfyUI, install the custom node, or remove it \
             from the workflow"
        );
        Problem::whole(message).coded("unknown_class", &[class])
    };
    let mut problems = classes.iter().map(problem).collect();
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
