//! rgthree's Power Lora Loader, whose widgets are not in its class: one per LoRA, each an object.

use serde_json::{Map, Value};

const CLASS: &str = "Power Lora Loader (rgthree)";

/// The LoRAs of a node by name, `lora_1` and so on; `None` if it is of another class.
pub(super) fn named(class: &str, values: &[Value]) -> Option<Map<String, Value>> {
    if class != CLASS {
        return None;
    }
    let loras = values.iter().filter_map(Value::as_object);
    let loras = loras.filter(|lora| lora.contains_key("lora"));
    let named = loras.enumerate().map(|(index, lora)| {
        let mut lora = lora.clone();
        // The strength for CLIP, unless it is that for the model.
        lora.retain(|name, value| name != "strengthTwo" || !value.is_null());
        (format!("lora_{}", index + 1), Value::Object(lora))
    });
    Some(named.collect())
}
