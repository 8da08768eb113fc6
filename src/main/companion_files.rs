//! The files that belong to a workflow's file: its saved exposure and its examples next to it, and the files that
//! these name. They may come from somebody else, so only what is inside their folder is read.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use json::tolerant;
use serde_json::Value;
use service::read_named_file;

/// The file `<name>.<kind>.json` next to `<name>.json`, if there is one.
///
/// # Errors
/// When it is a link that leads out of the folder. `option` would name such a file.
pub(crate) fn beside(file: &Path, kind: &str, option: &str) -> Result<Option<PathBuf>, String> {
    let path = file.with_extension(format!("{kind}.json"));
    if !path.is_file() {
        return Ok(None);
    }
    match is_inside(&path) {
        Ok(true) => Ok(Some(path)),
        Ok(false) => Err(format!(
            "reading {}: it is a link to a file outside its folder; if you want to use that file, name it with {option}",
            path.display()
        )),
        Err(why) => Err(format!("reading {}: {why}", path.display())),
    }
}

fn is_inside(path: &Path) -> io::Result<bool> {
    let folder = folder_of(path).canonicalize()?;
    Ok(path.canonicalize()?.starts_with(folder))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().unwrap_or(Path::new("."));
    match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    }
}

/// The content of the files that a saved exposure or a list of examples names, by their paths in its folder.
///
/// # Errors
/// When it cannot be read, or names a file that cannot be published.
pub(crate) fn files_of(document: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let failed = |why: String| format!("reading {}: {why}", document.display());
    let text = fs::read(document).map_err(|why| failed(why.to_string()))?;
    let value: Value = tolerant::from_slice(&text)
        .map_err(|why| failed(format!("it is not valid JSON: {why}")))?;
    let examples = value.as_array().or_else(|| value["examples"].as_array());
    let mut names = vec![&value["cover"]];
    for example in examples.into_iter().flatten() {
        names.push(&example["result"]);
        for value in example["values"]
            .as_object()
            .into_iter()
            .flat_map(|all| all.values())
        {
            names.extend([&value["file"], &value["thumbnail"]]);
        }
    }
    let names = names.into_iter().filter_map(Value::as_str);
    let files = names.map(|name| read_named_file(folder_of(document), name).map_err(failed));
    files.collect()
}
