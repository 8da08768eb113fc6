//! The schema of one workflow: its fields and outputs. Does not know where it comes from.

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::kind::FieldKind;
use super::part_name;
use workflow::marks::OutputKind;

/// The fields and outputs of a workflow, in the order of its nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputSchema {
    /// The fields of the form; every name is unique.
    pub fields: Vec<Field>,
    /// The outputs of a run.
    pub outputs: Vec<Output>,
}

/// One output of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The id of the node that produces it.
    pub node: String,
    /// The label that people see.
    pub label: String,
    /// Its kind.
    pub kind: OutputKind,
}

/// Schemas, each with its workflow's id if the source has it.
pub type Schemas = Vec<(Option<String>, InputSchema)>;

impl InputSchema {
    /// What is needed of it to fill in values that were checked before: without help texts and options.
    pub fn for_filling(&self) -> Self {
        let fields = self.fields.iter().map(|field| Field {
            label: field.name.clone(),
            help: None,
            tooltip: None,
            kind: match &field.kind {
                FieldKind::Choice { .. } => FieldKind::Choice {
                    options: Vec::new(),
                },
                other => other.clone(),
            },
            ..field.clone()
        });
        Self {
            fields: fields.collect(),
            outputs: self.outputs.clone(),
        }
    }

    /// The field with this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The field that takes a form part with this name: the field of the same name or, for `photos_0`,
    /// `photos_1`, …, the field `photos` if it takes several values.
    pub fn taking(&self, part: &str) -> Option<&Field> {
        let numbered = || {
            let field = self.field(part_name::without_number(part)?)?;
            field.multiple.then_some(field)
        };
        self.field(part).or_else(numbered)
    }
}
