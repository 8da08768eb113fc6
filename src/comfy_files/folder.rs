//! ComfyUI's three folders. Knows nothing about what is in them.

/// One of ComfyUI's three folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Folder {
    /// Uploads.
    Input,
    /// Files that runs saved.
    Output,
    /// Previews.
    Temp,
}

impl Folder {
    /// ComfyUI's name for it, the `type` of a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::Temp => "temp",
        }
    }

    /// The folder with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Input, Self::Output, Self::Temp]
            .into_iter()
            .find(|folder| folder.name() == name)
    }
}
