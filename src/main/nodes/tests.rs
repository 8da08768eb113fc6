#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use super::*;
use embedded::EmbeddedFile;
use tempfile::TempDir;

const PACK: EmbeddedFiles = EmbeddedFiles {
    modified: 0,
    files: &[
        EmbeddedFile::plain("__init__.py", b"# new"),
        EmbeddedFile::plain("pyproject.toml", b"[project]\nname = \"flowdeck\"\n"),
        EmbeddedFile::plain("web/flowdeck.js", b"// new"),
    ],
};

/// A folder of ComfyUI with these files in `custom_nodes`.
fn comfyui(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(CUSTOM_NODES)).unwrap();
    for (name, text) in files {
        let path = folder.path().join(CUSTOM_NODES).join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The names in `custom_nodes`, in order.
fn packs(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path().join(CUSTOM_NODES)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn text(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(CUSTOM_NODES).join(name)).unwrap()
}

#[test]
fn the_pack_is_copied_into_the_folder_of_comfyui_or_its_custom_nodes() {
    for inner in ["", CUSTOM_NODES] {
        let folder = comfyui(&[("other/__init__.py", "")]);
        let installed = install_pack(&PACK, &folder.path().join(inner)).unwrap();
        assert!(!installed.is_update);
        assert_eq!(packs(&folder), ["flowdeck", "other"]);
        assert_eq!(text(&folder, "flowdeck/web/flowdeck.js"), "// new");
    }
}

#[test]
fn an_older_pack_is_replaced_completely() {
    let folder = comfyui(&[
        (
            "flowdeck/pyproject.toml",
            "[project]\nname = \"flowdeck\"\nversion = \"0.0.1\"\n",
        ),
        ("flowdeck/__init__.py", "# old"),
        ("flowdeck/__pycache__/gone.pyc", ""),
        ("other/__init__.py", "# other"),
    ]);
    let installed = install_pack(&PACK, folder.path()).unwrap();
    assert!(installed.is_update && installed.kept.is_none());
    assert_eq!(packs(&folder), ["flowdeck", "other"]);
    assert_eq!(text(&folder, "flowdeck/__init__.py"), "# new");
    let cache = folder.path().join("custom_nodes/flowdeck/__pycache__");
    assert!(!cache.exists());
    assert_eq!(text(&folder, "other/__init__.py"), "# other");
}

#[test]
fn files_that_people_have_put_into_the_folder_are_kept_beside_it() {
    let folder = comfyui(&[
        (
            "flowdeck/pyproject.toml",
            "[project]\nname = \"flowdeck\"\n",
        ),
        ("flowdeck/__init__.py", "# old"),
        ("flowdeck/my notes.txt", "mine"),
        ("flowdeck/web/mine.js", "// mine"),
        ("flowdeck/web/flowdeck.js", "// old"),
    ]);
    let installed = install_pack(&PACK, folder.path()).unwrap();
    let kept = installed.kept.unwrap();
    // ComfyUI does not load it.
    assert!(kept.to_str().unwrap().ends_with(".disabled"));
    let read = |name: &str| fs::read_to_string(kept.join(name)).unwrap();
    assert_eq!(
        [read("my notes.txt"), read("web/mine.js")],
        ["mine", "// mine"]
    );
    assert!(!kept.join("__init__.py").exists() && !kept.join("web/flowdeck.js").exists());
    assert!(!installed.folder.join("web/mine.js").exists());
}

#[test]
fn a_folder_that_is_not_comfyuis_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let why = install_pack(&PACK, folder.path()).unwrap_err();
    assert!(
        why.contains("has no folder custom_nodes; give the folder of ComfyUI"),
        "{why}"
    );
    let why = install_pack(&PACK, &folder.path().join("missing")).unwrap_err();
    assert!(
        why.starts_with("installing the node pack: opening"),
        "{why}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_not_the_pack_is_not_replaced() {
    for (name, content, what) in [
        ("flowdeck/__init__.py", "", "something else"),
        (
            "flowdeck/pyproject.toml",
            "[project]\nname = \"flow\"\n",
            "something else",
        ),
        ("flowdeck", "", "not a folder"),
    ] {
        let folder = comfyui(&[(name, content)]);
        let why = install_pack(&PACK, folder.path()).unwrap_err();
        assert!(why.contains(what) && why.contains("move it away"), "{why}");
        assert_eq!(packs(&folder), ["flowdeck"]);
        assert_eq!(text(&folder, name), content);
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_working_copy_is_not_replaced() {
    let folder = comfyui(&[(
        "elsewhere/pyproject.toml",
        "[project]\nname = \"flowdeck\"\n",
    )]);
    let nodes = folder.path().join(CUSTOM_NODES);
    std::os::unix::fs::symlink(nodes.join("elsewhere"), nodes.join("flowdeck")).unwrap();
    let why = install_pack(&PACK, folder.path()).unwrap_err();
    assert!(why.contains("is a link"), "{why}");
}

#[test]
fn an_older_pack_stays_if_the_new_one_cannot_take_its_place() {
    let folder = comfyui(&[("flowdeck/__init__.py", "# old")]);
    let at = |name: &str| folder.path().join(CUSTOM_NODES).join(name);
    replace(&at("missing"), &at("flowdeck"), &at("old"), true).unwrap_err();
    assert_eq!(packs(&folder), ["flowdeck"]);
    assert_eq!(text(&folder, "flowdeck/__init__.py"), "# old");
}

#[test]
fn a_program_without_the_pack_says_how_to_get_one_that_has_it() {
    let folder = comfyui(&[]);
    let why = install_pack(&EmbeddedFiles::NONE, folder.path()).unwrap_err();
    assert!(
        why.contains("built without it") && why.contains("make program"),
        "{why}"
    );
    assert!(packs(&folder).is_empty());
}

#[test]
fn the_pack_in_this_program_is_complete_or_missing() {
    let names: Vec<&str> = NODE_PACK.files.iter().map(|file| file.path).collect();
    let has_all = [
        "__init__.py",
        "pyproject.toml",
        "web/flowdeck.js",
        "web/worker.mjs",
    ];
    let has_all = has_all.iter().all(|name| names.contains(name));
    assert!(names.is_empty() || has_all, "{names:?}");
}
