//! Which inputs choose a model, and how strongly a LoRA changes one. Knows no graph.

use serde_json::Value;

use crate::classes::{InputKind, NodeClass};
use crate::graph::Node;

/// Choices whose name ends like that of a model, but that are none.
const NOT_MODELS: [&str; 4] = ["sampler_name", "font_name", "class_name", "config_name"];
/// The inputs that say how strongly a LoRA counts, in the packs that are common.
const STRENGTHS: [&str; 7] = [
    "strength_model",
    "strength",
    "lora_strength",
    "lora_model_strength",
    "lora_strength_model",
    "model_strength",
    "model_weight",
];
/// The types of models that draw, as opposed to those that encode or enlarge.
const DRAWING: [&str; 2] = ["MODEL", "WANVIDEOMODEL"];
const FILES: [&str; 5] = [".safetensors", ".ckpt", ".gguf", ".pt", ".pth"];

/// Whether an input chooses a model. Without the class of its node, its value has to say so.
pub(super) fn is_choice(name: &str, kind: Option<&InputKind>, value: &Value) -> bool {
    let stem = stem(name);
    let is_named = stem.ends_with("_name") && !NOT_MODELS.contains(&stem)
        || stem.ends_with("_model")
        || stem.starts_with("lora")
        || stem == "model";
    let is_file = || {
        let file = value.as_str().unwrap_or_default().to_ascii_lowercase();
        FILES.iter().any(|end| file.ends_with(end))
    };
    match kind {
        Some(InputKind::Choice(_)) => is_named,
        Some(_) => false,
        None => is_named && is_file(),
    }
}

/// Whether a model is one that people often exchange: it draws the result, or is a LoRA of one that does. An
/// optional LoRA that is not used is none.
pub(super) fn is_main(name: &str, class: Option<&NodeClass>, value: &Value) -> bool {
    if value.as_str() == Some("None") {
        return false;
    }
    let stem = stem(name);
    let draws = |class: &NodeClass| {
        let mut outputs = class.outputs.iter();
        outputs.any(|output| DRAWING.contains(&output.as_str()))
    };
    let is_named = ["ckpt", "unet", "lora"]
        .iter()
        .any(|part| stem.contains(part));
    match class {
        Some(class) => {
            stem.contains("lora")
                || draws(class) && (is_named || matches!(stem, "model" | "model_name"))
        }
        None => is_named,
    }
}

/// The LoRA whose strength an input sets; `None` for any other input.
pub(super) fn lora_of<'a>(node: &'a Node, name: &str) -> Option<&'a Value> {
    if !STRENGTHS.contains(&stem(name)) {
        return None;
    }
    let is_its_lora = |other: &str| {
        let (stem, number) = numbered(other);
        matches!(stem, "lora" | "lora_name") && number == numbered(name).1
    };
    let mut inputs = node.inputs.iter();
    let (_, lora) = inputs.find(|(other, _)| is_its_lora(other))?;
    Some(lora)
}

/// A name, and the number of its input in a stack: `lora_name` and `2` of `lora_name_2`.
pub(super) fn numbered(name: &str) -> (&str, &str) {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = name.get(stem.len()..).unwrap_or_default();
    (stem.trim_end_matches('_'), number)
}

fn stem(name: &str) -> &str {
    numbered(name).0
}
