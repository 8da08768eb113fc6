//! Where the files of a workflow are read from: a folder, or what the service keeps. Blocks its caller, which is not a
//! task of the async runtime.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use blobs::{BlobName, Blobs, NewGroup};
use tokio::io::AsyncWriteExt;
use tokio::runtime::Handle;

use http_server::regular_file;

/// How much of a file is copied at once, in bytes.
const CHUNK: usize = 64 << 10;

/// The files of a workflow, by their paths in its folder.
pub(super) type WorkflowFiles = BTreeMap<String, SourceFile>;

/// The files of one workflow.
pub(super) trait WorkflowSource {
    /// The file with this name, which may not exist; `None` if it surely does not.
    fn file(&self, name: &str) -> Option<SourceFile>;

    /// A file that the workflow names, by its path in the folder of the workflow.
    ///
    /// # Errors
    /// When it leaves the folder, or is not a file: its name, and why.
    fn named(&self, path: &str) -> Result<SourceFile, String>;
}

/// A file of a workflow.
#[derive(Clone, Debug)]
pub enum SourceFile {
    /// In a folder, which others may change.
    Path(PathBuf),
    /// Kept by the service.
    Kept(KeptFiles, BlobName),
}

impl SourceFile {
    /// Whether there is such a file.
    pub(super) fn exists(&self) -> bool {
        match self {
            // Opening a pipe would wait for its writer.
            Self::Path(path) => path.is_file(),
            Self::Kept(files, name) => {
                let info = files.runtime.block_on(files.blobs.info(name));
                matches!(info, Ok(Some(_)))
            }
        }
    }

    /// Opens it, if it is a regular file.
    pub(super) fn open(&self) -> io::Result<File> {
        match self {
            Self::Path(path) => regular_file::open(path),
            Self::Kept(files, name) => files.runtime.block_on(files.blobs.local(name)),
        }
    }

    /// Its bytes; `None` if there are more than `max`.
    pub(super) fn read(&self, max: u64) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        self.open()?.take(max + 1).read_to_end(&mut bytes)?;
        Ok((bytes.len() as u64 <= max).then_some(bytes))
    }

    /// Where it is kept; `None` if it is in a folder.
    pub fn kept(&self) -> Option<(&dyn Blobs, &BlobName)> {
        match self {
            Self::Path(_) => None,
            Self::Kept(files, name) => Some((&*files.blobs, name)),
        }
    }
}

/// Files that the service keeps, for code that blocks.
#[derive(Clone, Debug)]
pub struct KeptFiles {
    blobs: Arc<dyn Blobs>,
    runtime: Handle,
}

impl KeptFiles {
    /// These blobs, which this runtime reads and writes.
    pub(crate) fn new(blobs: Arc<dyn Blobs>, runtime: Handle) -> Self {
        Self { blobs, runtime }
    }

    /// The names of the groups.
    pub(super) fn groups(&self) -> io::Result<Vec<String>> {
        self.runtime.block_on(self.blobs.groups())
    }

    /// Whether there is a group with this name.
    pub(super) fn has(&self, group: &str) -> io::Result<bool> {
        let files = self.runtime.block_on(self.blobs.list(group))?;
        Ok(!files.is_empty())
    }

    /// Removes groups, as far as that is possible.
    pub(super) fn remove(&self, groups: &[String]) {
        self.runtime.block_on(self.blobs.remove(groups));
    }

    /// Begins a group.
    pub(super) fn begin(&self, group: &str) -> io::Result<Box<dyn NewGroup>> {
        self.blobs.begin(group)
    }

    /// Copies everything from a reader to a blob of a group.
    pub(super) fn copy(
        &self,
        from: &mut impl Read,
        group: &mut dyn NewGroup,
        path: &str,
    ) -> io::Result<()> {
        let mut writer = self.runtime.block_on(group.create(path))?;
        let mut chunk = vec![0; CHUNK];
        loop {
            match from.read(&mut chunk)? {
                0 => return self.runtime.block_on(writer.shutdown()),
                length => self.runtime.block_on(writer.write_all(&chunk[..length]))?,
            }
        }
    }

    /// Commits a group.
    pub(super) fn commit(&self, group: Box<dyn NewGroup>) -> io::Result<()> {
        self.runtime.block_on(group.commit())
    }

    /// The files of a group as those of a workflow.
    pub(super) fn group(&self, group: &str) -> KeptGroup<'_> {
        let group = group.to_owned();
        KeptGroup { files: self, group }
    }
}

/// The files of a version, under the paths that they had.
pub(super) struct KeptGroup<'a> {
    files: &'a KeptFiles,
    group: String,
}

impl WorkflowSource for KeptGroup<'_> {
    fn file(&self, name: &str) -> Option<SourceFile> {
        let name = BlobName::new(&self.group, name)?;
        Some(SourceFile::Kept(self.files.clone(), name))
    }

    fn named(&self, path: &str) -> Result<SourceFile, String> {
        let file = self.file(path).filter(SourceFile::exists);
        file.ok_or_else(|| missing(path))
    }
}

/// Files that were received, by the paths under which they were sent.
#[derive(Debug, Default)]
pub(super) struct SentFiles(pub(super) WorkflowFiles);

impl WorkflowSource for SentFiles {
    fn file(&self, name: &str) -> Option<SourceFile> {
        self.0.get(name).cloned()
    }

    fn named(&self, path: &str) -> Result<SourceFile, String> {
        self.file(path).ok_or_else(|| missing(path))
    }
}

/// The folder of a workflow. A link in it may lead to the workflow, but not to a file that the workflow names:
/// otherwise a workflow of somebody else could publish other files.
pub(super) struct LocalFolder<'a>(pub(super) &'a Path);

impl WorkflowSource for LocalFolder<'_> {
    fn file(&self, name: &str) -> Option<SourceFile> {
        Some(SourceFile::Path(self.0.join(name)))
    }

    fn named(&self, path: &str) -> Result<SourceFile, String> {
        let unreadable = |why| unreadable(path, &why);
        let file = self.0.join(path).canonicalize().map_err(unreadable)?;
        if !file.starts_with(self.0.canonicalize().map_err(unreadable)?) {
            return Err(format!("“{path}” {OUTSIDE}"));
        }
        match file.metadata().map_err(unreadable)?.is_file() {
            true => Ok(SourceFile::Path(file)),
            false => Err(format!("“{path}” is not a file")),
        }
    }
}

/// What is wrong with a path that leaves the folder of its workflow.
pub(super) const OUTSIDE: &str =
    "is outside the workflow's folder; move it there, and give its path relative to the folder";

/// Why a file that a workflow names cannot be read.
pub(super) fn unreadable(path: &str, why: &impl Display) -> String {
    format!("“{path}” cannot be read: {why}")
}

fn missing(path: &str) -> String {
    unreadable(path, &"there is no such file")
}
