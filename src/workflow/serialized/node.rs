//! A serialized node with its slots and widget values.

use serde::de::MapAccess;
use serde_json::{Map, Value};

use super::id::id;
use super::slot::{SerializedOutput, SerializedSlot};
use crate::model_link::ModelLink;
use crate::tolerant::{Keyed, List, Tolerant, skip, text};
use json::tolerant;

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
    /// The name by which texts refer to it.
    pub reference_name: Option<String>,
    pub model_links: Vec<ModelLink>,
    /// The camera of its 3D view; null if it has none.
    pub camera: Value,
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
                let properties: Tolerant<Properties> = map.next_value()?;
                let properties = properties.0.unwrap_or_default();
                self.proxy_widgets = properties.proxy_widgets;
                self.reference_name = properties.reference_name;
                self.model_links = properties.model_links;
                self.camera = properties.camera;
            }
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// `{"proxyWidgets": [["12", "seed"], …], "Node name for S&R": …, "models": …, "Camera Config": …}`.
#[derive(Default)]
struct Properties {
    proxy_widgets: Vec<(String, String)>,
    reference_name: Option<String>,
    model_links: Vec<ModelLink>,
    camera: Value,
}

impl Keyed for Properties {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "proxyWidgets" => self.proxy_widgets = proxy_widgets(&map.next_value()?),
            "models" => self.model_links = model_links(&map.next_value()?),
            "Camera Config" => {
                let mut camera: Value = map.next_value()?;
                self.camera = camera.get_mut("state").map(Value::take).unwrap_or_default();
            }
            "Node name for S&R" => self.reference_name = text(map.next_value()?),
            _ => skip(map)?,
        }
        Ok(())
    }
}

/// The pairs of a list; older files have it as text.
fn proxy_widgets(pairs: &Value) -> Vec<(String, String)> {
    if let Value::String(text) = pairs {
        return tolerant::from_slice(text.as_bytes())
            .map_or_else(|_| Vec::new(), |pairs| proxy_widgets(&pairs));
    }
    let pair = |pair: &Value| {
        let name = pair.get(1).and_then(Value::as_str);
        let node = pair.get(0).and_then(id);
        (
            node.unwrap_or_default(),
            name.unwrap_or_default().to_owned(),
        )
    };
    // An unreadable pair keeps its position, since values are matched by position.
    pairs.as_array().into_iter().flatten().map(pair).collect()
}

/// The links in `[{"name", "url", "directory"}]`.
fn model_links(models: &Value) -> Vec<ModelLink> {
    let models = models.as_array().into_iter().flatten();
    let links = models.filter_map(|model| {
        let text = |key: &str| model[key].as_str().map(str::to_owned);
        ModelLink::new(text("name")?, text("url")?, text("directory"))
    });
    links.collect()
}
