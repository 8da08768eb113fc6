//! The inputs that a node has with its values: an option of a dynamic choice brings inputs of its own, and a growing
//! group has several. Does not judge values.
//! Source: `get_finalized_class_inputs` in ComfyUI's `comfy_api/latest/_io.py`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::classes::{Autogrow, ClassInput, InputKind, NodeClass};

/// A type of input that no engine uses yet, with inputs that appear once it is linked.
const DYNAMIC_SLOT: &str = "COMFY_DYNAMICSLOT_V3";

/// An input of a node.
pub(super) struct DeclaredInput<'a> {
    /// Its name in the prompt.
    pub(super) name: Cow<'a, str>,
    pub(super) is_required: bool,
    /// Its type and settings.
    pub(super) definition: &'a ClassInput,
}

/// The inputs of a node of this class with these values.
pub(super) fn declared_inputs<'a>(
    class: &'a NodeClass,
    values: &Map<String, Value>,
) -> Vec<DeclaredInput<'a>> {
    let mut inputs = Inputs {
        values,
        found: Vec::with_capacity(class.inputs.len()),
    };
    for input in &class.inputs {
        inputs.add(input, Cow::Borrowed(&input.name));
    }
    inputs.found
}

struct Inputs<'a, 'v> {
    values: &'v Map<String, Value>,
    found: Vec<DeclaredInput<'a>>,
}

impl<'a> Inputs<'a, '_> {
    fn add(&mut self, input: &'a ClassInput, name: Cow<'a, str>) {
        match (&input.kind, &input.autogrow) {
            // The rows of these are not known to every ComfyUI.
            (InputKind::Rows(_), _) => {}
            (InputKind::Other(kind), _) if kind == DYNAMIC_SLOT => {}
            (_, Some(group)) => self.add_group(group, &name),
            (InputKind::Dynamic(options), _) => {
                // An engine ignores the choice without a value that is one of the options.
                let chosen = self.values.get(&*name).and_then(Value::as_str);
                let mut options = options.iter();
                let Some(option) = options.find(|option| Some(option.key.as_str()) == chosen)
                else {
                    return;
                };
                for inner in &option.inputs {
                    self.add(inner, Cow::Owned(format!("{name}.{}", inner.name)));
                }
                self.push(input, name, input.is_required);
            }
            _ => self.push(input, name, input.is_required),
        }
    }

    fn add_group(&mut self, group: &'a Autogrow, name: &str) {
        let definition = &group.template;
        for (index, member) in group.names.iter().enumerate() {
            let name = Cow::Owned(format!("{name}.{member}"));
            let is_required = index < group.min && definition.is_required;
            self.push(definition, name, is_required);
        }
    }

    fn push(&mut self, definition: &'a ClassInput, name: Cow<'a, str>, is_required: bool) {
        self.found.push(DeclaredInput {
            name,
            is_required,
            definition,
        });
    }
}
