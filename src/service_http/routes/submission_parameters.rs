//! The parameters of submissions besides the workflow's id, which operations share: what they are, and how they are read.

use std::collections::HashMap;

use axum::extract::Request;
use axum::http::HeaderMap;
use serde_json::{Map, Value, json};

use super::absolute_link;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::request_ids::RequestIds;
use api::{IDEMPOTENCY_HEADER, Priority};
use service::operations::submissions::{NewRun, Reports, TraceContext};
use service::operations::webhooks::{MAX_URL, URL_PARAMETER};

/// The parameter that refuses values for unknown fields.
const STRICT: &str = "strict";

/// The longest idempotency key, in characters.
const MAX_IDEMPOTENCY_KEY: usize = 255;

/// The parameters of submissions besides the workflow's id, by name, with what each one is.
pub(super) fn all() -> Value {
    let priorities = [Priority::Low, Priority::Normal, Priority::High].map(Priority::name);
    json!({
        "GroupId": {
            "name": "group_id",
            "in": "query",
            "required": false,
            "description": "A text of your own, by which runs are listed and deleted together.",
            "schema": { "type": ["string", "null"] },
        },
        "WebhookUrl": {
            "name": URL_PARAMETER,
            "in": "query",
            "required": false,
            "description": "An http or https address that is called when the run starts and ends. The key needs a secret.",
            "schema": { "type": "string", "format": "uri", "maxLength": MAX_URL },
        },
        "Priority": {
            "name": "priority",
            "in": "query",
            "required": false,
            "description": "The rank among the waiting runs of the same key.",
            "schema": { "type": "string", "enum": priorities },
        },
        "Strict": {
            "name": STRICT,
            "in": "query",
            "required": false,
            "description": "Whether values for fields that the workflow does not have are refused with 422. Otherwise \
                            they are saved with the run, and `meta.unknown_fields` names them.",
            "schema": { "type": "boolean" },
        },
        "IdempotencyKey": {
            "name": IDEMPOTENCY_HEADER,
            "in": "header",
            "required": false,
            "description": "A text of the caller's own: within 24 hours, another submission with it and the same \
                            values starts no further run and returns the first one. With other values, it is \
                            refused with 422.",
            "schema": { "type": "string", "minLength": 1, "maxLength": MAX_IDEMPOTENCY_KEY, "pattern": "^[!-~]+$" },
        },
    })
}

/// References to them.
pub(super) fn references() -> Vec<Value> {
    let all = all();
    let names = all.as_object().into_iter().flat_map(Map::keys);
    names.map(|name| reference(name)).collect()
}

/// A reference to one of them.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/parameters/{name}") })
}

fn is_strict(query: &HashMap<String, String>) -> Result<bool, ApiError> {
    match query.get(STRICT).map(String::as_str) {
        None | Some("" | "false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(ApiError::invalid(
            "query",
            STRICT,
            "must be true or false",
            "bool_parsing",
        )),
    }
}

/// What a request says of a run besides its values.
pub(super) fn new_run(
    app: &AppState,
    query: &mut HashMap<String, String>,
    request: &Request,
) -> Result<NewRun, ApiError> {
    let priority = query.remove("priority").filter(|name| !name.is_empty());
    let priority = match priority {
        None => Priority::default(),
        Some(name) => Priority::of(&name).ok_or_else(|| {
            ApiError::invalid("query", "priority", "must be low, normal or high", "enum")
        })?,
    };
    let mut keys = request.headers().get_all(IDEMPOTENCY_HEADER).iter();
    let key = keys.next();
    if keys.next().is_some() {
        return Err(ApiError::RepeatedHeader(IDEMPOTENCY_HEADER));
    }
    let key = key.map(|key| {
        let text = key.to_str().ok().filter(|text| {
            let is_visible = text.bytes().all(|byte| byte.is_ascii_graphic());
            is_visible && (1..=MAX_IDEMPOTENCY_KEY).contains(&text.len())
        });
        let msg = "must have 1 to 255 visible ASCII characters";
        let invalid = || ApiError::invalid("header", IDEMPOTENCY_HEADER, msg, "value_error");
        text.map(str::to_owned).ok_or_else(invalid)
    });
    let ids = request.extensions().get::<RequestIds>();
    let trace = ids.and_then(|ids| ids.trace);
    Ok(NewRun {
        reports: reports(app, query, request.headers(), trace),
        workflow_id: query.remove("workflow_id"),
        group_id: query.remove("group_id").filter(|group| !group.is_empty()),
        priority,
        idempotency_key: key.transpose()?,
        is_strict: is_strict(query)?,
    })
}

/// How the caller of a request hears of the run that it starts.
pub(super) fn reports(
    app: &AppState,
    query: &HashMap<String, String>,
    headers: &HeaderMap,
    trace: Option<TraceContext>,
) -> Reports {
    Reports {
        webhook_url: query.get(URL_PARAMETER).cloned(),
        link_base: absolute_link::base(&app.settings, headers),
        trace,
    }
}
