//! A mark: the properties of a node class that declares an input or an output. Knows no class.

use super::family::{CORE, Family};
use super::kind::{InputKind, OutputKind};

/// A node class that marks an input.
#[derive(Debug)]
pub struct InputMark {
    /// ComfyUI's `class_type`.
    pub class: &'static str,
    /// The kind of value it takes.
    pub kind: InputKind,
    /// The family, which defines the node inputs for name, label and bounds.
    pub family: &'static Family,
    /// The node input that holds the default, and receives the value if the engine knows the class;
    /// `None` if the class cannot take a value, so that its stand-in must.
    pub value: Option<&'static str>,
    /// The node input whose link replaces the node if there is no value.
    pub fallback: Option<&'static str>,
    /// Its replacement if the engine does not know it.
    pub stand_in: StandIn,
    /// Whether a text always has several lines.
    pub multiline: bool,
    /// Whether a number is always whole.
    pub integer: bool,
    /// Whether a default outside its bounds means a random number.
    pub random: bool,
    /// The node's widgets in the order of the editor's `widgets_values`.
    pub widgets: &'static [&'static str],
}

/// The replacement of a marker node if an engine does not know its class.
#[derive(Clone, Copy, Debug)]
pub enum StandIn {
    /// The value itself, in the inputs linked to the node.
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

/// A node class that marks an output.
#[derive(Debug)]
pub struct OutputMark {
    /// ComfyUI's `class_type`.
    pub class: &'static str,
    /// The kind of result it produces.
    pub kind: OutputKind,
    /// Whether it only previews its input: it is an output only if nothing is saved.
    pub preview: bool,
    /// The core class that replaces it if the engine does not know it, and the name of the input that
    /// holds the result in its own class.
    pub core: Option<(Core, &'static str)>,
    /// The node's widgets in the order of the editor's `widgets_values`.
    pub widgets: &'static [&'static str],
}

impl InputMark {
    /// Whether the class is one of ComfyUI's own, which is an input only without marker nodes.
    pub fn is_core(&self) -> bool {
        std::ptr::eq(self.family, &raw const CORE)
    }

    /// Whether it takes a file.
    pub fn is_file(&self) -> bool {
        use InputKind::{Audio, File, Image, Video};
        matches!(self.kind, Image | Video | Audio | File)
    }
}
