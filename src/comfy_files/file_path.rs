//! Paths inside an engine's folders; untrusted names cannot point outside them. Knows nothing about disks.

use super::folder::Folder;

/// The path of a file inside one folder. [`FilePath::new`] refuses names that would leave the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePath {
    /// The folder.
    pub folder: Folder,
    /// The path inside the folder, joined by `/`; empty for the folder itself.
    pub subfolder: String,
    /// The file name.
    pub name: String,
}

impl FilePath {
    /// The file `name` in `subfolder`; `None` if either is not a name or would leave the folder.
    pub fn new(folder: Folder, subfolder: &str, name: &str) -> Option<Self> {
        let safe =
            is_component(name) && (subfolder.is_empty() || subfolder.split('/').all(is_component));
        safe.then(|| Self {
            folder,
            subfolder: subfolder.to_owned(),
            name: name.to_owned(),
        })
    }

    /// Parses a file as workflows name it: `a.png`, `sub/a.png`, `a.png [output]`. Without an
    /// annotation it is in `folder`.
    pub fn parse(text: &str, folder: Folder) -> Option<Self> {
        let (path, folder) = annotated_filepath(text, folder);
        let (subfolder, name) = split(path)?;
        Self::new(folder, subfolder, name)
    }
}

/// Splits `a.png [output]` into the name and its folder; `folder` is the default.
pub fn annotated_filepath(text: &str, folder: Folder) -> (&str, Folder) {
    let split = text
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once(" ["));
    match split.and_then(|(name, folder)| Some((name, Folder::from_name(folder)?))) {
        Some(annotated) => annotated,
        None => (text, folder),
    }
}

/// Splits a path into its subfolder and its name; `None` for an absolute path.
fn split(path: &str) -> Option<(&str, &str)> {
    (!path.starts_with('/')).then(|| path.rsplit_once('/').unwrap_or(("", path)))
}

/// Whether a path component stays inside its folder on every operating system.
fn is_component(component: &str) -> bool {
    let plain = !component
        .chars()
        .any(|c| matches!(c, '/' | '\\' | ':') || c.is_control());
    plain && !component.is_empty() && component != "." && component != ".."
}

/// Where a node saves its files: `cap/img` is the stem `img` in the subfolder `cap`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FilenamePrefix {
    /// The folder.
    pub folder: Folder,
    /// The path inside the folder; empty for the folder itself.
    pub subfolder: String,
    /// The start of the file names.
    pub stem: String,
}

impl FilenamePrefix {
    /// Parses a `filename_prefix`; `None` if it would leave the folder.
    pub fn parse(text: &str, folder: Folder) -> Option<Self> {
        let (subfolder, stem) = split(text)?;
        // A number follows the stem, so an empty stem is valid.
        let path = FilePath::new(folder, subfolder, &format!("{stem}_"))?;
        Some(Self {
            folder,
            subfolder: path.subfolder,
            stem: stem.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_cannot_leave_its_folder() {
        let path = |text| FilePath::parse(text, Folder::Input);
        for text in [
            "", "..", ".", "/a", "../a", "a/../b", "a//b", "a\\b", "C:a", "a\n",
        ] {
            assert_eq!(path(text), None, "{text:?}");
        }
        assert_eq!(FilePath::new(Folder::Input, "a/..", "b"), None);
        assert_eq!(FilenamePrefix::parse("../a", Folder::Output), None);
        let inside = path("a/b.png").map(|path| (path.subfolder, path.name));
        assert_eq!(inside, Some(("a".to_owned(), "b.png".to_owned())));
    }

    #[test]
    fn an_annotation_names_the_folder() {
        let folder = |text| annotated_filepath(text, Folder::Input);
        assert_eq!(folder("a.png [temp]"), ("a.png", Folder::Temp));
        assert_eq!(folder("a.png [nope]"), ("a.png [nope]", Folder::Input));
        assert_eq!(folder("a.png[temp]"), ("a.png[temp]", Folder::Input));
    }
}
