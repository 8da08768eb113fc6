//! A serialized graph: the file itself, or the definition of a subgraph.

use serde::de::MapAccess;

use super::id::id;
use super::node::SerializedNode;
use super::slot::{SerializedLink, SerializedSlot};
use crate::tolerant::{Keyed, List, Tolerant, skip};

/// A graph: the file itself, or the definition of a subgraph.
#[derive(Default)]
pub(crate) struct SerializedGraph {
    pub id: String,
    pub nodes: List<SerializedNode>,
    pub links: List<SerializedLink>,
    pub inputs: Vec<SerializedSlot>,
    pub outputs: Vec<SerializedSlot>,
    /// The ids by which links refer to the graph's own inputs and outputs.
    pub input_node: Option<String>,
    pub output_node: Option<String>,
    pub subgraphs: Vec<SerializedGraph>,
}

impl Keyed for SerializedGraph {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => self.id = id(&map.next_value()?).unwrap_or_default(),
            "nodes" => self.nodes = map.next_value()?,
            "links" => self.links = map.next_value()?,
            "inputs" => self.inputs = map.next_value::<List<_>>()?.read(),
            "outputs" => self.outputs = map.next_value::<List<_>>()?.read(),
            "inputNode" => {
                self.input_node = map
                    .next_value::<Tolerant<BoundaryNode>>()?
                    .0
                    .and_then(|node| node.0)
            }
            "outputNode" => {
                self.output_node = map
                    .next_value::<Tolerant<BoundaryNode>>()?
                    .0
                    .and_then(|node| node.0);
            }
            "definitions" => {
                let definitions: Tolerant<Definitions<Self>> = map.next_value()?;
                self.subgraphs = definitions.0.unwrap_or_default().0;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// `{"subgraphs": […]}`, with what is read of each graph.
#[derive(Default)]
pub(crate) struct Definitions<G>(pub(crate) Vec<G>);

impl<G: Keyed> Keyed for Definitions<G> {
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
struct BoundaryNode(Option<String>);

impl Keyed for BoundaryNode {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => self.0 = id(&map.next_value()?),
            _ => skip(map)?,
        }
        Ok(())
    }
}
