//! The build script: what it wants before it makes a program that people install, and how it names a build.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::Path;
use std::process::Command;

#[allow(dead_code, reason = "the script is a program of its own")]
#[path = "../build.rs"]
mod build;

#[test]
fn a_program_without_the_page_is_refused_with_the_command_that_builds_it() {
    let built = tempfile::tempdir().unwrap();
    let missing = || build::ensure_built(built.path()).unwrap_err().to_string();
    let why = missing();
    assert!(why.contains("run `make install`"), "{why}");
    assert!(why.contains("`make site nodes licenses` and then"), "{why}");
    for (file, _) in &build::PARTS[..2] {
        let file = built.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    }
    assert!(missing().contains("`make licenses` and then"));
    fs::write(built.path().join("licenses.txt"), "").unwrap();
    build::ensure_built(built.path()).unwrap();
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(folder).args(arguments);
    for who in ["AUTHOR", "COMMITTER"] {
        git.env(format!("GIT_{who}_NAME"), "a");
        git.env(format!("GIT_{who}_EMAIL"), "a@example.org");
        git.env(format!("GIT_{who}_DATE"), "2026-11-28T14:55:00+01:00");
    }
    assert!(git.output().unwrap().status.success(), "{arguments:?}");
}

#[test]
fn a_build_has_the_time_and_the_name_of_its_commit_unless_it_is_a_release() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    assert_eq!(build::build_of(root, "0.1.0"), None);
    git(root, &["init", "--quiet"]);
    git(root, &["commit", "--quiet", "--allow-empty", "-m", "a"]);
    let build = build::build_of(root, "0.1.0").unwrap();
    let commit = build.strip_prefix("+202611281355.g").unwrap();
    assert!(commit.len() == 7 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()));

    let unpacked = root.join("flowdeck-0.1.0");
    fs::create_dir(&unpacked).unwrap();
    assert_eq!(build::build_of(&unpacked, "0.1.0"), None);
    git(root, &["tag", "v0.1.0"]);
    assert_eq!(build::build_of(root, "0.1.0"), None);
    assert!(build::build_of(root, "0.1.1").is_some());
}
