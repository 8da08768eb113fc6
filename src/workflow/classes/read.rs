//! Reads definitions of classes, from an engine's answer or from our reduced form of it, which has the same
//! shape. Tolerant: what it cannot read, it leaves out.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::NodeClasses;
use super::class::NodeClass;
use super::input::{Autogrow, ClassInput, DynamicOption, InputKind};
use super::shared::Shared;
use json::tolerant;

/// The settings of an input that are kept.
const SETTINGS: [&str; 27] = [
    "advanced",
    "animated_image_upload",
    "audio_upload",
    "control_after_generate",
    "default",
    "display",
    "display_name",
    "dynamicPrompts",
    "features",
    "file_upload",
    "forceInput",
    "formats",
    "hidden",
    "image_folder",
    "image_upload",
    "max",
    "min",
    "multi_select",
    "multiline",
    "multiselect",
    "remote",
    "round",
    "socketless",
    "step",
    "tooltip",
    "video_upload",
    "widgetType",
];
/// The setting that describes the rows of an input, or the inputs it stands for.
const TEMPLATE: &str = "template";
/// The most inputs that one stands for, as in ComfyUI.
const MAX_GROWN: usize = 100;
/// The type of an input that stands for others.
const AUTOGROW: &str = "COMFY_AUTOGROW_V3";
/// How deep dynamic choices may contain each other.
const MAX_DEPTH: usize = 8;

impl NodeClasses {
    /// Reads classes from JSON text: an engine's answer, or the reduced form.
    ///
    /// # Errors
    /// The text is not a JSON object.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let definitions: Map<String, Value> = tolerant::from_slice(text.as_bytes())?;
        Ok(definitions.into_iter().collect())
    }
}

impl NodeClasses {
    /// Reads classes that somebody gives: the body of an engine's answer, or the reduced form.
    ///
    /// # Errors
    /// Why these bytes are not an object of definitions.
    pub fn parse(bytes: &[u8]) -> Result<Self, &'static str> {
        let text = tolerant::text(bytes).ok_or("it is not UTF-8 text")?;
        let definitions =
            tolerant::from_slice(text.as_bytes()).map_err(|_| "it is not valid JSON")?;
        match definitions {
            Value::Object(definitions) if definitions.values().all(Value::is_object) => {
                Ok(definitions.into_iter().collect())
            }
            _ => Err("it is not an object of node classes"),
        }
    }
}

/// Whether a member of an input's settings in `GET /object_info` is read.
pub fn is_setting(name: &str) -> bool {
    ["options", TEMPLATE].contains(&name) || SETTINGS.contains(&name)
}

/// Reads the definition of a class. `known` has what other classes have in common with it.
pub(super) fn class(definition: &Value, known: &mut Shared) -> NodeClass {
    let text = |name: &str| definition[name].as_str().map(str::to_owned);
    let is = |name: &str| definition[name].as_bool() == Some(true);
    let outputs = definition["output"].as_array().into_iter().flatten();
    let output_lists = outputs.clone().enumerate();
    NodeClass {
        display_name: text("display_name").filter(|name| !name.is_empty()),
        inputs: inputs(
            &definition["input"],
            Some(&definition["input_order"]),
            known,
            0,
        ),
        outputs: outputs.map(output_type).collect(),
        output_lists: output_lists
            .filter_map(|(index, output)| Some((index, known.options(output.as_array()?))))
            .collect(),
        is_output: is("output_node"),
        shows_text: shows_text(definition),
        is_deprecated: is("deprecated"),
    }
}

/// Whether one of the hidden inputs is the node's id.
fn shows_text(definition: &Value) -> bool {
    let is_id = |kind: &Value| kind == "UNIQUE_ID" || kind[0] == "UNIQUE_ID";
    let hidden = definition.pointer("/input/hidden");
    let hidden = hidden.and_then(Value::as_object);
    hidden.is_some_and(|hidden| hidden.values().any(is_id))
}

/// An output that offers options has a list in place of its type.
fn output_type(output: &Value) -> String {
    output.as_str().unwrap_or("COMBO").to_owned()
}

fn inputs(
    definition: &Value,
    order: Option<&Value>,
    known: &mut Shared,
    depth: usize,
) -> Vec<ClassInput> {
    let mut all = Vec::new();
    for (group, is_required) in [("required", true), ("optional", false)] {
        let Some(inputs) = definition[group].as_object() else {
            continue;
        };
        let ordered = order.and_then(|order| order[group].as_array());
        let names: Vec<&str> = match ordered {
            Some(names) => names.iter().filter_map(Value::as_str).collect(),
            None => inputs.keys().map(String::as_str).collect(),
        };
        let mut seen = HashSet::new();
        let named = names
            .iter()
            .filter(|name| seen.insert(**name))
            .filter_map(|name| Some((*name, inputs.get(*name)?)));
        for (name, definition) in named {
            all.extend(input(name, is_required, definition, known, depth));
        }
    }
    all
}

fn input(
    name: &str,
    is_required: bool,
    definition: &Value,
    known: &mut Shared,
    depth: usize,
) -> Option<ClassInput> {
    let (kind, all) = (definition.get(0)?, &definition[1]);
    let kind = match kind {
        Value::Array(options) => InputKind::Choice(known.options(options)),
        Value::String(kind) => match kind.as_str() {
            "STRING" => InputKind::Text,
            "INT" => InputKind::Integer,
            "FLOAT" => InputKind::Float,
            "BOOLEAN" => InputKind::Boolean,
            "COMBO" => {
                let options = all["options"].as_array();
                InputKind::Choice(known.options(options.map_or(&[], Vec::as_slice)))
            }
            "COMFY_DYNAMICCOMBO_V3" => InputKind::Dynamic(dynamic(&all["options"], known, depth)?),
            "COMFY_DYNAMICGROUP_V3" if depth < MAX_DEPTH => {
                InputKind::Rows(inputs(&all[TEMPLATE], None, known, depth + 1).into())
            }
            other => InputKind::Other(other.to_owned()),
        },
        _ => return None,
    };
    let autogrow = match &kind {
        InputKind::Other(kind) if kind == AUTOGROW => autogrow(&all[TEMPLATE], known, depth),
        _ => None,
    };
    let settings = SETTINGS.iter().filter_map(|setting| {
        let value = all.get(*setting).filter(|value| !value.is_null())?;
        Some(((*setting).to_owned(), value.clone()))
    });
    Some(ClassInput {
        name: name.to_owned(),
        is_required,
        kind,
        has_list_type: definition[0].is_array(),
        autogrow: autogrow.map(Arc::new),
        settings: known.settings(settings.collect()),
    })
}

fn dynamic(options: &Value, known: &mut Shared, depth: usize) -> Option<Arc<[DynamicOption]>> {
    if depth >= MAX_DEPTH {
        return None;
    }
    let options = options.as_array()?.iter().filter_map(|option| {
        Some(DynamicOption {
            key: option["key"].as_str()?.to_owned(),
            inputs: inputs(&option["inputs"], None, known, depth + 1),
        })
    });
    Some(options.collect())
}

/// The inputs that an input with this template stands for. Their common definition is the template's first input.
fn autogrow(template: &Value, known: &mut Shared, depth: usize) -> Option<Autogrow> {
    if depth >= MAX_DEPTH {
        return None;
    }
    let first = inputs(&template["input"], None, known, depth + 1);
    let number = |name: &str| {
        template[name]
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
    };
    let prefix = template["prefix"].as_str();
    let names: Vec<String> = match template["names"].as_array() {
        Some(names) => names
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .take(MAX_GROWN)
            .collect(),
        None => {
            let prefix = prefix?;
            let count = number("max").unwrap_or_default().min(MAX_GROWN);
            (0..count).map(|index| format!("{prefix}{index}")).collect()
        }
    };
    Some(Autogrow {
        names,
        min: number("min").unwrap_or_default(),
        template: first.into_iter().next()?,
    })
}
