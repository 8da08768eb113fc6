//! What a run keeps in memory between its nodes. Knows nothing of how they are computed.

use std::collections::HashMap;

use crate::engine::call::Failure;
use crate::engine::value::{MAX_PIXELS, Value};
use crate::workflow::{Link, Node};

/// The values that nodes still to come will need; the others are let go at once.
pub(super) struct Values {
    /// By node: its outputs and how many nodes have not yet taken them.
    kept: HashMap<String, (Vec<Value>, usize)>,
    uses: HashMap<String, usize>,
}

impl Values {
    pub(super) fn new(order: &[&Node]) -> Self {
        let mut uses: HashMap<String, usize> = HashMap::new();
        for node in order {
            for (_, link) in node.links() {
                *uses.entry(link.node.to_owned()).or_default() += 1;
            }
        }
        Self {
            kept: HashMap::new(),
            uses,
        }
    }

    pub(super) fn get(&self, link: Link) -> Option<Value> {
        self.kept.get(link.node)?.0.get(link.slot).cloned()
    }

    pub(super) fn keep(&mut self, node: &Node, outputs: Vec<Value>) -> Result<(), Failure> {
        let uses = self.uses.get(&node.id).copied().unwrap_or(0);
        if uses > 0 {
            self.kept.insert(node.id.clone(), (outputs, uses));
        }
        let pixels: u64 = self
            .kept
            .values()
            .flat_map(|(values, _)| values)
            .map(Value::pixels)
            .sum();
        if pixels > 2 * MAX_PIXELS {
            let most = 2 * MAX_PIXELS / 1_000_000;
            return Err(Failure::because(format!(
                "the run holds {} million pixels at once, more than {most}; use smaller images or fewer branches",
                pixels / 1_000_000
            )));
        }
        Ok(())
    }

    pub(super) fn release(&mut self, node: &Node) {
        for (_, link) in node.links() {
            if let Some((_, uses)) = self.kept.get_mut(link.node) {
                *uses -= 1;
                if *uses == 0 {
                    self.kept.remove(link.node);
                }
            }
        }
    }
}
