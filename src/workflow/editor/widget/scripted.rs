//! Values that the JavaScript of node packs sends in place of those in the file. Sources: the packs.

use serde_json::{Map, Value};

/// Lists from which a person adds to a text; their own value is always the first.
const ADDING: [(&str, &str); 2] = [
    ("Select to add LoRA", "Select the LoRA to add to the text"),
    (
        "Select to add Wildcard",
        "Select the Wildcard to add to the text",
    ),
];

/// Puts in the values that the packs send for a node with this id.
pub(super) fn replace(class: &str, id: &str, values: &mut Map<String, Value>) {
    for (name, text) in ADDING {
        if let Some(value) = values.get_mut(name) {
            *value = Value::from(text);
        }
    }
    match class {
        // What such a node showed is known to the engine that made it.
        "PreviewBridge" | "PreviewBridgeLatent" => {
            values.insert("image".to_owned(), Value::from(format!("${id}-0")));
        }
        "ImageReceiver" if values.get("save_to_workflow") != Some(&Value::Bool(true)) => {
            values.insert("image_data".to_owned(), Value::from(""));
        }
        _ => {}
    }
}
