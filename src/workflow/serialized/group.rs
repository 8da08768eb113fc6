//! A serialized group node: ComfyUI's predecessor of subgraphs.

use serde::de::MapAccess;
use serde_json::Value;

use super::node::SerializedNode;
use crate::tolerant::{Keyed, List, skip};

/// The definition of a group node: its nodes, numbered from 0; its links
/// `[origin, slot, target, slot, …]`; its outputs that are used outside, `[node, slot, …]`.
#[derive(Default)]
pub(crate) struct SerializedGroup {
    pub nodes: List<SerializedNode>,
    pub links: Value,
    pub external: Value,
    pub config: Value,
}

impl Keyed for SerializedGroup {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "nodes" => self.nodes = map.next_value()?,
            "links" => self.links = map.next_value()?,
            "external" => self.external = map.next_value()?,
            "config" => self.config = map.next_value()?,
            _ => skip(map)?,
        }
        Ok(())
    }
}
