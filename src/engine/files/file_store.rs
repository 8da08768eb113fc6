//! The interface to an engine's files. Knows nothing about where they are kept.

use std::io;

use comfy_files::{FilePath, FilenamePrefix};

/// The files of one engine.
pub trait FileStore: Send + Sync {
    /// Whether the file exists.
    fn exists(&self, path: &FilePath) -> bool;

    /// Reads a whole file. Fails if it is too large to process.
    fn read(&self, path: &FilePath) -> io::Result<Vec<u8>>;

    /// Saves bytes under the next free number: stem, `_`, five digits, then `extension`.
    fn save(&self, prefix: &FilenamePrefix, extension: &str, bytes: &[u8]) -> io::Result<FilePath>;

    /// The names of the files in the input folder, sorted.
    fn input_files(&self) -> Vec<String>;
}
