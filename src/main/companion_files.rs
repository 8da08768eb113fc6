//! The files that belong to a workflow's file: its saved exposure and its examples next to it, and the files that
//! these name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use flowdeck::tolerant_json;
use serde_json::Value;

/// The file `<name>.<kind>.json` next to `<name>.json`, if there is one.
pub(crate) fn beside(file: &Path, kind: &str) -> Option<PathBuf> {
    let path = file.with_extension(format!("{kind}.json"));
    path.is_file().then_some(path)
}

/// The files that a saved exposure or a list of examples names, by their names in it.
pub(crate) fn files_of(document: &Path) -> Result<BTreeMap<String, PathBuf>, String> {
    let folder = document.parent().unwrap_or(Path::new("."));
    let text =
        fs::read(document).map_err(|why| format!("reading {}: {why}", document.display()))?;
    let value: Value = tolerant_json::from_slice(&text).map_err(|why| {
        let document = document.display();
        format!("reading {document}: it is not valid JSON: {why}")
    })?;
    let examples = value.as_array().or_else(|| value["examples"].as_array());
    let values = examples
        .into_iter()
        .flatten()
        .filter_map(|example| example["values"].as_object())
        .flat_map(|values| values.values());
    let paths = values.flat_map(|value| [&value["file"], &value["thumbnail"]]);
    let names = paths.chain([&value["cover"]]).filter_map(Value::as_str);
    let files = names.map(|name| (name.to_owned(), folder.join(name)));
    Ok(files.collect())
}
