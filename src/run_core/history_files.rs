//! Reads what one node produced in an engine's history. ComfyUI's own nodes and custom ones use many keys, such
//! as `images`, `gifs`, `audio` and `3d`, so files are recognized by their shape. No I/O.
//! Source: ComfyUI's `GET /history/{id}`.

use serde_json::Value;

use crate::engine_file::EngineFile;

/// The keys of texts.
const TEXTS: [&str; 2] = ["text", "string"];
/// The extensions of 3D models.
const MODELS_3D: [&str; 9] = [
    "fbx", "glb", "gltf", "obj", "ply", "spz", "splat", "stl", "usdz",
];

/// The files that a node reports with their folders, under any key: `{"filename", "subfolder", "type"}`, alone or
/// in lists.
pub(crate) fn files(output: &Value) -> impl Iterator<Item = EngineFile> {
    let values = output.as_object().into_iter().flatten();
    values.flat_map(|(_, value)| items(value)).filter_map(file)
}

/// The 3D models that a node reports only by their names below the output folder, as Preview3D does. Other texts are
/// not taken for names: a caller could write one there to get any file of the engine.
pub(crate) fn named_files(output: &Value) -> impl Iterator<Item = EngineFile> {
    let names = items(&output["result"]).into_iter();
    names.filter_map(|item| named_file(item.as_str()?))
}

/// The texts that a node shows. Some nodes also report their settings, for their own script: `[false, true, "", "a
/// text"]`. What is empty, true or false counts only if there is nothing else.
pub(crate) fn texts(output: &Value) -> Vec<String> {
    let shown = TEXTS.iter().map(|key| &output[*key]).flat_map(items);
    let all: Vec<&Value> = shown.collect();
    let results = all.iter().filter(|item| match item {
        Value::String(text) => !text.trim().is_empty(),
        other => other.is_number(),
    });
    let results: Vec<String> = results.filter_map(|item| as_text(item)).collect();
    if !results.is_empty() {
        return results;
    }
    let empty = all.iter().rfind(|item| item.is_string());
    match empty {
        Some(empty) => as_text(empty).into_iter().collect(),
        None => all.iter().filter_map(|item| as_text(item)).collect(),
    }
}

fn as_text(item: &Value) -> Option<String> {
    match item {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(item.to_string()),
        _ => None,
    }
}

/// The items of a list and of the lists in it, or the value itself. JSON is only read up to a limited depth.
fn items(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().flat_map(items).collect(),
        other => vec![other],
    }
}

fn file(item: &Value) -> Option<EngineFile> {
    // Any object may have a name; a file also has a place.
    let is_placed = item.get("subfolder").or(item.get("type")).is_some();
    let is_file = item.get("filename").is_some() || is_placed;
    let mut file = EngineFile::of(item).filter(|_| is_file)?;
    if file.folder.is_empty() {
        "output".clone_into(&mut file.folder);
    }
    Some(file)
}

fn named_file(name: &str) -> Option<EngineFile> {
    let is_absolute = name.starts_with(['/', '\\']) || name.contains(':');
    let is_name = !is_absolute && !name.contains("..") && !name.contains(char::is_control);
    let (_, extension) = name.rsplit_once('.').filter(|_| is_name)?;
    if !MODELS_3D
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
    {
        return None;
    }
    let (subfolder, filename) = name.rsplit_once(['/', '\\']).unwrap_or(("", name));
    Some(EngineFile {
        filename: filename.to_owned(),
        subfolder: subfolder.to_owned(),
        folder: "output".to_owned(),
    })
}

#[cfg(test)]
mod tests;
