//! The source files of every crate, by module path. Files for tests are left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Module path to source. A path starts with its crate: `src/form/draft.rs` of the crate `form` is `form::draft`, and
/// its `lib.rs` is `form`. The program is the crate `main`.
pub(crate) type Sources = BTreeMap<String, String>;

/// The project's folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file but those of tests.
pub(crate) fn all() -> Sources {
    let mut sources = Sources::new();
    collect(&root().join("src"), &mut sources);
    sources
}

fn collect(folder: &Path, sources: &mut Sources) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
        } else if let Some(module) = module_of(&path) {
            sources.insert(module, fs::read_to_string(&path).unwrap());
        }
    }
}

fn module_of(path: &Path) -> Option<String> {
    let relative: PathBuf = path
        .strip_prefix(root().join("src"))
        .ok()?
        .with_extension("");
    let mut parts: Vec<&str> = relative.iter().filter_map(|part| part.to_str()).collect();
    if path.extension()? != "rs" || parts.contains(&"tests") {
        return None;
    }
    if parts.len() == 2 && parts.last() == Some(&"lib") {
        parts.pop();
    }
    Some(parts.join("::"))
}
