//! The routes that look at and change the queue and the history. Knows nothing of running.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::answer::{self, Refusal};

/// `GET /prompt`: how many jobs are left.
pub(super) async fn remaining(State(shared): State<Arc<Shared>>) -> Json<Value> {
    Json(json!({ "exec_info": { "queue_remaining": shared.queue().remaining() } }))
}

/// `GET /queue`.
pub(super) async fn queue(State(shared): State<Arc<Shared>>) -> Response {
    let text = shared.queue().to_json();
    answer::json_text(text)
}

/// `POST /queue` with `{"clear": true}` or `{"delete": [ids]}`: pending jobs alone.
pub(super) async fn change_queue(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let change = Change::read(&body)?;
    {
        let mut queue = shared.queue();
        if change.clear {
            queue.clear();
        }
        queue.delete(&change.ids());
    }
    shared.tell_status();
    Ok(StatusCode::OK)
}

/// `POST /interrupt`, of whatever runs or of `{"prompt_id"}` alone.
pub(super) async fn interrupt(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let asked = answer::read(&body, true)?;
    match asked.get("prompt_id") {
        None | Some(Value::Null) => shared.queue().interrupt(None),
        Some(Value::String(id)) => shared.queue().interrupt(Some(id)),
        Some(other) => {
            return Err(Refusal::new(
                "invalid_prompt_id",
                "prompt_id is no text",
                other.to_string(),
            ));
        }
    }
    Ok(StatusCode::OK)
}

#[derive(Deserialize)]
pub(super) struct Page {
    max_items: Option<i64>,
    offset: Option<i64>,
}

/// `GET /history?max_items&offset`.
pub(super) async fn histories(
    State(shared): State<Arc<Shared>>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(page) = page.map_err(|error| {
        Refusal::new(
            "invalid_query",
            "The query could not be read",
            error.body_text(),
        )
    })?;
    // A negative number is ComfyUI's "not given".
    let count = |number: Option<i64>| number.and_then(|number| usize::try_from(number).ok());
    let text = shared
        .queue()
        .history
        .many(count(page.max_items), count(page.offset));
    Ok(answer::json_text(text))
}

/// `GET /history/{id}`.
pub(super) async fn history(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    let text = shared.queue().history.one(&id);
    answer::json_text(text)
}

/// `POST /history` with `{"clear": true}` or `{"delete": [ids]}`.
pub(super) async fn change_history(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let change = Change::read(&body)?;
    let mut queue = shared.queue();
    if change.clear {
        queue.history.clear();
    }
    queue.history.delete(&change.ids());
    Ok(StatusCode::OK)
}

#[derive(Deserialize)]
struct Change {
    #[serde(default)]
    clear: bool,
    #[serde(default)]
    delete: Vec<String>,
}

impl Change {
    fn read(body: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_value(answer::read(body, false)?).map_err(|error| {
            let message = "The body is neither {\"clear\": true} nor {\"delete\": [ids]}";
            Refusal::new("invalid_json", message, error.to_string())
        })
    }

    fn ids(&self) -> Vec<&str> {
        self.delete.iter().map(String::as_str).collect()
    }
}
