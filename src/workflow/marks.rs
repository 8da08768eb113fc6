//! The marks: which node classes are a workflow's inputs and outputs, and where their particulars
//! live. One table; a new family of marker nodes is new rows. Knows no workflow.

mod family;
mod inputs;
mod outputs;
mod row;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use family::{Family, OWN};
pub use inputs::INPUTS;
pub use outputs::OUTPUTS;

/// What a marker node asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Text, of one line or several.
    Text,
    /// A number typed into a box.
    Number,
    /// A number with a slider and a box.
    Slider,
    /// Yes or no.
    Boolean,
    /// One of several options.
    Choice,
    /// An image file.
    Image,
    /// A video file.
    Video,
    /// An audio file.
    Audio,
    /// Any other file.
    File,
}

/// What a marker node gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputKind {
    /// Pictures.
    Image,
    /// Text.
    Text,
    /// Videos.
    Video,
    /// Sounds.
    Audio,
    /// Other files.
    File,
}

impl OutputKind {
    /// The kind of this name: `image`, `text`, `video`, `audio` or `file`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "image" => Self::Image,
            "text" => Self::Text,
            "video" => Self::Video,
            "audio" => Self::Audio,
            "file" => Self::File,
            _ => return None,
        })
    }
}

/// A class of nodes that marks an input.
#[derive(Debug)]
pub struct InputMark {
    /// ComfyUI's `class_type`.
    pub class: &'static str,
    /// What it asks for.
    pub kind: InputKind,
    /// The family, which says where name, label and bounds live.
    pub family: &'static Family,
    /// The node input that holds the default, and that takes the value where the engine knows the
    /// class; `None`: the class cannot take it, so that its stand-in must.
    pub value: Option<&'static str>,
    /// The node input whose link takes the node's place when nothing is given.
    pub fallback: Option<&'static str>,
    /// What takes its place where the engine does not know it.
    pub stand_in: StandIn,
    /// Whether a text has several lines, without the node saying so.
    pub multiline: bool,
    /// Whether a number is whole, without the node saying so.
    pub integer: bool,
    /// Whether a default outside its bounds stands for a random number.
    pub random: bool,
    /// The node's widgets in the order of the editor's `widgets_values`.
    pub widgets: &'static [&'static str],
}

/// What takes a marker node's place where an engine does not know its class.
#[derive(Clone, Copy, Debug)]
pub enum StandIn {
    /// The value itself, in whatever the node feeds.
    Literal,
    /// A core node.
    Node(Core),
    /// Nothing can.
    None,
}

/// A core node that stands in for a marker node.
#[derive(Clone, Copy, Debug)]
pub struct Core {
    /// ComfyUI's `class_type`.
    pub class: &'static str,
    /// The input that takes the value.
    pub input: &'static str,
}

/// A class of nodes that marks an output.
#[derive(Debug)]
pub struct OutputMark {
    /// ComfyUI's `class_type`.
    pub class: &'static str,
    /// What it gives.
    pub kind: OutputKind,
    /// Whether it only shows what it gets: an output where nothing is saved.
    pub preview: bool,
    /// The core class that takes its place where the engine does not know it, and the name of the
    /// input that carries the result in its own class.
    pub core: Option<(Core, &'static str)>,
    /// The node's widgets in the order of the editor's `widgets_values`.
    pub widgets: &'static [&'static str],
}

impl InputMark {
    /// Whether the class is one of ComfyUI's own, an input only where there is no marker node.
    pub fn is_core(&self) -> bool {
        std::ptr::eq(self.family, &raw const family::CORE)
    }

    /// Whether it takes a file.
    pub fn is_file(&self) -> bool {
        use InputKind::{Audio, File, Image, Video};
        matches!(self.kind, Image | Video | Audio | File)
    }
}

/// The input mark of a class.
pub fn input(class: &str) -> Option<&'static InputMark> {
    static BY_CLASS: LazyLock<HashMap<&str, &InputMark>> =
        LazyLock::new(|| INPUTS.iter().map(|mark| (mark.class, mark)).collect());
    BY_CLASS.get(class).copied()
}

/// The output mark of a class.
pub fn output(class: &str) -> Option<&'static OutputMark> {
    static BY_CLASS: LazyLock<HashMap<&str, &OutputMark>> =
        LazyLock::new(|| OUTPUTS.iter().map(|mark| (mark.class, mark)).collect());
    BY_CLASS.get(class).copied()
}

#[cfg(test)]
mod tests;
