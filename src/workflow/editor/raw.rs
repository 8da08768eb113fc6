//! The editor's file as it stands: only what says how nodes are linked and what their widgets
//! hold; positions, sizes and colours are skipped. Source: ComfyUI's editor, workflow JSON 0.4 and
//! 1.0.

mod slot;

use serde::de::MapAccess;
use serde_json::{Map, Value};

use crate::workflow::document::{Keyed, List, Loose, skip, text};

pub(in crate::workflow) use slot::{RawLink, RawOutput, RawSlot};

/// A graph: the file itself, or the definition of a subgraph.
#[derive(Default)]
pub(in crate::workflow) struct RawGraph {
    pub id: String,
    pub nodes: List<RawNode>,
    pub links: List<RawLink>,
    pub inputs: Vec<RawSlot>,
    pub outputs: Vec<RawSlot>,
    /// The ids that links name for the graph's own inputs and outputs.
    pub input_node: Option<String>,
    pub output_node: Option<String>,
    pub subgraphs: Vec<RawGraph>,
}

/// A node; a `mode` of 2 is muted, of 4 bypassed.
#[derive(Default)]
pub(in crate::workflow) struct RawNode {
    pub id: Option<String>,
    pub class: Option<String>,
    pub title: Option<String>,
    pub mode: u64,
    pub inputs: Vec<RawSlot>,
    pub outputs: Vec<RawOutput>,
    pub widgets: Value,
    pub named_widgets: Option<Map<String, Value>>,
    pub proxy_widgets: Vec<(String, String)>,
}

impl Keyed for RawGraph {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => self.id = id(&map.next_value()?).unwrap_or_default(),
            "nodes" => self.nodes = map.next_value()?,
            "links" => self.links = map.next_value()?,
            "inputs" => self.inputs = map.next_value::<List<_>>()?.read(),
            "outputs" => self.outputs = map.next_value::<List<_>>()?.read(),
            "inputNode" => self.input_node = map.next_value::<Loose<IoNode>>()?.0.and_then(|n| n.0),
            "outputNode" => {
                self.output_node = map.next_value::<Loose<IoNode>>()?.0.and_then(|n| n.0);
            }
            "definitions" => {
                let definitions: Loose<Definitions> = map.next_value()?;
                self.subgraphs = definitions.0.unwrap_or_default().0;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// `{"subgraphs": […]}`.
#[derive(Default)]
pub(in crate::workflow) struct Definitions(pub Vec<RawGraph>);

impl Keyed for Definitions {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "subgraphs" => self.0 = map.next_value::<List<_>>()?.read(),
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// `{"id": …}`.
#[derive(Default)]
struct IoNode(Option<String>);

impl Keyed for IoNode {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => self.0 = id(&map.next_value()?),
            _ => skip(map)?,
        }
        Ok(())
    }
}

impl Keyed for RawNode {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => self.id = id(&map.next_value()?),
            "type" => self.class = text(map.next_value()?),
            "title" => self.title = text(map.next_value()?),
            "mode" => self.mode = map.next_value::<Value>()?.as_u64().unwrap_or_default(),
            "inputs" => self.inputs = map.next_value::<List<_>>()?.read(),
            "outputs" => self.outputs = map.next_value::<List<_>>()?.read(),
            "widgets_values" => self.widgets = map.next_value()?,
            "widgets_values_named" => {
                self.named_widgets = match map.next_value()? {
                    Value::Object(named) => Some(named),
                    _ => None,
                }
            }
            "properties" => {
                let properties: Loose<Properties> = map.next_value()?;
                self.proxy_widgets = properties.0.unwrap_or_default().0;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// `{"proxyWidgets": [["12", "seed"], …]}`.
#[derive(Default)]
struct Properties(Vec<(String, String)>);

impl Keyed for Properties {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key != "proxyWidgets" {
            return skip(map);
        }
        let pairs: Value = map.next_value()?;
        let pair = |pair: &Value| {
            let name = pair.get(1).and_then(Value::as_str);
            let node = pair.get(0).and_then(id);
            (
                node.unwrap_or_default(),
                name.unwrap_or_default().to_owned(),
            )
        };
        // One that cannot be read keeps its place: values are matched by position.
        self.0 = pairs.as_array().into_iter().flatten().map(pair).collect();
        Ok(())
    }
}

/// Ids longer than this are no ids of ComfyUI's; each copy of a subgraph repeats them.
pub(super) const LONGEST_ID: usize = 100;

/// An id: a number or a text.
pub(in crate::workflow) fn id(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A whole number, or the text of one.
fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
