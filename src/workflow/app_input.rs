//! The inputs that a saved exposure or App Mode makes fields. Does not know the file formats they come from.

use super::field_settings::FieldSettings;

/// An input that a saved exposure or App Mode makes a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppInput {
    /// The field's name; in App Mode `{input}_{node id}`.
    pub name: String,
    /// The label its author chose.
    pub label: Option<String>,
    /// The type of the slot, if the file has it (`INT`, `FLOAT`, `STRING`, `BOOLEAN`, `COMBO`).
    pub slot: Option<String>,
    /// The node inputs that receive its value; the first also holds its default.
    pub targets: Vec<Target>,
    /// What a saved exposure sets for its field.
    pub settings: FieldSettings,
}

/// One input of one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The node's id.
    pub node: String,
    /// The input's name.
    pub input: String,
}

impl AppInput {
    /// The key of its value among a run's values: `{node id}.{input}` of its first target. (The key
    /// of a marker node is the node's id.)
    pub fn key(&self) -> String {
        let target = self.targets.first();
        target.map_or_else(String::new, |target| {
            format!("{}.{}", target.node, target.input)
        })
    }
}
