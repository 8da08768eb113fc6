//! Serialized links and their ends.

use serde::de::{Deserialize, Deserializer, MapAccess};
use serde_json::Value;

use super::id::{LONGEST_ID, id, number};
use crate::tolerant::{Element, Keyed, Tolerant, skip, text};

/// An input of a node, or an input or output of a subgraph.
#[derive(Clone, Default)]
pub(crate) struct SerializedSlot {
    pub name: String,
    pub kind: String,
    pub label: Option<String>,
    pub link: Option<i64>,
    pub links: Vec<i64>,
    /// The widget that this input replaces when it is linked.
    pub widget: Option<String>,
}

/// A link from an output to an input.
#[derive(Clone, Default)]
pub(crate) struct SerializedLink {
    pub id: Option<i64>,
    pub origin: String,
    pub origin_slot: usize,
    pub target: String,
    pub target_slot: usize,
}

/// An output of a node: its type.
#[derive(Clone, Default)]
pub(crate) struct SerializedOutput(pub String);

impl Keyed for SerializedSlot {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "name" => self.name = text(map.next_value()?).unwrap_or_default(),
            "type" => self.kind = text(map.next_value()?).unwrap_or_default(),
            "label" => self.label = text(map.next_value()?).filter(|text| !text.is_empty()),
            "link" => self.link = number(&map.next_value()?),
            "linkIds" => {
                let links: Value = map.next_value()?;
                self.links = links
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(number)
                    .collect();
            }
            "widget" => {
                let widget: Tolerant<Named> = map.next_value()?;
                self.widget = widget.0.and_then(|widget| widget.0);
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

impl Element for SerializedLink {
    fn element<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        Ok(Self::of(&Value::deserialize(deserializer)?))
    }
}

impl SerializedLink {
    /// Reads a link from a list (0.4) or an object (1.0).
    fn of(value: &Value) -> Option<Self> {
        let part = |index: usize, name: &str| match value {
            Value::Array(parts) => parts.get(index),
            value => value.get(name),
        };
        let slot = |value: &Value| number(value).and_then(|slot| usize::try_from(slot).ok());
        Some(Self {
            id: number(part(0, "id")?),
            origin: id(part(1, "origin_id")?).filter(|id| id.len() <= LONGEST_ID)?,
            origin_slot: slot(part(2, "origin_slot")?)?,
            target: part(3, "target_id").and_then(id).unwrap_or_default(),
            target_slot: part(4, "target_slot").and_then(slot).unwrap_or_default(),
        })
    }
}

/// `{"name": …}`.
#[derive(Default)]
struct Named(Option<String>);

impl Keyed for Named {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "name" => self.0 = text(map.next_value()?),
            _ => skip(map)?,
        }
        Ok(())
    }
}

impl Keyed for SerializedOutput {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "type" => self.0 = text(map.next_value()?).unwrap_or_default(),
            _ => skip(map)?,
        }
        Ok(())
    }
}
