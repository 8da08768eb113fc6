//! A serialized node with its slots and widget values.

use serde::de::MapAccess;
use serde_json::{Map, Value};

use super::id::id;
use super::slot::{SerializedOutput, SerializedSlot};
use crate::workflow::tolerant::{Keyed, List, Tolerant, skip, text};

/// A node; `mode` 2 means muted, 4 bypassed.
#[derive(Default)]
pub(crate) struct SerializedNode {
    pub id: Option<String>,
    pub class: Option<String>,
    pub title: Option<String>,
    pub mode: u64,
    pub inputs: Vec<SerializedSlot>,
    pub outputs: Vec<SerializedOutput>,
    pub widgets: Value,
    pub named_widgets: Option<Map<String, Value>>,
    pub proxy_widgets: Vec<(String, String)>,
}

impl Keyed for SerializedNode {
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
                let properties: Tolerant<ProxyWidgets> = map.next_value()?;
                self.proxy_widgets = properties.0.unwrap_or_default().0;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// `{"proxyWidgets": [["12", "seed"], …]}`.
#[derive(Default)]
struct ProxyWidgets(Vec<(String, String)>);

impl Keyed for ProxyWidgets {
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
        // An unreadable pair keeps its position, since values are matched by position.
        self.0 = pairs.as_array().into_iter().flatten().map(pair).collect();
        Ok(())
    }
}
