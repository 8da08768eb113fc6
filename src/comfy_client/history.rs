//! `GET /history/{id}`: how a task ended and what it produced.

use serde_json::{Value, json};

use super::client::EngineClient;
use super::error::EngineError;
use super::reduced_json::{self, Keep};
use run_core::HistoryEntry;

/// The memory that an entry may take.
const MAX_MEMORY: usize = 24_000_000;

/// The part of an entry that shows how the task ended. Its prompt and the inputs of nodes are large.
const ENTRY: Keep<'_> = Keep::Members(&[
    ("outputs", Keep::All),
    (
        "status",
        Keep::Members(&[
            ("status_str", Keep::All),
            ("messages", Keep::Each(&MESSAGE)),
        ]),
    ),
]);
const MESSAGE: Keep<'_> = Keep::Items(&[
    Keep::All,
    Keep::Members(&[
        ("timestamp", Keep::All),
        ("exception_message", Keep::All),
        ("exception_type", Keep::All),
        ("node_type", Keep::All),
        ("node_id", Keep::All),
    ]),
]);

impl EngineClient {
    /// The history of a task; `None` if it has not ended or is unknown.
    pub async fn history(&self, id: &str) -> Result<Option<HistoryEntry>, EngineError> {
        let limit = self.limits().history;
        let body = self.get(&format!("/history/{id}"), limit).await?;
        read_entry(&body, id).map_err(|why| self.unreadable("history", &why))
    }

    /// `POST /history {"delete": ids}`: removes the entries of tasks that have ended.
    pub async fn delete_history(&self, ids: &[String]) -> Result<(), EngineError> {
        self.post("/history", &json!({ "delete": ids })).await
    }
}

/// The output in an event `executed`; `None` if it cannot be read.
pub(crate) fn read_event_output(event: &[u8]) -> Option<Value> {
    let part = Keep::Members(&[("data", Keep::Members(&[("output", Keep::All)]))]);
    let mut event = reduced_json::read(event, &part, MAX_MEMORY).ok()?;
    let output = event.get_mut("data")?.get_mut("output")?.take();
    (output.is_null() || output.is_object()).then_some(output)
}

/// The entry of this task in the body of `GET /history/{id}`; `None` if there is none.
///
/// # Errors
/// When the body is not a history.
pub fn read_entry(body: &[u8], id: &str) -> Result<Option<HistoryEntry>, String> {
    let part = Keep::Members(&[(id, ENTRY)]);
    let read = reduced_json::read(body, &part, MAX_MEMORY).map_err(|why| why.to_string())?;
    let Value::Object(mut entries) = read else {
        return Err("it is not an object".to_owned());
    };
    let Some(mut entry) = entries.remove(id) else {
        return Ok(None);
    };
    let (outputs, status) = (entry.get_mut("outputs").map(Value::take), &entry["status"]);
    let Some(Value::Object(outputs)) = outputs else {
        return Err("its entry has no outputs".to_owned());
    };
    if !status.is_null() && !status.is_object() {
        return Err("its status is not an object".to_owned());
    }
    let status = entry["status"].take();
    Ok(Some(HistoryEntry { outputs, status }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_without_its_prompt() {
        let body = json!({
            "other": 7,
            "a": {
                "prompt": [1, "a", {}],
                "outputs": { "3": { "images": [{ "filename": "x.png" }] } },
                "status": {
                    "status_str": "error",
                    "messages": [["execution_error", { "node_id": "3", "traceback": ["long"] }]],
                },
            },
        });
        let entry = read_entry(body.to_string().as_bytes(), "a")
            .unwrap()
            .unwrap();
        assert_eq!(json!(entry.outputs), body["a"]["outputs"]);
        let status = json!({
            "status_str": "error", "messages": [["execution_error", { "node_id": "3" }]],
        });
        assert_eq!(entry.status, status);
        assert!(
            read_entry(body.to_string().as_bytes(), "b")
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn an_entry_as_python_writes_it_is_read() {
        let body = br#"{"a": {"prompt": [1, "a", {"3": {"is_changed": [NaN]}}],
            "outputs": {"3": {"text": ["cut \ud83d"], "score": [NaN, -Infinity, 1e999]}},
            "status": {"status_str": "success", "messages": [["execution_success", {"timestamp": NaN}]]}}}"#;
        let entry = read_entry(body, "a").unwrap().unwrap();
        let outputs = r#"{"3":{"text":["cut \u{fffd}"],"score":[null,null,1e+999]}}"#;
        let outputs = outputs.replace("\\u{fffd}", "\u{fffd}");
        assert_eq!(json!(entry.outputs).to_string(), outputs);
        let event = br#"{"data": {"node": "3", "output": {"text": ["\udc00"], "x": NaN}}}"#;
        let output = read_event_output(event).unwrap();
        assert_eq!(output, json!({"text": ["\u{fffd}"], "x": null}));
    }

    #[test]
    fn an_old_engine_s_entry_has_no_status() {
        let entry = read_entry(br#"{"a": {"outputs": {}}}"#, "a")
            .unwrap()
            .unwrap();
        assert_eq!(entry.status, Value::Null);
    }

    #[test]
    fn another_shape_is_an_error() {
        for body in [
            "",
            "[]",
            "null",
            "<html>",
            r#"{"a": {}}"#,
            r#"{"a": []}"#,
            r#"{"a": null}"#,
            r#"{"a": {"outputs": []}}"#,
            r#"{"a": {"outputs": {}, "status": "success"}}"#,
        ] {
            assert!(read_entry(body.as_bytes(), "a").is_err(), "{body}");
        }
    }
}
