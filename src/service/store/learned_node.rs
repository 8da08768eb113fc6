//! What was learned about the duration of a node, as it is stored. No I/O.

/// What was learned about one node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LearnedNode {
    pub(crate) workflow: String,
    pub(crate) node: String,
    pub(crate) seconds: f64,
}
