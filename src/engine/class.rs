//! What a class of nodes is: its inputs, its outputs and how it is run.
//! Knows nothing of single classes.

mod wire;

use super::call::{Call, Done, Failure};

/// The type of pictures.
pub(crate) const IMAGE: &str = "IMAGE";
/// The type of masks.
pub(crate) const MASK: &str = "MASK";
/// The type of texts.
pub(crate) const STRING: &str = "STRING";
/// The type of whole numbers.
pub(crate) const INT: &str = "INT";
/// The type of decimal numbers.
pub(crate) const FLOAT: &str = "FLOAT";
/// The type of yes or no.
pub(crate) const BOOLEAN: &str = "BOOLEAN";
/// The type that takes everything.
pub(crate) const ANY: &str = "*";

/// A class of nodes.
pub(crate) struct Class {
    /// ComfyUI's `class_type`.
    pub(crate) name: &'static str,
    /// The name people see.
    pub(crate) title: &'static str,
    /// Where the editor lists it.
    pub(crate) category: &'static str,
    /// The inputs, in their order; all are required.
    pub(crate) inputs: &'static [Input],
    /// Type and name of each output.
    pub(crate) outputs: &'static [(&'static str, &'static str)],
    /// Whether a workflow may end in it.
    pub(crate) output_node: bool,
    /// Computes it.
    pub(crate) run: fn(&Call) -> Result<Done, Failure>,
}

/// One input of a class.
pub(crate) struct Input {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Further options of the wire form.
    pub(crate) hints: &'static [(&'static str, Hint)],
}

/// An option that only the editor reads.
#[derive(Clone, Copy)]
pub(crate) enum Hint {
    Text(&'static str),
    Yes,
}

/// What an input takes.
pub(crate) enum Kind {
    /// Another node's output of this type.
    Link(&'static str),
    Int {
        default: Option<i64>,
        min: i64,
        max: i64,
        step: Option<i64>,
    },
    Float {
        default: Option<f64>,
        min: f64,
        max: f64,
        step: f64,
    },
    Text {
        default: Option<&'static str>,
        multiline: bool,
    },
    Boolean {
        default: Option<bool>,
    },
    Color {
        default: &'static str,
    },
    /// One of some words; `old` is ComfyUI's older wire form of it.
    Choice {
        options: &'static [&'static str],
        default: Option<&'static str>,
        old: bool,
    },
    /// The name of a file in the input folder.
    File,
}

impl Input {
    pub(crate) const fn new(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            hints: &[],
        }
    }

    pub(crate) const fn with(self, hints: &'static [(&'static str, Hint)]) -> Self {
        Self { hints, ..self }
    }

    pub(crate) const fn link(name: &'static str, kind: &'static str) -> Self {
        Self::new(name, Kind::Link(kind))
    }

    pub(crate) const fn int(name: &'static str, default: i64, min: i64, max: i64) -> Self {
        Self::new(
            name,
            Kind::Int {
                default: Some(default),
                min,
                max,
                step: Some(1),
            },
        )
    }

    pub(crate) const fn float(
        name: &'static str,
        default: f64,
        min: f64,
        max: f64,
        step: f64,
    ) -> Self {
        Self::new(
            name,
            Kind::Float {
                default: Some(default),
                min,
                max,
                step,
            },
        )
    }

    pub(crate) const fn text(
        name: &'static str,
        default: Option<&'static str>,
        multiline: bool,
    ) -> Self {
        Self::new(name, Kind::Text { default, multiline })
    }

    pub(crate) const fn choice(name: &'static str, options: &'static [&'static str]) -> Self {
        Self::new(
            name,
            Kind::Choice {
                options,
                default: None,
                old: false,
            },
        )
    }

    /// The type that a link to this input must carry.
    pub(crate) fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Link(name) => name,
            Kind::Int { .. } => INT,
            Kind::Float { .. } => FLOAT,
            Kind::Text { .. } => STRING,
            Kind::Boolean { .. } => BOOLEAN,
            Kind::Color { .. } => "COLOR",
            Kind::Choice { .. } | Kind::File => "COMBO",
        }
    }
}

impl Class {
    /// The input of this name.
    pub(crate) fn input(&self, name: &str) -> Option<&'static Input> {
        self.inputs.iter().find(|input| input.name == name)
    }
}
