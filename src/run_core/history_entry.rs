//! The history of a task that has ended.
//! Source: ComfyUI's `GET /history/{id}`.

use serde_json::{Map, Value};

/// The history of a task that has ended.
#[derive(Debug)]
pub struct HistoryEntry {
    /// The outputs by node id.
    pub outputs: Map<String, Value>,
    /// `{status_str, messages}`; absent in old engines.
    pub status: Value,
}
