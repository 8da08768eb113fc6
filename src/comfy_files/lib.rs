//! How ComfyUI names files: three folders, and paths that cannot leave them. Pure, so that it also compiles to
//! WebAssembly. Knows nothing about file systems.

mod file_path;
mod folder;

pub use file_path::{FilePath, FilenamePrefix, annotated_filepath};
pub use folder::Folder;
