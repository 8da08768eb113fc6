//! The bodies of requests about webhooks: most are read member by member, so that each error names its own.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::api_error::ApiError;
use service::operations::webhooks::{MAX_GRACE, MAX_URL, Tested, WebhookEvent};

/// For how long an earlier secret signs without a choice, in seconds.
const GRACE: u64 = 24 * 3600;

/// A webhook to add.
pub(super) struct WebhookBody {
    pub(super) url: String,
    pub(super) events: Vec<WebhookEvent>,
}

impl WebhookBody {
    pub(super) fn schema() -> Value {
        let all = WebhookEvent::ALL.map(WebhookEvent::name);
        json!({
            "type": "object",
            "required": ["url"],
            "properties": {
                "url": { "type": "string", "format": "uri", "maxLength": MAX_URL },
                "events": { "type": "array", "minItems": 1, "items": { "enum": all }, "default": all },
            },
        })
    }

    pub(super) fn read(body: Result<Json<Value>, JsonRejection>) -> Result<Self, ApiError> {
        let members = members(body)?;
        let url = text(&members, "url")?.ok_or_else(|| {
            let why = "required: enter the address that is called";
            ApiError::invalid("body", "url", why, "missing")
        })?;
        Ok(Self {
            url,
            events: events(members.get("events"))?,
        })
    }
}

/// Which events are chosen: all without a choice.
fn events(given: Option<&Value>) -> Result<Vec<WebhookEvent>, ApiError> {
    let names = match given {
        None | Some(Value::Null) => return Ok(WebhookEvent::ALL.to_vec()),
        Some(Value::Array(names)) => names.as_slice(),
        Some(_) => &[],
    };
    let chosen = names.iter().map(|name| WebhookEvent::of(name.as_str()?));
    let chosen: Option<Vec<_>> = chosen.collect();
    let chosen = chosen.filter(|chosen| !chosen.is_empty());
    let chosen = chosen.ok_or_else(|| {
        let all = WebhookEvent::ALL.map(WebhookEvent::name).join(", ");
        let why = format!("must be a list of {all}");
        ApiError::invalid("body", "events", why, "enum")
    })?;
    // Each once, in their order.
    let all = WebhookEvent::ALL.into_iter();
    Ok(all.filter(|event| chosen.contains(event)).collect())
}

/// How a secret is made.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SecretBody {
    /// Whether it may replace one.
    #[serde(default)]
    pub(super) rotate: bool,
    /// For how many seconds the earlier one signs, too.
    #[serde(default = "usual_grace")]
    #[schemars(range(max = MAX_GRACE))]
    pub(super) grace: u64,
}

fn usual_grace() -> u64 {
    GRACE
}

impl SecretBody {
    /// A body without choices, or none at all, means the usual ones.
    pub(super) fn read(body: Result<Json<Self>, JsonRejection>) -> Result<Self, ApiError> {
        match body {
            Ok(Json(body)) => Ok(body),
            Err(JsonRejection::MissingJsonContentType(_)) => Ok(Self {
                rotate: false,
                grace: GRACE,
            }),
            Err(why) => Err(ApiError::invalid_body(why.body_text(), "value_error")),
        }
    }
}

/// The schema of what is tested.
pub(super) fn tested_schema() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "properties": { "url": text, "id": text },
        "oneOf": [{ "required": ["url"] }, { "required": ["id"] }],
    })
}

/// What is tested: an address, or a webhook by its id.
pub(super) fn tested(body: Result<Json<Value>, JsonRejection>) -> Result<Tested, ApiError> {
    let members = members(body)?;
    match (text(&members, "url")?, text(&members, "id")?) {
        (Some(url), None) => Ok(Tested::Url(url)),
        (None, Some(id)) => Ok(Tested::Id(id)),
        _ => {
            let why = "required: enter an address as url, or the id of a webhook";
            Err(ApiError::invalid("body", "url", why, "missing"))
        }
    }
}

fn members(body: Result<Json<Value>, JsonRejection>) -> Result<Map<String, Value>, ApiError> {
    match body {
        Ok(Json(Value::Object(members))) => Ok(members),
        Ok(_) => Err(ApiError::invalid_body("must be a JSON object", "dict_type")),
        Err(why) => Err(ApiError::invalid_body(why.body_text(), "value_error")),
    }
}

fn text(members: &Map<String, Value>, name: &str) -> Result<Option<String>, ApiError> {
    match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(ApiError::invalid(
            "body",
            name,
            "must be text",
            "string_type",
        )),
    }
}
