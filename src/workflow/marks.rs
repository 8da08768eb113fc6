//! The marks: which node classes are a workflow's inputs and outputs. One table; a new family of
//! marker nodes is new rows. Source: the contract, section 1.

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

/// A class of nodes that marks an input, and where its particulars live.
#[derive(Debug)]
pub struct InputMark {
    /// ComfyUI's `class_type`.
    pub class: &'static str,
    /// What it asks for.
    pub kind: InputKind,
    /// The node input that holds the default, and that takes the value where the engine knows the
    /// class.
    pub value: &'static str,
    /// The core class that takes its place where the engine does not know it; `None`: the value
    /// itself goes into whatever the node feeds.
    pub core: Option<Core>,
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
    /// The core class that takes its place where the engine does not know it, and the names of the
    /// input that carries the result, ours and the core's.
    pub core: Option<(Core, &'static str)>,
}

const fn literal(class: &'static str, kind: InputKind) -> InputMark {
    InputMark {
        class,
        kind,
        value: "default",
        core: None,
    }
}

const fn file(
    class: &'static str,
    kind: InputKind,
    value: &'static str,
    core: &'static str,
    input: &'static str,
) -> InputMark {
    InputMark {
        class,
        kind,
        value,
        core: Some(Core { class: core, input }),
    }
}

/// Every class that marks an input.
pub const INPUTS: &[InputMark] = &[
    literal("InputText", InputKind::Text),
    literal("InputNumber", InputKind::Number),
    literal("InputSlider", InputKind::Slider),
    literal("InputBoolean", InputKind::Boolean),
    literal("InputChoice", InputKind::Choice),
    file(
        "InputImage",
        InputKind::Image,
        "image",
        "LoadImage",
        "image",
    ),
    file("InputVideo", InputKind::Video, "video", "LoadVideo", "file"),
    file(
        "InputAudio",
        InputKind::Audio,
        "audio",
        "LoadAudio",
        "audio",
    ),
];

/// Every class that marks an output.
pub const OUTPUTS: &[OutputMark] = &[
    OutputMark {
        class: "SaveImage",
        kind: OutputKind::Image,
        core: None,
    },
    OutputMark {
        class: "SaveText",
        kind: OutputKind::Text,
        core: Some((
            Core {
                class: "PreviewAny",
                input: "source",
            },
            "text",
        )),
    },
    OutputMark {
        class: "SaveVideo",
        kind: OutputKind::Video,
        core: None,
    },
    OutputMark {
        class: "SaveAudio",
        kind: OutputKind::Audio,
        core: None,
    },
];

/// The input mark of a class.
pub fn input(class: &str) -> Option<&'static InputMark> {
    INPUTS.iter().find(|mark| mark.class == class)
}

/// The output mark of a class.
pub fn output(class: &str) -> Option<&'static OutputMark> {
    OUTPUTS.iter().find(|mark| mark.class == class)
}
