//! Copies of workflows' files, one group per content. A version keeps what it was deployed with, whatever happens to the
//! original files. Does not know what the files mean.

use std::collections::HashSet;
use std::io::{self, BufReader, Read};

use sha2::{Digest, Sha256};

use super::source::{KeptFiles, KeptGroup, SourceFile, WorkflowFiles};

/// How many bytes of a file are kept, which is more than a file of a workflow may have: what is cut off was too large
/// anyway.
const MAX_KEPT: u64 = (64 << 20) + 1;

/// How often files are copied that change while they are copied.
const ATTEMPTS: u32 = 5;

/// How much of a file is read at once, in bytes.
const CHUNK: usize = 64 << 10;

/// The copies.
#[derive(Debug)]
pub(super) struct Snapshots {
    /// The digest of its content names a group.
    files: KeptFiles,
}

impl Snapshots {
    /// The copies that are kept as these files.
    pub(super) fn new(files: KeptFiles) -> Self {
        Self { files }
    }

    /// The copy of the content with this digest.
    pub(super) fn files_of(&self, digest: &str) -> KeptGroup<'_> {
        self.files.group(digest)
    }

    /// Copies files, unless there is a copy of the same content. Returns the digest of the content.
    pub(super) fn keep(&self, files: &WorkflowFiles) -> io::Result<String> {
        for _ in 0..ATTEMPTS {
            let digest = digest(files)?;
            if self.files.has(&digest)? || self.copy(files, &digest)? {
                return Ok(digest);
            }
        }
        Err(io::Error::other("the files change while they are copied"))
    }

    /// Copies files. Returns whether they still had the content with this digest; otherwise nothing is kept.
    fn copy(&self, files: &WorkflowFiles, digest: &str) -> io::Result<bool> {
        let mut group = self.files.begin(digest)?;
        let mut all = Sha256::new();
        for (name, file) in files {
            let mut hashed = opened(file)?;
            self.files.copy(&mut hashed, &mut *group, name)?;
            add(&mut all, name, hashed);
        }
        if hex::encode(all.finalize()) != digest {
            return Ok(false);
        }
        self.files.commit(group)?;
        Ok(true)
    }

    /// Removes copies that no version uses any more.
    pub(super) fn remove(&self, digests: HashSet<String>) {
        let digests: Vec<_> = digests.into_iter().collect();
        self.files.remove(&digests);
    }

    /// Removes the copies that no version uses.
    pub(super) fn remove_unused(&self, used: &HashSet<&str>) -> io::Result<()> {
        let mut unused = self.files.groups()?;
        unused.retain(|digest| !used.contains(digest.as_str()));
        self.files.remove(&unused);
        Ok(())
    }
}

/// The digest of files, with their names.
pub(super) fn digest(files: &WorkflowFiles) -> io::Result<String> {
    let mut all = Sha256::new();
    for (name, file) in files {
        let mut hashed = opened(file)?;
        io::copy(
            &mut BufReader::with_capacity(CHUNK, &mut hashed),
            &mut io::sink(),
        )?;
        add(&mut all, name, hashed);
    }
    Ok(hex::encode(all.finalize()))
}

/// Adds a file that was read to its end.
fn add(all: &mut Sha256, name: &str, file: Hashed<impl Read>) {
    all.update((name.len() as u64).to_le_bytes());
    all.update(name);
    all.update(file.digest.finalize());
}

/// A file whose content is hashed while it is read.
struct Hashed<R> {
    file: R,
    digest: Sha256,
}

fn opened(file: &SourceFile) -> io::Result<Hashed<impl Read>> {
    Ok(Hashed {
        file: file.open()?.take(MAX_KEPT),
        digest: Sha256::new(),
    })
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.digest.update(&buffer[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests;
