//! `POST /prompt`: checks a workflow and puts it in the queue. Knows nothing of running.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::SystemTime;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde_json::{Map, Value, json};

use super::Shared;
use super::answer::{self, Refusal};
use super::graph::workflow;
use super::notes::notes;
use super::queue::Job;
use crate::engine::validate::{Verdict, validate};

/// What ComfyUI keeps out of everything it shows.
const SECRETS: &[&str] = &["auth_token_comfy_org", "api_key_comfy_org"];

/// Answers `{"prompt_id", "number", "node_errors"}`, or 400 with what is wrong.
pub(super) async fn post(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let accepting = tokio::task::spawn_blocking(move || accept(&shared, &body));
    accepting
        .await
        .map_err(|error| Refusal::internal("checking a workflow", &error))?
        .map(Json)
}

fn accept(shared: &Shared, body: &[u8]) -> Result<Value, Refusal> {
    let mut asked = answer::read(body, false)?;
    let (number, priority) = number(shared, &asked)?;
    let prompt = match asked.get_mut("prompt") {
        Some(prompt) => prompt.take(),
        None => {
            return Err(Refusal::new(
                "no_prompt",
                "No prompt provided",
                "No prompt provided",
            ));
        }
    };
    let id = prompt_id(&asked)?;
    let mut extra = extra_data(&mut asked)?;
    let client = extra
        .get("client_id")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let workflow = workflow(&prompt)?;
    let Verdict {
        outputs,
        node_errors,
        error,
    } = validate(&workflow, targets(&asked)?.as_ref(), &*shared.folders);
    if let Some(error) = error {
        return Err(Refusal::body(
            json!({ "error": error, "node_errors": node_errors }),
        ));
    }
    let notes = notes(&prompt, &extra);
    extra.retain(|key, _| !SECRETS.contains(&key.as_str()));
    let wire = json!([number, id, prompt, extra, outputs]).to_string();
    shared.queue().push(
        priority,
        Job {
            id: id.clone(),
            client,
            workflow,
            outputs,
            notes,
            wire,
        },
    );
    shared.tell_status();
    shared.wake.notify_one();
    Ok(json!({ "prompt_id": id, "number": number, "node_errors": node_errors }))
}

/// The place in the queue: the caller's number, or the next one, before all others for `front`.
fn number(shared: &Shared, asked: &Value) -> Result<(Value, f64), Refusal> {
    if let Some(given) = asked.get("number") {
        let number = match given {
            Value::String(text) => text.trim().parse().ok(),
            given => given.as_f64(),
        };
        return match number.filter(|number: &f64| number.is_finite()) {
            Some(number) => Ok((json!(number), number)),
            None => Err(Refusal::new(
                "invalid_number",
                "number is no number",
                given.to_string(),
            )),
        };
    }
    let next = shared.queue().next_number();
    let next = if asked.get("front").and_then(Value::as_bool) == Some(true) {
        -next
    } else {
        next
    };
    Ok((json!(next), next as f64))
}

fn prompt_id(asked: &Value) -> Result<String, Refusal> {
    let given = match asked.get("prompt_id") {
        None | Some(Value::Null) => return Ok(uuid::Uuid::new_v4().to_string()),
        Some(given) => given,
    };
    let canonical =
        |text: &&str| uuid::Uuid::parse_str(text).is_ok_and(|id| id.to_string() == *text);
    given
        .as_str()
        .filter(canonical)
        .map(str::to_owned)
        .ok_or_else(|| {
            let details = "prompt_id must be a UUID string in canonical lowercase hyphenated form; \
                       omit it to let the server generate one";
            Refusal::new(
                "invalid_prompt_id",
                "prompt_id must be a valid UUID",
                details,
            )
        })
}

fn extra_data(asked: &mut Value) -> Result<Map<String, Value>, Refusal> {
    let mut extra = match asked.get_mut("extra_data").map(Value::take) {
        None => Map::new(),
        Some(Value::Object(extra)) => extra,
        Some(_) => {
            return Err(Refusal::new(
                "invalid_extra_data",
                "extra_data is no object",
                "",
            ));
        }
    };
    if let Some(client) = asked.get_mut("client_id") {
        extra.insert("client_id".to_owned(), client.take());
    }
    extra.insert("create_time".to_owned(), json!(now()));
    Ok(extra)
}

fn targets(asked: &Value) -> Result<Option<HashSet<String>>, Refusal> {
    match asked.get("partial_execution_targets") {
        None | Some(Value::Null) => Ok(None),
        Some(given) => serde_json::from_value(given.clone())
            .map(Some)
            .map_err(|error| {
                let message = "partial_execution_targets is no list of node ids";
                Refusal::new(
                    "invalid_partial_execution_targets",
                    message,
                    error.to_string(),
                )
            }),
    }
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
