//! An entry of App Mode's list: the node and the widget it names. Does not look for them.

use serde_json::Value;

use crate::workflow::editor::node_role;
use crate::workflow::editor::serialized::id;

/// A node and one of its widgets.
pub(crate) struct Entry {
    pub(super) node: String,
    pub(super) widget: String,
}

impl Entry {
    /// Reads an entry of a file whose root graph has the id `root`.
    pub(super) fn read(entry: &Value, root: &str) -> Option<Self> {
        let id = id(entry.get(0)?)?;
        let widget = entry.get(1)?.as_str()?.to_owned();
        let mut parts = id.splitn(3, ':');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(graph), Some(node), Some(name))
                if graph == root || node_role::is_subgraph_id(graph) =>
            {
                Some(Self {
                    node: percent_decoded(node),
                    widget: percent_decoded(name),
                })
            }
            _ => Some(Self { node: id, widget }),
        }
    }
}

/// A part of an id, whose colons are written as `%3A`.
fn percent_decoded(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = part
            .get(at + 1..at + 3)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (byte, hex) {
            (b'%', Some(value)) => {
                decoded.push(value);
                at += 3;
            }
            _ => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| part.to_owned())
}
