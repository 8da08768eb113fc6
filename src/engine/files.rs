//! The files that an engine's nodes can access: three folders, paths that cannot leave them, and a store.
//! Knows nothing about file systems.

mod file_path;
mod file_store;
mod folder;
mod memory_store;

pub use file_path::{FilePath, FilenamePrefix, annotated_filepath};
pub use file_store::FileStore;
pub use folder::Folder;
pub use memory_store::MemoryStore;
