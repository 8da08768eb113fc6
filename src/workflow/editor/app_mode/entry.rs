//! An entry of App Mode's list: the node and the widget it names. Does not look for them.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::editor::node_role;
use crate::serialized::id;

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
    let decoded = percent_decode_str(part).decode_utf8();
    decoded.map_or_else(|_| part.to_owned(), Cow::into_owned)
}
