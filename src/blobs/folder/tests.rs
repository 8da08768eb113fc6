use std::sync::Arc;

use tempfile::TempDir;

use super::*;
use crate::contract::{self, Place};
use crate::{start, write};

const RUN: &str = "0d2a1f0e-8f0b-4b3c-9a53-0a2f6d1c7e11";

impl Place for TempDir {
    fn open(&self) -> Arc<dyn Blobs> {
        Arc::new(FolderBlobs::open(self.path().join("blobs")).unwrap())
    }
}

fn opened(home: &TempDir) -> FolderBlobs {
    FolderBlobs::open(home.path().join("blobs")).unwrap()
}

fn name(group: &str, path: &str) -> BlobName {
    BlobName::new(group, path).unwrap()
}

#[tokio::test]
async fn a_folder_keeps_the_contract() {
    contract::all(|| tempfile::tempdir().unwrap()).await;
}

#[tokio::test]
async fn blobs_are_files_under_their_names_and_earlier_files_are_blobs() {
    let home = tempfile::tempdir().unwrap();
    let blobs = opened(&home);
    let mut group = blobs.begin(RUN).unwrap();
    write(&mut *group, "a.png", b"new").await.unwrap();
    group.commit().await.unwrap();
    let folder = blobs.folder().join(RUN);
    assert_eq!(fs::read(folder.join("a.png")).unwrap(), b"new");
    fs::write(folder.join("b (1).png"), "earlier").unwrap();
    let earlier = start(&blobs, &name(RUN, "b (1).png"), 99).await.unwrap();
    assert_eq!(earlier, b"earlier");
}

#[tokio::test]
async fn ten_thousand_blobs_are_listed() {
    let home = tempfile::tempdir().unwrap();
    let blobs = opened(&home);
    let folder = blobs.folder().join(RUN);
    fs::create_dir(&folder).unwrap();
    for number in 0..10_000 {
        fs::write(folder.join(number.to_string()), "a").unwrap();
    }
    let listed = blobs.list(RUN).await.unwrap();
    let size: u64 = listed.iter().map(|blob| blob.size).sum();
    assert_eq!((listed.len(), size), (10_000, 10_000));
}

#[tokio::test]
async fn groups_that_were_not_committed_are_removed_at_the_start_alone() {
    let home = tempfile::tempdir().unwrap();
    let blobs = opened(&home);
    // As an earlier version leaves it.
    let left = blobs.folder().join(format!("{RUN}.part"));
    fs::create_dir(&left).unwrap();
    fs::write(left.join("a.png"), "half").unwrap();
    assert_eq!(blobs.groups().await.unwrap(), [""; 0]);
    let unfinished = format!("{RUN}.part");
    assert_eq!(blobs.list(&unfinished).await.unwrap(), []);
    assert!(blobs.begin(&unfinished).is_err());
    opened(&home);
    assert!(!left.exists());
}

#[tokio::test]
async fn a_group_of_which_nothing_is_kept_has_no_folder() {
    let home = tempfile::tempdir().unwrap();
    let blobs = opened(&home);
    let mut group = blobs.begin(RUN).unwrap();
    drop(group.create("a.png").await.unwrap());
    assert_eq!(fs::read_dir(blobs.folder()).unwrap().count(), 1);
    drop(group);
    assert_eq!(fs::read_dir(blobs.folder()).unwrap().count(), 0);
}

#[cfg(unix)]
#[tokio::test]
async fn symbolic_links_and_pipes_are_not_blobs() {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let home = tempfile::tempdir().unwrap();
    let blobs = opened(&home);
    let folder = blobs.folder().join(RUN);
    let secret = home.path().join("secret");
    fs::write(&secret, "").unwrap();
    fs::create_dir(&folder).unwrap();
    symlink(&secret, folder.join("link")).unwrap();
    symlink(home.path(), folder.join("home")).unwrap();
    symlink(&folder, blobs.folder().join("other")).unwrap();
    fs::write(folder.join("a"), "").unwrap();
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.unwrap().success());
    for (group, path) in [
        (RUN, "link"),
        (RUN, "home/secret"),
        (RUN, "pipe"),
        ("other", "a"),
    ] {
        let name = name(group, path);
        assert_eq!(blobs.info(&name).await.unwrap(), None, "{path}");
        assert!(blobs.read(&name, 0..1).await.is_err(), "{path}");
        assert!(blobs.local(&name).await.is_err(), "{path}");
    }
    assert_eq!(blobs.groups().await.unwrap(), [RUN]);
    let listed = blobs.list(RUN).await.unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn blobs_are_private_and_a_group_that_cannot_be_removed_is_not_gone() {
    use std::os::unix::fs::PermissionsExt;

    let home = tempfile::tempdir().unwrap();
    let blobs = opened(&home);
    let mut group = blobs.begin(RUN).unwrap();
    write(&mut *group, "folder/a.png", b"a").await.unwrap();
    group.commit().await.unwrap();
    let folder = blobs.folder().join(RUN);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder.join("folder")), 0o700);
    assert_eq!(mode(&folder.join("folder/a.png")), 0o600);
    // A superuser may remove everything.
    let set_mode = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode));
    set_mode(0o500).unwrap();
    let asked = [RUN.to_owned()];
    let gone = blobs.remove(&asked).await;
    assert_eq!(gone.is_empty(), folder.exists());
    let _ = set_mode(0o700);
    assert_eq!(blobs.remove(&asked).await, asked);
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_file_from_before_1970_has_the_first_date_that_http_knows() {
    let home = tempfile::tempdir().unwrap();
    let blobs = opened(&home);
    let mut group = blobs.begin(RUN).unwrap();
    write(&mut *group, "a", b"a").await.unwrap();
    group.commit().await.unwrap();
    let file = File::options()
        .write(true)
        .open(blobs.folder().join(RUN).join("a"));
    let early = SystemTime::UNIX_EPOCH - std::time::Duration::from_secs(1);
    file.unwrap().set_modified(early).unwrap();
    let info = blobs.info(&name(RUN, "a")).await.unwrap().unwrap();
    assert_eq!(info.written, SystemTime::UNIX_EPOCH);
}
