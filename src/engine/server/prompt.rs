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
use super::queue::Job;
use crate::engine::nodes;
use crate::engine::validate::{Verdict, validate};
use crate::workflow::Workflow;

/// How many nodes a workflow may have.
const MAX_NODES: usize = 10_000;

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

/// The graph, once each node is an object of a class this engine knows.
fn workflow(prompt: &Value) -> Result<Workflow, Refusal> {
    let invalid = |details: String| {
        Refusal::new(
            "invalid_prompt",
            "The prompt is no workflow in API format",
            details,
        )
    };
    let nodes = prompt
        .as_object()
        .ok_or_else(|| invalid("it is no JSON object of nodes".to_owned()))?;
    if nodes.len() > MAX_NODES {
        return Err(invalid(format!(
            "it has {} nodes, more than {MAX_NODES}",
            nodes.len()
        )));
    }
    for (id, node) in nodes {
        let fields = node
            .as_object()
            .ok_or_else(|| invalid(format!("node {id} is no JSON object")))?;
        if fields
            .get("inputs")
            .is_some_and(|inputs| !inputs.is_object() && !inputs.is_null())
        {
            return Err(invalid(format!(
                "the `inputs` of node {id} is no JSON object"
            )));
        }
        let class = fields.get("class_type").and_then(Value::as_str);
        if class.is_none_or(|class| nodes::class(class).is_none()) {
            return Err(missing_class(id, node, class));
        }
    }
    Ok(Workflow::from_value(prompt).0)
}

fn missing_class(id: &str, node: &Value, class: Option<&str>) -> Refusal {
    let title = node.pointer("/_meta/title").and_then(Value::as_str);
    let message = match class {
        Some(class) => {
            let name = title.unwrap_or(class);
            format!("Node '{name}' not found. The custom node may not be installed.")
        }
        None => {
            let name = title.map_or_else(|| format!("ID #{id}"), str::to_owned);
            format!(
                "Node '{name}' has no class_type. The workflow may be corrupted or a custom node is missing."
            )
        }
    };
    let extra = json!({ "node_id": id, "class_type": class, "node_title": title });
    let details = format!("Node ID '#{id}'");
    let error = json!({ "type": "missing_node_type", "message": message, "details": details, "extra_info": extra });
    Refusal::body(json!({ "error": error, "node_errors": {} }))
}

/// What saved pictures carry: the prompt, and what the sender wants in them.
fn notes(prompt: &Value, extra: &Map<String, Value>) -> Vec<(String, String)> {
    let more = extra.get("extra_pnginfo").and_then(Value::as_object);
    let more = more
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), ascii(value)));
    std::iter::once(("prompt".to_owned(), ascii(prompt)))
        .chain(more)
        .collect()
}

/// JSON in ASCII alone: a PNG's tEXt chunk holds Latin-1.
fn ascii(value: &Value) -> String {
    let text = value.to_string();
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            ascii.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            ascii.push_str(&format!("\\u{unit:04x}"));
        }
    }
    ascii
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
