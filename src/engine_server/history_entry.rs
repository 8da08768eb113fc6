//! The history entry of one run as it grows. Knows nothing about WebSockets.
//! Source: ComfyUI's `GET /history`.

use serde_json::{Map, Value, json};

use comfy_server::unix_millis;

/// The history entry of one run.
#[derive(Default)]
pub(super) struct HistoryEntry {
    /// `[event, data]` of each event that the history keeps.
    messages: Vec<Value>,
    outputs: Map<String, Value>,
    meta: Map<String, Value>,
}

impl HistoryEntry {
    /// Adds the current time to an event's data, records the event and returns its data.
    pub(super) fn record(&mut self, event: &str, mut data: Value) -> Value {
        data["timestamp"] = json!(unix_millis());
        self.messages.push(json!([event, data]));
        data
    }

    /// Adds the `ui` output of a node.
    pub(super) fn add_output(&mut self, node: &str, ui: &Map<String, Value>) {
        self.outputs.insert(node.to_owned(), json!(ui));
        let meta = json!({
            "node_id": node, "display_node": node, "parent_node": null, "real_node_id": node,
        });
        self.meta.insert(node.to_owned(), meta);
    }

    /// The entry as JSON. `queue_item` is JSON already.
    pub(super) fn into_json(self, success: bool, queue_item: &str) -> String {
        let status = json!({
            "status_str": if success { "success" } else { "error" },
            "completed": success,
            "messages": self.messages,
        });
        let [outputs, meta] = [self.outputs, self.meta].map(Value::Object);
        // Neither the prompt nor the outputs are copied before they become JSON: both may have long texts.
        format!(
            r#"{{"prompt": {queue_item}, "outputs": {outputs}, "status": {status}, "meta": {meta}}}"#,
        )
    }
}
