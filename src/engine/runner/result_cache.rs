//! The cache of node results during one run. Knows nothing about how they are computed.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::{Map, Value as Json};

use crate::context::too_much_text;
use crate::execution_error::ExecutionError;
use crate::value::{MAX_BYTES, MAX_TEXT, Value};
use workflow::{Link, Node};

/// The results that later nodes need; each is dropped after its last use.
pub(super) struct ResultCache {
    /// Each node's output values and how many uses of them remain.
    results: HashMap<String, (Vec<Value>, usize)>,
    /// How many links each node feeds.
    uses: HashMap<String, usize>,
    /// The bytes of text that the history shows of this run so far.
    shown_text: u64,
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
            shown_text: 0,
        }
    }

    /// How many bytes of text may be added.
    pub(super) fn text_left(&self) -> u64 {
        MAX_TEXT.saturating_sub(self.text())
    }

    fn text(&self) -> u64 {
        let held: u64 = self.values().map(Value::text_bytes).sum();
        held + self.shown_text
    }

    fn values(&self) -> impl Iterator<Item = &Value> {
        self.results.values().flat_map(|(values, _)| values)
    }

    /// The value of a link.
    pub(super) fn get(&self, link: Link) -> Option<Value> {
        self.results.get(link.node)?.0.get(link.slot).cloned()
    }

    /// Stores the output values of a node and counts its `ui` output; fails if the run holds too many
    /// bytes.
    pub(super) fn insert(
        &mut self,
        node: &Node,
        values: Vec<Value>,
        ui: Option<&Map<String, Json>>,
    ) -> Result<(), ExecutionError> {
        let uses = self.uses.get(&node.id).copied().unwrap_or(0);
        if uses > 0 {
            self.results.insert(node.id.clone(), (values, uses));
        }
        self.shown_text += ui.map_or(0, json_length);
        if self.text() > MAX_TEXT {
            return Err(too_much_text());
        }
        let bytes: u64 = self.values().map(Value::bytes).sum();
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

/// The length of an output in the history, where control characters take six bytes.
fn json_length(ui: &Map<String, Json>) -> u64 {
    let mut length = Length(0);
    match serde_json::to_writer(&mut length, ui) {
        Ok(()) => length.0,
        Err(_) => u64::MAX / 2,
    }
}

/// Counts the bytes written to it.
struct Length(u64);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
