use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::*;

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[tokio::test]
async fn new_files_and_folders_belong_to_their_owner_alone() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("a/b");
    create_folder(&folder).unwrap();
    create(&folder.join("one")).await.unwrap();
    let mut options = writing();
    let mut two = options.create_new(true).open(folder.join("two")).unwrap();
    two.write_all(b"text").unwrap();
    assert_eq!([mode(&home.path().join("a")), mode(&folder)], [0o700; 2]);
    assert_eq!(
        ["one", "two"].map(|name| mode(&folder.join(name))),
        [0o600; 2]
    );
}

#[test]
fn existing_files_and_folders_are_tightened_once() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("sub");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    set_mode(home.path(), 0o755);
    set_mode(&folder, 0o2775);
    set_mode(&folder.join("file"), 0o644);
    let mut first = Tightening::default();
    first.add_all(home.path());
    assert_eq!((first.changed, first.failed.is_none()), (3, true));
    let modes = [home.path(), &folder, &folder.join("file")].map(mode);
    assert_eq!(modes, [0o700, 0o700, 0o600]);
    let mut second = Tightening::default();
    second.add_all(home.path());
    assert_eq!(second.changed, 0);
}

#[test]
fn symbolic_links_are_not_followed() {
    let (home, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = other.path().join("file");
    fs::write(&file, "").unwrap();
    set_mode(other.path(), 0o755);
    set_mode(&file, 0o644);
    symlink(&file, home.path().join("file")).unwrap();
    symlink(other.path(), home.path().join("folder")).unwrap();
    let mut tightening = Tightening::default();
    tightening.add_all(home.path());
    tightening.add_all(&home.path().join("folder"));
    assert!(tightening.failed.is_none());
    assert_eq!([mode(other.path()), mode(&file)], [0o755, 0o644]);
}

#[test]
fn what_cannot_be_changed_is_reported() {
    let mut tightening = Tightening::default();
    tightening.add_all(Path::new("/nonexistent/file"));
    let (path, why) = tightening.failed.unwrap();
    assert_eq!(path, Path::new("/nonexistent/file"));
    assert_eq!(why.kind(), io::ErrorKind::NotFound);
}
