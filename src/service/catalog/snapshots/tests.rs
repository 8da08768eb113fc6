use std::fs;
use std::path::Path;
use std::sync::Arc;

use blobs::FolderBlobs;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::*;
use crate::catalog::source::WorkflowSource;

/// The copies in a folder, and the runtime that writes them.
fn opened(folder: &TempDir) -> (Runtime, Snapshots) {
    let runtime = Runtime::new().unwrap();
    let blobs = Arc::new(FolderBlobs::open(folder.path().to_owned()).unwrap());
    let files = KeptFiles::new(blobs, runtime.handle().clone());
    (runtime, Snapshots::new(files))
}

fn written(folder: &Path, files: &[(&str, &str)]) -> WorkflowFiles {
    let write = |(name, text): &(&str, &str)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        ((*name).to_owned(), SourceFile::Path(path))
    };
    files.iter().map(write).collect()
}

#[test]
fn equal_content_is_kept_once_and_changed_originals_do_not_matter() {
    let (originals, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (_runtime, snapshots) = opened(&copies);
    let files = written(originals.path(), &[("a.json", "{}"), ("b", "x")]);
    let first = snapshots.keep(&files).unwrap();
    assert_eq!(snapshots.keep(&files).unwrap(), first);
    assert_eq!(digest(&files).unwrap(), first);
    fs::write(originals.path().join("a.json"), "[]").unwrap();
    let second = snapshots.keep(&files).unwrap();
    assert_ne!(second, first);
    let kept = |digest: &str| {
        let file = snapshots.files_of(digest).file("a.json").unwrap();
        file.read(9).unwrap().unwrap()
    };
    assert_eq!((kept(&first), kept(&second)), (b"{}".into(), b"[]".into()));
    assert_eq!(fs::read_dir(copies.path()).unwrap().count(), 2);
}

#[test]
fn files_that_change_while_they_are_copied_are_not_kept() {
    let (originals, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (_runtime, snapshots) = opened(&copies);
    let files = written(originals.path(), &[("a.json", "{}")]);
    let before = digest(&files).unwrap();
    fs::write(originals.path().join("a.json"), "[]").unwrap();
    assert!(!snapshots.copy(&files, &before).unwrap());
    assert_eq!(fs::read_dir(copies.path()).unwrap().count(), 0);
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
    let missing = SourceFile::Path(originals.path().join("missing"));
    files.insert("b".to_owned(), missing);
    let (_runtime, snapshots) = opened(&copies);
    assert!(snapshots.keep(&files).is_err());
    assert!(snapshots.copy(&files, "digest").is_err());
    assert_eq!(fs::read_dir(copies.path()).unwrap().count(), 0);
}

#[test]
fn unused_and_incomplete_copies_are_removed() {
    let copies = tempfile::tempdir().unwrap();
    for name in ["used", "unused", "new-1", "digest.part"] {
        fs::create_dir(copies.path().join(name)).unwrap();
    }
    let (_runtime, snapshots) = opened(&copies);
    snapshots.remove_unused(&HashSet::from(["used"])).unwrap();
    let left: Vec<_> = fs::read_dir(copies.path())
        .unwrap()
        .map(|one| one.unwrap().file_name())
        .collect();
    assert_eq!(left, ["used"]);
}
