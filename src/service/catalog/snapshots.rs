//! Copies of workflows' files in the data folder, one folder per content. A version keeps what it was
//! deployed with, whatever happens to the original files. Does not know what the files mean.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Take};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use http_server::regular_file;

/// How many bytes of a file are kept, which is more than a file of a workflow may have: what is cut off was too large
/// anyway.
const MAX_KEPT: u64 = (64 << 20) + 1;

/// The beginning of the name of a copy that is not complete.
const INCOMPLETE: &str = "new-";

/// The files of a workflow: where each one is, by its path in the folder of the workflow.
pub(super) type WorkflowFiles = BTreeMap<String, PathBuf>;

/// The folder of the copies.
#[derive(Debug)]
pub(super) struct Snapshots {
    folder: PathBuf,
}

impl Snapshots {
    /// The copies in a folder, which exists.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder with the copy of the content with this digest.
    pub(super) fn folder_of(&self, digest: &str) -> PathBuf {
        self.folder.join(digest)
    }

    /// Copies files, unless there is a copy of the same content. Returns the digest of the content.
    pub(super) fn keep(&self, files: &WorkflowFiles) -> io::Result<String> {
        let incomplete = self
            .folder
            .join(format!("{INCOMPLETE}{}", uuid::Uuid::new_v4()));
        let copied = self.copy(files, &incomplete);
        if copied.is_err() || incomplete.exists() {
            let _ = fs::remove_dir_all(&incomplete);
        }
        copied
    }

    fn copy(&self, files: &WorkflowFiles, incomplete: &Path) -> io::Result<String> {
        private_files::create_folder(incomplete)?;
        let mut copies = WorkflowFiles::new();
        for (name, path) in files {
            let copy = incomplete.join(name);
            if let Some(parent) = copy.parent() {
                private_files::create_folder(parent)?;
            }
            let mut writer = private_files::writing().create_new(true).open(&copy)?;
            io::copy(&mut open(path)?, &mut writer)?;
            writer.sync_all()?;
            copies.insert(name.clone(), copy);
        }
        // Of the copies: an original may change while it is copied.
        let digest = digest(&copies)?;
        let folder = self.folder_of(&digest);
        if !folder.exists() {
            fs::rename(incomplete, &folder)?;
        }
        Ok(digest)
    }

    /// Removes a copy that no version uses any more.
    pub(super) fn remove(&self, digest: &str) -> io::Result<()> {
        fs::remove_dir_all(self.folder_of(digest))
    }

    /// Removes the copies that no version uses.
    pub(super) fn remove_unused(&self, used: &HashSet<&str>) -> io::Result<()> {
        for folder in fs::read_dir(&self.folder)? {
            let folder = folder?;
            let name = folder.file_name();
            let is_used = name.to_str().is_none_or(|name| used.contains(name));
            if !is_used {
                fs::remove_dir_all(folder.path())?;
            }
        }
        Ok(())
    }
}

/// The digest of files, with their names.
pub(super) fn digest(files: &WorkflowFiles) -> io::Result<String> {
    let mut all = Sha256::new();
    for (name, path) in files {
        let file = content_digest(path)?;
        all.update((name.len() as u64).to_le_bytes());
        all.update(name);
        all.update(file);
    }
    Ok(hex::encode(all.finalize()))
}

fn open(path: &Path) -> io::Result<Take<File>> {
    Ok(regular_file::open(path)?.take(MAX_KEPT))
}

fn content_digest(path: &Path) -> io::Result<[u8; 32]> {
    let mut file = BufReader::with_capacity(64 << 10, open(path)?);
    let mut digest = Sha256::new();
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            return Ok(digest.finalize().into());
        }
        digest.update(read);
        let length = read.len();
        file.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path, files: &[(&str, &str)]) -> WorkflowFiles {
        let write = |(name, text): &(&str, &str)| {
            let path = folder.join(name);
            fs::write(&path, text).unwrap();
            ((*name).to_owned(), path)
        };
        files.iter().map(write).collect()
    }

    #[test]
    fn equal_content_is_kept_once_and_changed_originals_do_not_matter() {
        let (originals, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let snapshots = Snapshots::new(copies.path().to_owned());
        let files = written(originals.path(), &[("a.json", "{}"), ("b", "x")]);
        let first = snapshots.keep(&files).unwrap();
        assert_eq!(snapshots.keep(&files).unwrap(), first);
        assert_eq!(digest(&files).unwrap(), first);
        fs::write(&files["a.json"], "[]").unwrap();
        let second = snapshots.keep(&files).unwrap();
        assert_ne!(second, first);
        let kept =
            |digest: &str| fs::read_to_string(snapshots.folder_of(digest).join("a.json")).unwrap();
        assert_eq!(
            (kept(&first).as_str(), kept(&second).as_str()),
            ("{}", "[]")
        );
        assert_eq!(fs::read_dir(copies.path()).unwrap().count(), 2);
    }

    #[test]
    fn names_and_boundaries_are_part_of_the_digest() {
        let folder = tempfile::tempdir().unwrap();
        let of = |files: &[(&str, &str)]| digest(&written(folder.path(), files)).unwrap();
        let all = [
            of(&[("a", "xy")]),
            of(&[("b", "xy")]),
            of(&[("a", "x"), ("b", "y")]),
            of(&[("a", "xb"), ("b", "y")]),
        ];
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 4);
    }

    #[test]
    fn a_failed_copy_leaves_nothing_behind() {
        let (originals, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut files = written(originals.path(), &[("a.json", "{}")]);
        files.insert("b".to_owned(), originals.path().join("missing"));
        let snapshots = Snapshots::new(copies.path().to_owned());
        assert!(snapshots.keep(&files).is_err());
        assert_eq!(fs::read_dir(copies.path()).unwrap().count(), 0);
    }

    #[test]
    fn unused_and_incomplete_copies_are_removed() {
        let copies = tempfile::tempdir().unwrap();
        for name in ["used", "unused", "new-1"] {
            fs::create_dir(copies.path().join(name)).unwrap();
        }
        let snapshots = Snapshots::new(copies.path().to_owned());
        snapshots.remove_unused(&HashSet::from(["used"])).unwrap();
        let left: Vec<_> = fs::read_dir(copies.path())
            .unwrap()
            .map(|one| one.unwrap().file_name())
            .collect();
        assert_eq!(left, ["used"]);
    }
}
