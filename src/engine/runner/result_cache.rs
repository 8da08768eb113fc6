//! The cache of node results during one run. Knows nothing about how they are computed.

use std::collections::HashMap;

use crate::engine::execution_error::ExecutionError;
use crate::engine::value::{MAX_BYTES, Value};
use crate::workflow::{Link, Node};

/// The results that later nodes need; each is dropped after its last use.
pub(super) struct ResultCache {
    /// Each node's output values and how many uses of them remain.
    results: HashMap<String, (Vec<Value>, usize)>,
    /// How many links each node feeds.
    uses: HashMap<String, usize>,
}

impl ResultCache {
    /// An empty cache for nodes that run in this order.
    pub(super) fn new(order: &[&Node]) -> Self {
        let mut uses: HashMap<String, usize> = HashMap::new();
        for node in order {
            for (_, link) in node.links() {
                *uses.entry(link.node.to_owned()).or_default() += 1;
            }
        }
        Self {
            results: HashMap::new(),
            uses,
        }
    }

    /// The value of a link.
    pub(super) fn get(&self, link: Link) -> Option<Value> {
        self.results.get(link.node)?.0.get(link.slot).cloned()
    }

    /// Stores the output values of a node; fails if the run holds too many bytes.
    pub(super) fn insert(&mut self, node: &Node, values: Vec<Value>) -> Result<(), ExecutionError> {
        let uses = self.uses.get(&node.id).copied().unwrap_or(0);
        if uses > 0 {
            self.results.insert(node.id.clone(), (values, uses));
        }
        let bytes: u64 = self
            .results
            .values()
            .flat_map(|(values, _)| values)
            .map(Value::bytes)
            .sum();
        if bytes > MAX_BYTES {
            return Err(ExecutionError::new(format!(
                "the run holds {} MB of images and audio at once, more than {}; use smaller files or fewer branches",
                bytes / 1_000_000,
                MAX_BYTES / 1_000_000
            )));
        }
        Ok(())
    }

    /// Drops the results that this node was the last to use.
    pub(super) fn release(&mut self, node: &Node) {
        for (_, link) in node.links() {
            if let Some((_, uses)) = self.results.get_mut(link.node) {
                *uses -= 1;
                if *uses == 0 {
                    self.results.remove(link.node);
                }
            }
        }
    }
}
