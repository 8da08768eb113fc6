//! One node class. Does not read or write it.

use serde_json::Value;

use super::input::ClassInput;
use super::shared::Options;

/// The type of an output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutputType<'a> {
    /// A name, such as `IMAGE`.
    Name(&'a str),
    /// A list of options.
    List(&'a [Value]),
}

/// One node class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeClass {
    /// The name that people see.
    pub display_name: Option<String>,
    /// Its inputs in the editor's order: the required ones, then the optional ones.
    pub inputs: Vec<ClassInput>,
    /// The types of its outputs; `COMBO` for a list of options.
    pub outputs: Vec<String>,
    /// The lists of options that are the types of outputs, with the indices of these outputs.
    pub(super) output_lists: Vec<(usize, Options)>,
    /// Whether its nodes produce outputs.
    pub is_output: bool,
    /// Whether its nodes may show texts, since they learn their own ids.
    pub shows_text: bool,
    /// Whether its author advises against it.
    pub is_deprecated: bool,
}

impl NodeClass {
    /// The input with this name.
    pub fn input(&self, name: &str) -> Option<&ClassInput> {
        self.inputs.iter().find(|input| input.name == name)
    }

    /// The type of the output with this index.
    pub fn output(&self, index: usize) -> Option<OutputType<'_>> {
        let name = self.outputs.get(index)?;
        let mut lists = self.output_lists.iter();
        let list = lists.find(|(listed, _)| *listed == index);
        Some(list.map_or(OutputType::Name(name), |(_, list)| OutputType::List(list)))
    }

    /// The inputs for which the editor shows a widget, in its order.
    pub fn widgets(&self) -> impl Iterator<Item = &ClassInput> {
        self.inputs.iter().filter(|input| input.is_widget())
    }

    /// Whether a node of this class is converted from the editor's format in the same way with another
    /// definition of it: only the options of its choices may differ.
    pub fn converts_like(&self, other: &Self) -> bool {
        let same = |(own, other): (&ClassInput, &ClassInput)| own.converts_like(other);
        self.inputs.len() == other.inputs.len() && self.inputs.iter().zip(&other.inputs).all(same)
    }

    /// The names of its required inputs, with their defaults.
    pub fn required(&self) -> impl Iterator<Item = (&str, Option<&Value>)> {
        let required = self.inputs.iter().filter(|input| input.is_required);
        required.map(|input| (input.name.as_str(), input.default()))
    }
}
