//! What an engine would refuse of the outputs that a run is for, and which of these outputs it would leave out. ComfyUI
//! checks each output of a prompt on its own: a branch that is broken, such as one whose nodes are muted but for the
//! last, keeps no other output from being produced. Knows neither fields nor runs.

use std::collections::{HashMap, HashSet};

use super::fault::{Fault, FaultKind};
use super::validate::validate_outputs;
use crate::classes::NodeClasses;
use crate::graph::{Node, Workflow};

/// An engine's verdict on what a run is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MainVerdict {
    /// The ids of the outputs that a run is for.
    pub outputs: HashSet<String>,
    /// What keeps them from running.
    pub faults: Vec<Fault>,
    /// What keeps others from running that a run would otherwise be for, too.
    pub left_out: Vec<Fault>,
}

/// Validates what a run of a workflow is for, which was lowered to this graph. An output with a fault is left out if a
/// saved exposure does not name it, another output remains, and nothing could mend it: neither another value, as
/// `is_mendable` says, nor an engine with other options.
pub fn validate_main(
    workflow: &Workflow,
    graph: &Workflow,
    classes: &NodeClasses,
    is_mendable: impl Fn(&Fault) -> bool,
) -> MainVerdict {
    let main = workflow.main_outputs(classes);
    let all = validate_outputs(graph, classes, |id| main.contains(id)).faults;
    let outputs = |ids: &HashSet<&str>| ids.iter().map(|id| (*id).to_owned()).collect();
    let broken: HashSet<&str> = all
        .iter()
        .filter(|fault| is_of_branch(fault) && !is_mendable(fault))
        .filter_map(|fault| fault.node.as_deref())
        .collect();
    let remaining = graph.without_need_of(&broken, &main);
    if broken.is_empty() || workflow.names_outputs || remaining.is_empty() {
        return MainVerdict {
            outputs: outputs(&main),
            faults: all,
            left_out: Vec::new(),
        };
    }
    let faults = validate_outputs(graph, classes, |id| remaining.contains(id)).faults;
    MainVerdict {
        outputs: outputs(&remaining),
        left_out: all
            .into_iter()
            .filter(|fault| !faults.contains(fault))
            .collect(),
        faults,
    }
}

/// Whether a fault concerns only the outputs that need its node, at every engine.
fn is_of_branch(fault: &Fault) -> bool {
    !matches!(
        fault.kind,
        FaultKind::PromptNoOutputs | FaultKind::MissingNodeType | FaultKind::ValueNotInList
    )
}

impl Workflow {
    /// Those of these outputs that need none of these nodes.
    fn without_need_of<'a>(
        &self,
        nodes: &HashSet<&str>,
        outputs: &HashSet<&'a str>,
    ) -> HashSet<&'a str> {
        let by_id = self.nodes.iter().map(|node| (node.id.as_str(), node));
        let by_id: HashMap<&str, &Node> = by_id.collect();
        let needs = |output: &&str| {
            let mut seen = HashSet::from([*output]);
            let mut open = vec![*output];
            while let Some(id) = open.pop() {
                if nodes.contains(id) {
                    return true;
                }
                let links = by_id.get(id).into_iter().flat_map(|node| node.links());
                open.extend(
                    links
                        .map(|(_, link)| link.node)
                        .filter(|id| seen.insert(id)),
                );
            }
            false
        };
        outputs.iter().copied().filter(|id| !needs(id)).collect()
    }
}
