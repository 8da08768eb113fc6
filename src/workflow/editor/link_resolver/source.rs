//! The origin of a value, or the reason why it has none.

/// The origin of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// An output of a node: scope, node and slot.
    Node(usize, usize, usize),
    /// A primitive's value: scope and node.
    Primitive(usize, usize),
    /// A promoted widget's value: scope and input slot of the subgraph.
    Promoted(usize, usize),
    /// Nothing: the node keeps its widget's value.
    Nothing,
    /// Something that the file does not contain.
    Missing(Missing),
}

/// The missing element of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Missing {
    Link(i64),
    Node(String),
    Slot(String, usize),
    /// The path is too long to follow, or loops.
    Path,
}

impl Missing {
    /// The end of a message that starts with the input's name.
    pub(crate) fn description(&self) -> String {
        match self {
            Self::Link(link) => format!("comes from link {link}, which is not in the workflow"),
            Self::Node(node) => format!("comes from node {node}, which is not in the workflow"),
            Self::Slot(node, slot) => {
                format!("comes from output {slot} of node {node}, which has no such output")
            }
            Self::Path => {
                "comes through reroutes or subgraphs that lead nowhere; reconnect it".to_owned()
            }
        }
    }
}
