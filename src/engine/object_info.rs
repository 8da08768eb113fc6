//! The `object_info` form of classes and their inputs. Source: ComfyUI's `GET /object_info`.

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::class::Class;
use super::input::{DynamicOption, FileKind, Hint, Input, InputKind};

impl Input {
    /// Its `[type, {options}]`. `files` are the names of the files in the input folder.
    pub(crate) fn config(&self, files: &[String]) -> Json {
        match &self.kind {
            InputKind::File(FileKind::Image) => json!([files, self.options()]),
            InputKind::File(_) => {
                let mut options = self.options();
                options["options"] = json!(files);
                json!([self.type_name(), options])
            }
            InputKind::Choice {
                options,
                legacy: true,
                ..
            } => json!([options, self.options()]),
            _ => json!([self.type_name(), self.options()]),
        }
    }

    /// Its name without that of the input it belongs to: `quality` of `format.quality`.
    fn short_name(&self) -> &'static str {
        self.name
            .rsplit_once('.')
            .map_or(self.name, |(_, name)| name)
    }

    fn options(&self) -> Json {
        let mut options = self.kind.options();
        if let Some(options) = options.as_object_mut() {
            options.retain(|_, value| !value.is_null());
            let hints = self.hints.iter();
            options.extend(hints.map(|(name, hint)| (str::to_owned(name), hint.to_json())));
        }
        options
    }
}

impl InputKind {
    /// Its options; undeclared ones are null.
    fn options(&self) -> Json {
        match self {
            Self::Link(_) => json!({}),
            Self::Int {
                default,
                min,
                max,
                step,
            } => number(default, min, max, step),
            Self::Float {
                default,
                min,
                max,
                step,
            } => number(default, min, max, step),
            Self::Text { default, multiline } => {
                json!({ "default": default, "multiline": multiline })
            }
            Self::Boolean { default } => json!({ "default": default }),
            Self::Color { default } => json!({ "default": default, "socketless": true }),
            Self::Choice {
                default,
                legacy: true,
                ..
            } => json!({ "default": default }),
            Self::Choice {
                options, default, ..
            } => {
                json!({ "default": default, "multiselect": false, "options": options })
            }
            Self::Dynamic(options) => {
                json!({ "options": options.iter().map(DynamicOption::info).collect::<Vec<_>>() })
            }
            Self::File(FileKind::Image) => json!({ "image_upload": true }),
            Self::File(kind) => {
                let upload = format!("{}_upload", kind.name());
                json!({ "multiselect": false, "options": [], upload: true })
            }
        }
    }
}

impl DynamicOption {
    /// Its entry among the options, in which its inputs have their short names.
    fn info(&self) -> Json {
        let inputs = self.inputs.iter();
        let required: Map<String, Json> = inputs
            .map(|input| (input.short_name().to_owned(), input.config(&[])))
            .collect();
        json!({ "key": self.key, "inputs": { "required": required } })
    }
}

fn number(
    default: impl Serialize,
    min: impl Serialize,
    max: impl Serialize,
    step: impl Serialize,
) -> Json {
    json!({ "default": default, "min": min, "max": max, "step": step })
}

impl Hint {
    fn to_json(self) -> Json {
        match self {
            Self::Text(text) => Json::from(text),
            Self::Yes => Json::from(true),
        }
    }
}

impl Class {
    /// Its entry in `GET /object_info`.
    pub fn info(&self, files: &[String]) -> Json {
        let (mut inputs, mut order) = (json!({ "required": {} }), json!({ "required": [] }));
        for input in self.inputs {
            let group = if input.optional {
                "optional"
            } else {
                "required"
            };
            inputs[group][input.name] = input.config(files);
            match &mut order[group] {
                Json::Array(names) => names.push(Json::from(input.name)),
                first => *first = json!([input.name]),
            }
        }
        let types: Vec<&str> = self.outputs.iter().map(|output| output.0).collect();
        let names: Vec<&str> = self.outputs.iter().map(|output| output.1).collect();
        json!({
            "input": inputs,
            "input_order": order,
            "is_input_list": false,
            "output": types,
            "output_is_list": vec![false; self.outputs.len()],
            "output_name": names,
            "name": self.name,
            "display_name": self.title,
            "description": "",
            "python_module": "flowdeck",
            "category": self.category,
            "output_node": self.output_node,
            // ComfyUI says so in the title as well.
            "deprecated": self.title.ends_with("(DEPRECATED)"),
            "experimental": false,
        })
    }
}
