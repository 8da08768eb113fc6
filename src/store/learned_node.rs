//! What was learned about the duration of a node, as it is stored. No I/O.

/// What was learned about one node.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedNode {
    pub workflow: String,
    pub node: String,
    pub seconds: f64,
}
