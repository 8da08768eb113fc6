//! Node classes as an engine's `GET /object_info` describes them, reduced to what conversion, forms and
//! lowering need. Knows no workflow.
//! Source: ComfyUI's `GET /object_info`, `{"KSampler": {"input": {"required": {"seed": ["INT", {…}]}}, …}}`.

mod class;
mod core;
mod definition;
mod input;
mod merge;
mod read;
mod shared;
mod uploads;
mod widget_type;
mod write;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use definition::Definition;
use shared::Shared;

pub use class::{NodeClass, OutputType};
pub use input::{Autogrow, ClassInput, DynamicOption, InputKind, Upload};
pub use read::is_setting;
pub(crate) use widget_type::WidgetPlace;

/// The node classes of an engine, or of several.
#[derive(Clone, Debug, Default)]
pub struct NodeClasses {
    classes: HashMap<String, Definition>,
    shared: Shared,
}

impl NodeClasses {
    /// The classes of ComfyUI itself, in the version that the table was generated from; for lack of an
    /// engine to ask.
    pub fn core() -> &'static Self {
        core::classes()
    }

    /// Adds a class with its definition in `GET /object_info`.
    pub fn insert(&mut self, name: String, definition: &Value) {
        let mut class = read::class(definition, &mut self.shared);
        uploads::add(&name, &mut class);
        self.classes.insert(name, Definition::Read(Arc::new(class)));
    }

    /// Those of these classes that it has.
    pub fn only<'a>(&self, names: impl Iterator<Item = &'a str>) -> Self {
        let known = names.filter_map(|name| self.classes.get_key_value(name));
        Self {
            classes: known
                .map(|(name, class)| (name.clone(), class.clone()))
                .collect(),
            shared: Shared::default(),
        }
    }

    /// The definition of a class.
    pub fn get(&self, class: &str) -> Option<&NodeClass> {
        self.classes.get(class).map(|one| &**one.class())
    }

    /// The definition of a class; if these are without it, ComfyUI's own.
    pub fn get_or_core(&self, class: &str) -> Option<&NodeClass> {
        self.get(class).or_else(|| Self::core().get(class))
    }

    /// Whether the engine has a class.
    pub fn contains(&self, class: &str) -> bool {
        self.classes.contains_key(class)
    }

    /// Whether the nodes of a class produce outputs.
    pub fn is_output(&self, class: &str) -> bool {
        self.get(class).is_some_and(|class| class.is_output)
    }

    /// Whether one of these classes, or of ComfyUI's own, has an output of this type.
    pub(crate) fn produce(&self, kind: &str) -> bool {
        let mut classes = self.iter().chain(Self::core().iter());
        classes.any(|(_, class)| class.outputs.iter().any(|output| output == kind))
    }

    /// The classes with their names, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &NodeClass)> {
        let classes = self.classes.iter();
        classes.map(|(name, one)| (name.as_str(), &**one.class()))
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are no classes.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }
}

/// What is stored to be shared does not count.
impl PartialEq for NodeClasses {
    fn eq(&self, other: &Self) -> bool {
        self.classes == other.classes
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

#[cfg(test)]
mod tests;
