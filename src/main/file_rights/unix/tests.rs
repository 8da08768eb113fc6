#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs::Permissions;
use std::process::Command;

use super::*;

/// A file with this mode, whose name has a space, of the user who runs the tests.
fn file(folder: &Path, mode: u32) -> std::path::PathBuf {
    let path = folder.join("flow deck.toml");
    fs::write(&path, "").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    path
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn reader(user: u32, groups: &[u32]) -> Reader {
    Reader {
        user,
        groups: Groups::All(groups.to_vec()),
    }
}

/// Runs the command as it is written. Returns the modes before and after.
fn run(command: &str, path: &Path) -> (u32, u32) {
    let before = mode(path);
    let status = Command::new("sh").args(["-c", command]).status().unwrap();
    assert!(status.success(), "{command}");
    (before, mode(path))
}

#[test]
fn the_owner_closes_a_file_for_everybody_else() {
    let folder = tempfile::tempdir().unwrap();
    for (given, wanted) in [
        (0o644, 0o600),
        (0o640, 0o600),
        (0o604, 0o600),
        (0o755, 0o700),
    ] {
        let path = file(folder.path(), given);
        let owner = fs::metadata(&path).unwrap();
        let command = closing(&path, &reader(owner.uid(), &[])).unwrap();
        assert_eq!(run(&command, &path), (given, wanted), "{command}");
        assert_eq!(closing(&path, &reader(owner.uid(), &[])), None);
    }
}

#[test]
fn the_own_group_may_read_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), 0o640);
    let owner = fs::metadata(&path).unwrap();
    // As the service's configuration is: of root and the service's group.
    let service = reader(owner.uid() + 1, &[owner.gid(), owner.gid() + 1]);
    assert_eq!(closing(&path, &service), None);
    let path = file(folder.path(), 0o644);
    let command = closing(&path, &service).unwrap();
    assert_eq!(
        run(&command, &path),
        (0o644, 0o640),
        "the service can still read it"
    );
    assert_eq!(closing(&path, &service), None);
}

#[test]
fn a_service_that_reads_as_anybody_reads_through_its_group_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), 0o644);
    let owner = fs::metadata(&path).unwrap();
    // Only a group of the user who runs it can be given to the file.
    let command = command(
        &path,
        &owner,
        &Reader {
            user: owner.uid() + 1,
            groups: Groups::Some(u32::MAX - 2),
        },
    );
    let number = u32::MAX - 2;
    let name = shell::quoted(&path);
    assert_eq!(
        command,
        Some(format!("chgrp {number} {name} && chmod 640 {name}"))
    );
    let path = file(folder.path(), 0o640);
    let owner = fs::metadata(&path).unwrap();
    let unknown = Reader {
        user: owner.uid() + 1,
        groups: Groups::Some(u32::MAX - 2),
    };
    assert_eq!(
        closing(&path, &unknown),
        None,
        "it may be another group of it"
    );
}

#[test]
fn groups_have_names() {
    assert_eq!(group_name(u32::MAX - 2), (u32::MAX - 2).to_string());
    assert!(["root", "wheel"].contains(&&*group_name(ROOT)));
}
