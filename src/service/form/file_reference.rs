//! What a field for a file was given. A further kind of reference is a further variant here, and is resolved where the
//! others are.

use run_core::StoredFile;
use schema::FileInfo;

/// The value of a field for a file.
#[derive(Debug)]
pub struct FormFile {
    /// The name of the file at its sender.
    pub name: String,
    /// Where its bytes are.
    pub reference: FileReference,
}

/// Where the bytes of a file are.
#[derive(Debug)]
pub enum FileReference {
    /// They came with the form, or another reference was resolved.
    Upload(Upload),
    /// They are those of a file that an earlier run was submitted with.
    OfRun {
        /// The run.
        run_id: String,
        /// Its file.
        file: StoredFile,
    },
}

/// A file that was received.
#[derive(Debug)]
pub struct Upload {
    /// The type that its sender names.
    pub content_type: String,
    /// In bytes.
    pub size: u64,
    /// The type of its content, if recognized.
    pub sniffed: Option<&'static str>,
    /// The file among the uploads of its run; `None` when no field takes it.
    pub stored: Option<StoredFile>,
}

impl FormFile {
    /// What a check needs to know of it.
    pub(super) fn info(&self) -> FileInfo {
        let (content_type, size, sniffed) = match &self.reference {
            FileReference::Upload(file) => (&file.content_type, file.size, file.sniffed),
            FileReference::OfRun { file, .. } => (&file.content_type, file.size, None),
        };
        FileInfo {
            name: self.name.clone(),
            content_type: content_type.clone(),
            size,
            sniffed,
        }
    }
}

impl FileReference {
    /// The file as a run's record has it.
    pub(super) fn into_stored(self) -> Option<StoredFile> {
        match self {
            Self::Upload(file) => file.stored,
            Self::OfRun { file, .. } => Some(file),
        }
    }
}
