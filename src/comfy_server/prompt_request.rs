//! The body of `POST /prompt`: id, queue position, extra data and targets. Knows nothing about the
//! nodes in its prompt.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::clock::unix_millis;
use super::error_response::ErrorResponse;
use super::json_body::{self, JsonText};

/// Secrets that ComfyUI keeps out of its responses.
const SECRETS: &[&str] = &["auth_token_comfy_org", "api_key_comfy_org"];

/// The body of `POST /prompt`.
#[derive(Debug)]
pub struct PromptRequest {
    /// The `prompt_id`.
    pub id: String,
    /// The job's number as ComfyUI reports it.
    pub number: Value,
    /// The same number as a priority: the lowest runs first.
    pub priority: f64,
    /// The workflow in API format, not yet validated.
    pub prompt: Value,
    /// `extra_data` with the `client_id` and the `create_time`.
    pub extra_data: Map<String, Value>,
    targets: Value,
}

impl PromptRequest {
    /// Parses a body. `next_number` is called for a job that has no number.
    pub(super) fn parse(
        body: &[u8],
        next_number: impl FnOnce() -> i64,
    ) -> Result<Self, ErrorResponse> {
        let mut body = json_body::parse(body)?;
        let (number, priority) = number(&body, next_number)?;
        let prompt = body.get_mut("prompt").map(Value::take).ok_or_else(|| {
            ErrorResponse::new("no_prompt", "No prompt provided", "No prompt provided")
        })?;
        let id = prompt_id(&body)?;
        let extra_data = extra_data(&mut body)?;
        let targets = body.get_mut("partial_execution_targets");
        Ok(Self {
            id,
            number,
            priority,
            prompt,
            extra_data,
            targets: targets.map(Value::take).unwrap_or_default(),
        })
    }

    /// The `client_id` of the sender, if it sent one.
    pub fn client(&self) -> Option<&str> {
        self.extra_data.get("client_id").and_then(Value::as_str)
    }

    /// The `partial_execution_targets`, the only output nodes to run.
    ///
    /// # Errors
    /// When they are not a list of node ids. A backend reports errors of the nodes before this one.
    pub fn targets(&self) -> Result<Option<HashSet<String>>, ErrorResponse> {
        serde_json::from_value(self.targets.clone()).map_err(|error| {
            ErrorResponse::new(
                "invalid_partial_execution_targets",
                "partial_execution_targets is not a list of node ids",
                error.to_string(),
            )
        })
    }

    /// The job in the queue: `[number, prompt_id, prompt, extra_data, outputs]` without secrets. `outputs` are the ids
    /// of the output nodes that will run.
    pub fn into_queue_item(mut self, outputs: &[String]) -> JsonText {
        self.extra_data
            .retain(|key, _| !SECRETS.contains(&key.as_str()));
        let item = json!([self.number, self.id, self.prompt, self.extra_data, outputs]);
        item.to_string().into()
    }
}

/// The number from the request, or the next one; `front` negates it, so that the job runs first.
fn number(body: &Value, next_number: impl FnOnce() -> i64) -> Result<(Value, f64), ErrorResponse> {
    if let Some(given) = body.get("number") {
        let number = match given {
            Value::String(text) => text.trim().parse().ok(),
            given => given.as_f64(),
        };
        return match number.filter(|number: &f64| number.is_finite()) {
            Some(number) => Ok((json!(number), number)),
            None => Err(ErrorResponse::new(
                "invalid_number",
                "number is not a finite number",
                given.to_string(),
            )),
        };
    }
    let next = next_number();
    let next = if body.get("front").and_then(Value::as_bool) == Some(true) {
        -next
    } else {
        next
    };
    Ok((json!(next), next as f64))
}

fn prompt_id(body: &Value) -> Result<String, ErrorResponse> {
    let given = match body.get("prompt_id") {
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
            ErrorResponse::new(
                "invalid_prompt_id",
                "prompt_id must be a valid UUID",
                details,
            )
        })
}

fn extra_data(body: &mut Value) -> Result<Map<String, Value>, ErrorResponse> {
    let mut extra_data = match body.get_mut("extra_data").map(Value::take) {
        None => Map::new(),
        Some(Value::Object(extra_data)) => extra_data,
        Some(_) => {
            return Err(ErrorResponse::new(
                "invalid_extra_data",
                "extra_data is not an object",
                "",
            ));
        }
    };
    if let Some(client) = body.get_mut("client_id") {
        extra_data.insert("client_id".to_owned(), client.take());
    }
    extra_data.insert("create_time".to_owned(), json!(unix_millis()));
    Ok(extra_data)
}
