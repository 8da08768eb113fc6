//! A workflow's JSON, read once for both formats: the nodes of the API format, or the editor's
//! graph. Knows what stands where; what it means is for `api_format` and `editor`.

mod entry;
mod loose;

use serde::de::MapAccess;
use serde_json::{Map, Value};

use super::editor::group::RawGroup;
use super::editor::raw::RawGraph;

pub use entry::Entry;
pub(super) use loose::{Element, Keyed, List, Loose, skip};

/// What a JSON object may be.
#[derive(Default)]
pub(super) struct Document {
    /// What stands under keys the editor's format does not have: the nodes of the API format.
    pub(super) api: Vec<(String, Entry<ApiNode>)>,
    /// The editor's graph, where there is a list of nodes.
    pub(super) graph: RawGraph,
    /// What the editor notes beside the graph.
    pub(super) extra: Extra,
}

impl Document {
    /// Whether it is in the editor's format.
    pub(super) fn is_editors(&self) -> bool {
        self.graph.nodes.0.is_some()
    }
}

impl Keyed for Document {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "nodes" | "links" | "definitions" | "id" => self.graph.take(key, map)?,
            "extra" => self.extra = map.next_value::<Loose<_>>()?.0.unwrap_or_default(),
            _ => self.api.push((key.to_owned(), map.next_value()?)),
        }
        Ok(())
    }
}

/// A node of the API format. There may be very many: it is kept small.
#[derive(Default)]
pub(super) struct ApiNode {
    pub(super) class: Option<String>,
    pub(super) inputs: Value,
    pub(super) meta: Meta,
}

impl Keyed for ApiNode {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "class_type" => self.class = text(map.next_value()?),
            "inputs" => self.inputs = map.next_value()?,
            "_meta" => self.meta = map.next_value::<Loose<_>>()?.0.unwrap_or_default(),
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// A node's `_meta`.
#[derive(Default)]
pub(super) struct Meta {
    pub(super) title: Option<String>,
    /// What the node notes of App Mode inputs.
    pub(super) app_inputs: Vec<Value>,
}

impl Keyed for Meta {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "title" => self.title = text(map.next_value()?),
            "app_inputs" => {
                self.app_inputs = match map.next_value()? {
                    Value::Array(notes) => notes,
                    _ => Vec::new(),
                }
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// The editor's `extra`.
#[derive(Default)]
pub(super) struct Extra {
    /// `linearData.inputs`: what App Mode shows.
    pub(super) app_inputs: Vec<Value>,
    /// `groupNodes`: the definitions of group nodes, by name.
    pub(super) groups: Vec<(String, RawGroup)>,
}

impl Keyed for Extra {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "linearData" => {
                let data: Value = map.next_value()?;
                if let Some(Value::Array(inputs)) = data.get("inputs") {
                    self.app_inputs.clone_from(inputs);
                }
            }
            "groupNodes" => {
                let groups: Loose<Groups> = map.next_value()?;
                self.groups = groups.0.unwrap_or_default().0;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

#[derive(Default)]
struct Groups(Vec<(String, RawGroup)>);

impl Keyed for Groups {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if let Some(group) = map.next_value::<Loose<RawGroup>>()?.0 {
            self.0.push((key.to_owned(), group));
        }
        Ok(())
    }
}

/// The text that a value is.
pub(super) fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// The inputs of a node, with no copy of them made.
pub(super) fn inputs(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(inputs) => Some(inputs),
        Value::Null => Some(Map::new()),
        _ => None,
    }
}
