//! `/api/v1/comfy/keys`: the named keys. Only the first key may list, make and revoke them.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};

use super::to_the_end;
use crate::auth::{ApiKeyHash, random_key};
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::store::KeyRecord;
use api::Envelope;

/// The route of all keys.
pub(super) const PATH: &str = "/api/v1/comfy/keys";
/// The route of one key, with axum's placeholder.
pub(super) const KEY_PATH: &str = "/api/v1/comfy/keys/{name}";

/// The most named keys.
const MAX_KEYS: usize = 1000;
/// The longest name, in characters.
const MAX_NAME: usize = 64;
/// The largest share.
const MAX_SHARE: f64 = 1e6;

/// A named key, without the key itself.
#[derive(Debug, Serialize)]
pub(super) struct KeyEntry {
    name: String,
    share: f64,
    created_at: Option<String>,
}

/// A new key. It is shown only once.
#[derive(Debug, Serialize)]
pub(super) struct CreatedKey {
    #[serde(flatten)]
    entry: KeyEntry,
    key: String,
}

/// A key to make.
#[derive(Debug, Deserialize)]
pub(super) struct NewKey {
    name: String,
    #[serde(default = "usual_share")]
    share: f64,
}

fn usual_share() -> f64 {
    1.0
}

/// `GET`: the named keys.
pub(super) async fn list(State(app): State<Arc<AppState>>) -> Json<Envelope<Vec<KeyEntry>>> {
    let keys = app.auth.keys.list().into_iter().map(entry);
    Json(Envelope::success(keys.collect()))
}

/// `POST`: makes a key.
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    body: Result<Json<NewKey>, JsonRejection>,
) -> Result<Json<Envelope<CreatedKey>>, ApiError> {
    let unreadable = |why: JsonRejection| ApiError::invalid_body(why.body_text(), "value_error");
    let Json(new) = body.map_err(unreadable)?;
    ensure_valid(&new)?;
    let key = random_key();
    let record = KeyRecord {
        name: new.name,
        hash: *ApiKeyHash::of(key.as_bytes()).bytes(),
        share: new.share,
        created_at: None,
    };
    let entry = to_the_end(add(app, record)).await?;
    Ok(Json(Envelope::success(CreatedKey { entry, key })))
}

async fn add(app: Arc<AppState>, record: KeyRecord) -> Result<KeyEntry, ApiError> {
    let _changing = app.auth.keys.change().await;
    let name = record.name.clone();
    let known = app.auth.keys.list();
    if known.len() >= MAX_KEYS && known.iter().all(|key| key.name != name) {
        return Err(ApiError::Conflict(format!(
            "making a key: there are {MAX_KEYS} already; revoke one first"
        )));
    }
    let added = app.store.add_key(record).await?;
    let Some(added) = added else {
        return Err(ApiError::Conflict(format!(
            "making a key: there is a key “{name}” already; choose another name, or revoke that key first"
        )));
    };
    app.runs.waiting.set_share(&added.name, added.share);
    app.auth.keys.add(added.clone());
    tracing::info!("made the key {name}");
    Ok(entry(added))
}

/// The name of a key.
#[derive(Debug, Deserialize)]
pub(super) struct KeyName {
    name: String,
}

/// `DELETE …/{name}`: revokes a key. Its runs stay.
pub(super) async fn revoke(
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    to_the_end(remove(app, name)).await?;
    Ok(Json(Envelope::success("Key revoked successfully")))
}

/// `DELETE ?name=`: the same. Keys named `.` and `..`, which earlier versions made, have no address of their own.
pub(super) async fn revoke_named(
    State(app): State<Arc<AppState>>,
    query: Result<Query<KeyName>, QueryRejection>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    let unreadable = |_| {
        let why = "required: enter the name of a key";
        ApiError::invalid("query", "name", why, "missing")
    };
    let Query(key) = query.map_err(unreadable)?;
    to_the_end(remove(app, key.name)).await?;
    Ok(Json(Envelope::success("Key revoked successfully")))
}

async fn remove(app: Arc<AppState>, name: String) -> Result<(), ApiError> {
    let _changing = app.auth.keys.change().await;
    let was_known = app.store.remove_key(&name).await;
    app.auth.keys.remove(&name);
    if !was_known? {
        return Err(ApiError::NotFound(format!(
            "there is no key “{name}”; list the keys to see their names"
        )));
    }
    app.runs.waiting.set_share(&name, usual_share());
    // Its shares have ended with it.
    app.outputs.clean_plain_copies().await;
    tracing::info!("revoked the key {name}");
    Ok(())
}

fn ensure_valid(new: &NewKey) -> Result<(), ApiError> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_long = !(1..=MAX_NAME).contains(&new.name.len());
    if is_long || !new.name.bytes().all(is_allowed) {
        let why = format!("the name must have 1 to {MAX_NAME} letters, digits, dots, - or _");
        return Err(ApiError::invalid("body", "name", why, "value_error"));
    }
    if new.name.bytes().all(|byte| byte == b'.') {
        let why = "a name of dots only cannot be part of an address; add a letter";
        return Err(ApiError::invalid("body", "name", why, "value_error"));
    }
    if !(new.share > 0.0 && new.share <= MAX_SHARE) {
        let why = format!("the share must be a number greater than 0 and at most {MAX_SHARE}");
        return Err(ApiError::invalid("body", "share", why, "value_error"));
    }
    Ok(())
}

fn entry(key: KeyRecord) -> KeyEntry {
    KeyEntry {
        name: key.name,
        share: key.share,
        created_at: key.created_at,
    }
}
