//! The learned duration of a node, as it is stored. No I/O.

/// The learned duration of one node.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedNode {
    pub workflow: String,
    pub node: String,
    pub seconds: f64,
}
