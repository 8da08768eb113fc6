//! Where a value comes from, or why from nowhere.

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::workflow::editor) enum Source {
    /// An output of a node, by scope, place and slot.
    Node(usize, usize, usize),
    /// The value of a primitive or of a promoted widget: where it stands.
    Primitive(usize, usize),
    Promoted(usize, usize),
    /// Nothing: the node keeps what its widget holds.
    Nothing,
    /// Something that is not in the file.
    Missing(Missing),
}

/// What is not in the file.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::workflow::editor) enum Missing {
    Link(i64),
    Node(String),
    Slot(String, usize),
    /// The graph is too tangled to follow, or leads back to where it came from.
    Way,
}

impl Missing {
    /// What is said of an input that would take it.
    pub(in crate::workflow::editor) fn words(&self) -> String {
        match self {
            Self::Link(link) => format!("comes from link {link}, which is not in the workflow"),
            Self::Node(node) => format!("comes from node {node}, which is not in the workflow"),
            Self::Slot(node, slot) => {
                format!("comes from output {slot} of node {node}, which has no such output")
            }
            Self::Way => {
                "comes through reroutes or subgraphs that lead nowhere; reconnect it".to_owned()
            }
        }
    }
}
