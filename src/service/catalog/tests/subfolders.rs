//! Workflows in subfolders, and files that are left out for their names.

use super::*;
use crate::catalog::workflow_files::find;

/// A folder with these files, in folders of their own if they have a slash.
fn nested(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn ids(catalog: &Catalog) -> Vec<String> {
    let all = all_now(catalog);
    all.iter().map(|one| one.entry.id.clone()).collect()
}

#[test]
fn a_workflow_in_a_subfolder_has_the_name_of_the_folder_in_its_id() {
    let exposure = r#"{"flowdeck": 1, "title": "Big poster", "fields": []}"#;
    let folder = nested(&[
        ("a.json", READY),
        ("portraits/poster.json", READY),
        ("portraits/poster.form.json", exposure),
        ("portraits/old/poster.json", READY),
        (".trash/gone.json", READY),
        ("data/flowdeck.sqlite", ""),
        ("data/versions/1/a.json", READY),
    ]);
    let (deployment, catalog) = started(&folder);
    assert_eq!(
        ids(&catalog),
        ["a", "portraits-old-poster", "portraits-poster"]
    );
    let poster = find_now(&catalog, "portraits-poster").unwrap();
    assert_eq!(poster.entry.name, "Big poster");
    assert_eq!(field(&catalog, "portraits-old-poster"), version(1, "title"));
    let catalog = restarted(&deployment, catalog);
    let path = folder.path().join("portraits/old/poster.json");
    fs::write(&path, with_field("headline")).unwrap();
    assert_eq!(
        field(&catalog, "portraits-old-poster"),
        version(1, "headline")
    );
    fs::remove_file(path).unwrap();
    assert_eq!(ids(&catalog), ["a", "portraits-poster"]);
}

#[test]
fn two_files_with_the_same_id_are_one_workflow() {
    let folder = nested(&[
        ("a-b.json", READY),
        ("a/b.json", "{"),
        ("x/y-z.json", READY),
        ("x-y/z.json", READY),
    ]);
    let files = find(folder.path()).unwrap();
    let ids: Vec<_> = files.found.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["a-b", "x-y-z"]);
    assert_eq!(files.left_out.len(), 2);
    assert!(
        files.left_out[0].1.contains("another workflow “a-b”"),
        "{files:?}"
    );
}

#[cfg(unix)]
#[test]
fn links_may_lead_back_and_names_may_be_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let folder = nested(&[("a/b/c.json", READY)]);
    symlink(folder.path(), folder.path().join("a/b/again")).unwrap();
    symlink(folder.path().join("a"), folder.path().join("z")).unwrap();
    let name = OsStr::from_bytes(b"gr\xf6\xdfe.json");
    fs::write(folder.path().join(name), READY).unwrap();
    let files = find(folder.path()).unwrap();
    assert_eq!(files.found.len(), 1, "{files:?}");
    assert_eq!(files.found[0].0, "a-b-c");
    assert_eq!(files.left_out.len(), 1, "{files:?}");
    assert!(files.left_out[0].1.contains("not UTF-8"), "{files:?}");
}

#[test]
fn ten_thousand_files_and_deep_folders_are_looked_at() {
    let deep = ["d/"; 10].concat() + "x.json";
    let folder = nested(&[("d/a.json", READY), (&deep, READY)]);
    for number in 0..10_000 {
        fs::write(folder.path().join(format!("d/{number}.json")), "{}").unwrap();
    }
    let files = find(folder.path()).unwrap();
    assert_eq!(files.found.len(), 10_001);
    assert_eq!(files.left_out.len(), 1, "{:?}", files.left_out);
    assert!(files.left_out[0].1.contains("8 folders deep"));
}
