//! The kinds of inputs and outputs that a mark declares.

/// The kind of value that an input mark takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Text with one or more lines.
    Text,
    /// A number typed into a box.
    Number,
    /// A number with a slider and a box.
    Slider,
    /// True or false.
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

impl InputKind {
    /// Its name: `text`, `number`, `image`, ….
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Slider => "slider",
            Self::Boolean => "boolean",
            Self::Choice => "choice",
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::File => "file",
        }
    }
}

/// The kind of result that an output mark produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputKind {
    /// Images.
    Image,
    /// Text.
    Text,
    /// Videos.
    Video,
    /// Audio.
    Audio,
    /// Other files.
    File,
}

impl OutputKind {
    /// The kind with this name: `image`, `text`, `video`, `audio` or `file`.
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

    /// The kind of an output file with this name: the API reports no media type.
    pub fn of_file(name: &str) -> Self {
        let extension = name.rsplit('.').next().unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "png" | "jpg" | "jpeg" | "webp" | "gif" | "bmp" | "avif" | "svg" | "apng" => {
                Self::Image
            }
            "mp4" | "webm" | "mov" | "mkv" | "m4v" => Self::Video,
            "mp3" | "wav" | "flac" | "ogg" | "opus" | "m4a" | "aac" => Self::Audio,
            "txt" | "md" | "json" | "csv" | "log" => Self::Text,
            _ => Self::File,
        }
    }
}
