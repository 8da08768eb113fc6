//! The node classes of an engine, reduced to what lowering needs: an engine with many models answers
//! `GET /object_info` with tens of megabytes. Does not read that answer.

use std::collections::HashMap;

use serde_json::Value;

/// The node classes of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeClasses(HashMap<String, NodeClass>);

#[derive(Clone, Debug, PartialEq)]
struct NodeClass {
    /// The names of its required inputs, with their defaults.
    required: Vec<(String, Option<Value>)>,
    is_output: bool,
}

impl NodeClasses {
    /// Adds a class with its definition in `GET /object_info`.
    pub fn insert(&mut self, name: String, definition: &Value) {
        let required = definition.pointer("/input/required");
        let required = required.and_then(Value::as_object).into_iter().flatten();
        let class = NodeClass {
            required: required
                .map(|(name, input)| (name.clone(), input.pointer("/1/default").cloned()))
                .collect(),
            is_output: definition["output_node"].as_bool() == Some(true),
        };
        self.0.insert(name, class);
    }

    /// Whether the engine has a class.
    pub fn contains(&self, class: &str) -> bool {
        self.0.contains_key(class)
    }

    /// Whether the nodes of a class produce outputs.
    pub fn is_output(&self, class: &str) -> bool {
        self.0.get(class).is_some_and(|class| class.is_output)
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no classes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of the required inputs of a class, with their defaults; empty for an unknown class.
    pub(super) fn required(&self, class: &str) -> &[(String, Option<Value>)] {
        self.0.get(class).map_or(&[], |class| &class.required)
    }
}

impl FromIterator<(String, Value)> for NodeClasses {
    fn from_iter<T: IntoIterator<Item = (String, Value)>>(definitions: T) -> Self {
        let mut classes = Self::default();
        for (name, definition) in definitions {
            classes.insert(name, &definition);
        }
        classes
    }
}
