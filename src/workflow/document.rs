//! A workflow's JSON, deserialized once for both formats: the nodes of the API format or the editor's
//! graph. Knows the keys; `api_format` and `editor` know what they mean.

mod entry;

use serde::de::MapAccess;
use serde_json::Value;

use super::serialized::{SerializedGraph, SerializedGroup};
use super::tolerant::{Keyed, Tolerant, skip, text};

pub use entry::Entry;

/// A JSON object that may be a workflow.
#[derive(Default)]
pub(crate) struct Document {
    /// The values under keys that the editor's format does not have: nodes of the API format.
    pub(super) api: Vec<(String, Entry<ApiNode>)>,
    /// The editor's graph; it has a list of nodes only in the editor's format.
    pub(super) graph: SerializedGraph,
    /// The editor's data next to the graph.
    pub(super) extra: Extra,
}

impl Document {
    /// Whether it is in the editor's format.
    pub(super) fn is_editor_format(&self) -> bool {
        self.graph.nodes.0.is_some()
    }
}

impl Keyed for Document {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "nodes" | "links" | "definitions" | "id" => self.graph.take(key, map)?,
            "extra" => self.extra = map.next_value::<Tolerant<_>>()?.0.unwrap_or_default(),
            _ => self.api.push((key.to_owned(), map.next_value()?)),
        }
        Ok(())
    }
}

/// A node of the API format. Kept small, since a file may have very many.
#[derive(Default)]
pub(crate) struct ApiNode {
    pub(super) class: Option<String>,
    pub(super) inputs: Value,
    pub(super) meta: Meta,
}

impl Keyed for ApiNode {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "class_type" => self.class = text(map.next_value()?),
            "inputs" => self.inputs = map.next_value()?,
            "_meta" => self.meta = map.next_value::<Tolerant<_>>()?.0.unwrap_or_default(),
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// A node's `_meta`.
#[derive(Default)]
pub(crate) struct Meta {
    pub(super) title: Option<String>,
    /// The node's notes on App Mode inputs.
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
pub(crate) struct Extra {
    /// `linearData.inputs`: the inputs that App Mode shows.
    pub(super) app_inputs: Vec<Value>,
    /// `groupNodes`: the definitions of group nodes, by name.
    pub(super) groups: Vec<(String, SerializedGroup)>,
    /// `flowdeck`: the saved exposure.
    pub(super) exposure: Option<Value>,
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
            "flowdeck" => self.exposure = map.next_value()?,
            "groupNodes" => {
                let groups: Tolerant<Groups> = map.next_value()?;
                self.groups = groups.0.unwrap_or_default().0;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

#[derive(Default)]
struct Groups(Vec<(String, SerializedGroup)>);

impl Keyed for Groups {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if let Some(group) = map.next_value::<Tolerant<SerializedGroup>>()?.0 {
            self.0.push((key.to_owned(), group));
        }
        Ok(())
    }
}
