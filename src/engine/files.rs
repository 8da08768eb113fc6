//! The files that an engine's nodes can access. Knows nothing about file systems.

mod file_store;
mod memory_store;

pub use file_store::FileStore;
pub use memory_store::MemoryStore;
