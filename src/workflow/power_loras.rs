//! rgthree's Power Lora Loader, whose widgets are not in its class: one per LoRA, each an object.

use serde_json::{Map, Value};

use super::classes::{ClassInput, NodeClasses};
use super::graph::Node;

const CLASS: &str = "Power Lora Loader (rgthree)";
/// What ComfyUI's own loader takes as a LoRA.
const LORA: (&str, &str) = ("LoraLoader", "lora_name");

/// The members of a LoRA that people set, and what inputs for them are called elsewhere.
const MEMBERS: [(&str, &str); 3] = [
    ("lora", "lora"),
    ("strength", "lora_strength"),
    ("strengthTwo", "lora_clip_strength"),
];

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

/// A member of a LoRA.
pub(super) struct Member<'a> {
    /// Its name, such as `lora_1.strength`.
    pub(super) name: String,
    /// The name that an input of another class would have, such as `lora_strength_1`.
    pub(super) plain_name: String,
    pub(super) value: &'a Value,
}

/// The members of a node's LoRAs that are on.
pub(super) fn members(node: &Node) -> impl Iterator<Item = Member<'_>> {
    let inputs = node.inputs.iter().filter(|_| node.class == CLASS);
    let loras = inputs.filter_map(|(name, lora)| {
        let number = name.strip_prefix("lora_")?;
        let is_used = lora.get("on") != Some(&Value::Bool(false))
            && lora.get("lora").is_some_and(|file| file != "None");
        is_used.then_some((name, number, lora))
    });
    loras.flat_map(|(name, number, lora)| {
        let members = MEMBERS.iter();
        members.filter_map(move |(member, plain)| {
            Some(Member {
                name: format!("{name}.{member}"),
                plain_name: format!("{plain}_{number}"),
                value: lora.get(member)?,
            })
        })
    })
}

/// What the LoRA of a node takes: what ComfyUI's own loader does.
pub fn input<'a>(class: &str, name: &str, classes: &'a NodeClasses) -> Option<&'a ClassInput> {
    let is_lora = class == CLASS && name.starts_with("lora_") && name.ends_with(".lora");
    let (class, input) = LORA;
    classes.get(class).filter(|_| is_lora)?.input(input)
}
