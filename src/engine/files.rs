//! The files that an engine's nodes can access: three folders, paths that cannot leave them, and a store.
//! Knows nothing about file systems.

mod file_path;
mod file_store;
mod folder;
#[cfg(any(test, fuzzing))]
mod memory_store;

pub(crate) use file_path::{FilePath, FilenamePrefix, annotated_filepath};
pub(crate) use file_store::FileStore;
pub(crate) use folder::Folder;
#[cfg(any(test, fuzzing))]
pub(crate) use memory_store::MemoryStore;
