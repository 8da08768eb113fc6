//! The operation that makes a token for one run.

use serde_json::{Value, json};

use super::answers;
use crate::http::routes::run_token::{EXPIRES_IN, SECONDS};

/// Completes the operation in a document.
pub(super) fn describe(document: &mut Value) {
    let make = &mut document["paths"][api::RUN_TOKEN.path_template()]["post"];
    make["description"] = "Give the token to a browser, which sends it in the header `X-API-KEY`. It may read the run, \
                           its events and its outputs, and cancel the run if the key has the right `run`. It ends \
                           with the key that made it."
        .into();
    let (default, max) = SECONDS;
    if let Some(parameters) = make["parameters"].as_array_mut() {
        parameters.push(json!({
            "name": EXPIRES_IN,
            "in": "query",
            "description": "The seconds until the token expires.",
            "schema": { "type": "integer", "minimum": 1, "maximum": max, "default": default },
        }));
    }
    make["responses"]["200"]["content"] = answers::content(&json!({
        "type": "object",
        "required": ["run_id", "token", "expires_at"],
        "properties": {
            "run_id": { "type": "string" },
            "token": { "type": "string" },
            "expires_at": { "type": "string", "format": "date-time" },
        },
    }));
}
