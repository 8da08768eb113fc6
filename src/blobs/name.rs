//! The names of blobs. Hostile names are refused here, before a backend sees them.

use std::io;

/// The name of a blob: its group, and its path in the group, with `/` between the parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlobName {
    group: String,
    path: String,
}

impl BlobName {
    /// The blob with this path in this group; `None` if a name has an empty part, `.`, `..` or control characters, or
    /// if the group contains a slash.
    pub fn new(group: &str, path: &str) -> Option<Self> {
        (is_group(group) && is_path(path)).then(|| Self {
            group: group.to_owned(),
            path: path.to_owned(),
        })
    }

    /// The name of its group.
    pub fn group(&self) -> &str {
        &self.group
    }

    /// Its path in the group.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// Whether a group can have this name.
pub(crate) fn is_group(name: &str) -> bool {
    is_part(name) && !name.contains('/')
}

/// Whether a blob can have this path in its group.
pub(crate) fn is_path(path: &str) -> bool {
    path.split('/').all(is_part)
}

fn is_part(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.contains(char::is_control)
}

/// The error for an invalid name.
pub(crate) fn invalid(name: &str) -> io::Error {
    let why = format!(
        "“{}” cannot be the name of a kept file",
        name.escape_debug()
    );
    io::Error::new(io::ErrorKind::InvalidFilename, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_group_and_a_path_in_it() {
        let name = BlobName::new("a group", "folder/ü (1).png").unwrap();
        assert_eq!((name.group(), name.path()), ("a group", "folder/ü (1).png"));
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for part in ["", ".", "..", "a\0b", "a\nb", "/a", "a/", "a//b", "a/../b"] {
            assert_eq!(BlobName::new("group", part), None, "{part:?}");
            assert_eq!(BlobName::new(part, "path"), None, "{part:?}");
        }
        assert_eq!(BlobName::new("a/b", "path"), None);
    }
}
