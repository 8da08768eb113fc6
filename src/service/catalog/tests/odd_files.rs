//! Named pipes, folders and links in place of files.

use super::*;

/// Makes a named pipe, at which a reader waits for a writer.
fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

#[test]
fn named_pipes_in_place_of_files_stop_nothing() {
    let example = r#"[{"name": "Dusk", "values": {"title": {"file": "dusk.png"}}}]"#;
    let folder = folder(&[
        ("a.json", READY),
        ("b.json", READY),
        ("b.examples.json", example),
    ]);
    for name in ["a.examples.json", "a.form.json", "c.json", "dusk.png"] {
        make_pipe(&folder.path().join(name));
    }
    let all = all(folder.path());
    let ids: Vec<_> = all.iter().map(|one| one.entry.id.as_str()).collect();
    assert_eq!(ids, ["a", "b"], "a pipe is not a workflow");
    for deployed in &all {
        assert_eq!(deployed.entry.problems, []);
        assert_eq!(deployed.entry.examples, None);
    }
    let problem = |index: usize| all[index].examples.problems[0].as_str();
    assert!(problem(1).contains("cannot be read"), "{}", problem(1));
}

#[test]
fn a_file_that_cannot_be_read_affects_no_other() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("a.json", READY)]);
    let (_deployment, catalog) = started(&folder);
    // A folder in place of the file that is copied: reading it fails for every user.
    fs::create_dir(folder.path().join("b.json")).unwrap();
    symlink("/proc/self/mem", folder.path().join("c.json")).unwrap();
    fs::write(folder.path().join("d.json"), READY).unwrap();
    let ids = || -> Vec<_> {
        let all = all_now(&catalog);
        all.iter().map(|one| one.entry.id.clone()).collect()
    };
    assert_eq!(ids(), ["a", "d"]);
    fs::remove_file(folder.path().join("c.json")).unwrap();
    fs::write(folder.path().join("c.json"), READY).unwrap();
    assert_eq!(ids(), ["a", "c", "d"]);
}
