//! Where the files of a site are.

use std::path::PathBuf;

use crate::file::EmbeddedFiles;

/// Where the files of a site are.
#[derive(Clone, Debug)]
pub enum Site {
    /// In a folder.
    Folder(PathBuf),
    /// In the program. There are none if it was built without them.
    Embedded(EmbeddedFiles),
}
