//! How an engine names a file.
//! Source: ComfyUI's `GET /history/{id}`, and the answer of `POST /upload/image`.

use serde_json::Value;

/// A file stored by an engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineFile {
    /// Its name, without folders.
    pub filename: String,
    /// The folder below `folder` that it is in; empty for none.
    pub subfolder: String,
    /// `input`, `output` or `temp`.
    pub folder: String,
}

impl EngineFile {
    /// Reads `{"filename" or "name", "subfolder", "type"}`; `None` without a name.
    pub fn of(file: &Value) -> Option<Self> {
        let text = |key: &str| file.get(key).and_then(Value::as_str).map(str::to_owned);
        let name = text("filename").or_else(|| text("name"));
        Some(Self {
            filename: name.filter(|name| !name.is_empty())?,
            subfolder: text("subfolder").unwrap_or_default(),
            folder: text("type").unwrap_or_default(),
        })
    }
}
