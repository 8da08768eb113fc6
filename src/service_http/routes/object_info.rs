//! `GET /api/v1/comfy/object_info`: what clients need of the engines' node classes.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::answer_memory::Accounted;
use super::endpoint::{Answer, client, endpoints};
use super::schemas::plain;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use service::auth::Caller;
use service::operations::engines::READ_NODE_CLASSES;

endpoints! {
    "objectInfo" => classes, client(&api::OBJECT_INFO), READ_NODE_CLASSES, "Read the node classes",
        answer: Answer::Responses(described), is_large: true;
}

fn described() -> Value {
    let classes = json!({ "type": "object", "additionalProperties": { "type": "object" } });
    let about = "The node classes of all engine instances by name, in the shape of ComfyUI's /object_info, reduced to \
                 names, types, bounds, options and tooltips.";
    let mut responses = plain(about, "application/json", &classes);
    responses["200"]["headers"] = json!({ "ETag": { "schema": { "type": "string" } } });
    responses
}

/// The classes of all instances in ComfyUI's own shape, reduced to names, types, bounds, options and tooltips;
/// those of an instance that is offline are what it had when it was last reached. No envelope, so that it can
/// be used like an engine's own answer.
pub(super) async fn classes(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let classes = app.operations.engines.classes(&caller)?;
    let conditions = headers.get_all(header::IF_NONE_MATCH).iter();
    let is_known = conditions
        .filter_map(|condition| condition.to_str().ok())
        .any(|condition| classes.matches(condition));
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let headers = [(header::CONTENT_TYPE, "application/json")];
            (Extension(Accounted), headers, classes.json).into_response()
        }
    };
    let tag = HeaderValue::from_str(&classes.etag).map_err(ApiError::internal)?;
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    let cache_control = HeaderValue::from_static("private, no-cache");
    headers.insert(header::CACHE_CONTROL, cache_control);
    Ok(response)
}
