//! Where an engine's files lie, as the nodes see it: three folders, names that cannot leave them.
//! Knows nothing of file systems.

#[cfg(test)]
pub(crate) mod shelf;

use std::io;

/// One of ComfyUI's three folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Folder {
    /// What was uploaded.
    Input,
    /// What runs saved.
    Output,
    /// What runs show only.
    Temp,
}

impl Folder {
    /// ComfyUI's name of it, the `type` of a file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::Temp => "temp",
        }
    }

    /// The folder of this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        [Self::Input, Self::Output, Self::Temp]
            .into_iter()
            .find(|folder| folder.name() == name)
    }
}

/// A file's place below one folder. Made by [`Place::new`] alone, so it cannot leave the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) folder: Folder,
    /// Path below the folder, parts joined by `/`; empty for the folder itself.
    pub(crate) subfolder: String,
    pub(crate) name: String,
}

impl Place {
    /// The file `name` in `subfolder`; `None` where either would leave the folder or is no name.
    pub(crate) fn new(folder: Folder, subfolder: &str, name: &str) -> Option<Self> {
        let safe = is_part(name) && (subfolder.is_empty() || subfolder.split('/').all(is_part));
        safe.then(|| Self {
            folder,
            subfolder: subfolder.to_owned(),
            name: name.to_owned(),
        })
    }

    /// A file as workflows name it: `a.png`, `sub/a.png`, `a.png [output]`. Without a folder of
    /// its own it lies in `folder`.
    pub(crate) fn parse(text: &str, folder: Folder) -> Option<Self> {
        let (path, folder) = annotated(text, folder);
        let (subfolder, name) = split(path)?;
        Self::new(folder, subfolder, name)
    }
}

/// Takes the folder off a name such as `a.png [output]`.
pub(crate) fn annotated(text: &str, folder: Folder) -> (&str, Folder) {
    let split = text
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once(" ["));
    match split.and_then(|(name, folder)| Some((name, Folder::of(folder)?))) {
        Some(found) => found,
        None => (text, folder),
    }
}

/// The folders and the last part of a path; `None` for one that starts at the root.
fn split(path: &str) -> Option<(&str, &str)> {
    (!path.starts_with('/')).then(|| path.rsplit_once('/').unwrap_or(("", path)))
}

/// Whether one part of a path names something inside its folder on every system.
fn is_part(part: &str) -> bool {
    let plain = !part
        .chars()
        .any(|c| matches!(c, '/' | '\\' | ':') || c.is_control());
    plain && !part.is_empty() && part != "." && part != ".."
}

/// Where a saving node puts its files: `cap/img` is the stem `img` in the subfolder `cap`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Prefix {
    pub(crate) folder: Folder,
    pub(crate) subfolder: String,
    pub(crate) stem: String,
}

impl Prefix {
    /// Reads a `filename_prefix`; `None` where it would leave the folder.
    pub(crate) fn parse(text: &str, folder: Folder) -> Option<Self> {
        let (subfolder, stem) = split(text)?;
        // The number follows the stem, so an empty stem still gives a name.
        let place = Place::new(folder, subfolder, &format!("{stem}_"))?;
        Some(Self {
            folder,
            subfolder: place.subfolder,
            stem: stem.to_owned(),
        })
    }
}

/// The files of one engine.
pub(crate) trait Store: Send + Sync {
    /// Whether there is such a file.
    fn exists(&self, place: &Place) -> bool;

    /// All bytes of a file. Refuses one that is too large to be computed with.
    fn read(&self, place: &Place) -> io::Result<Vec<u8>>;

    /// Saves bytes under the next free number: stem, `_`, five digits, then `ending`.
    fn save(&self, prefix: &Prefix, ending: &str, bytes: &[u8]) -> io::Result<Place>;

    /// The names of the files in the input folder, sorted.
    fn inputs(&self) -> Vec<String>;
}
