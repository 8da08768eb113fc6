//! `/api/v1/comfy/keys`: the named keys.

mod entry;
mod terms;

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(super) use entry::{KeyEntry, recent_usage};

use self::terms::MAX_WORKFLOWS;
use super::endpoint::{Body, at, endpoints};
use super::schemas::keys::{grace, new_key, terms};
use super::schemas::required;
use super::to_the_end;
use crate::auth::{ApiKeyHash, random_key, random_link_id};
use crate::clock;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::{Envelope, Right};
use store::{AuditAction, Author, EarlierKey, KeyRecord, KeyTerms};

endpoints! {
    "keys" => list, at("GET /api/v1/comfy/keys"), Admin, "List the named keys";
    "createKey" => create, at("POST /api/v1/comfy/keys"), Admin,
        "Make a key, which is shown only now",
        body: Body::Json(|| new_key(MAX_WORKFLOWS)), conflicts: true;
    "revokeNamedKey" => revoke_named, at("DELETE /api/v1/comfy/keys"), Admin,
        "Revoke a key by a name that no address can end with",
        parameters: || vec![required("query", "name")], seeks: true;
    "editKey" => edit, at("PATCH /api/v1/comfy/keys/{name}"), Admin, "Change what a key may do",
        body: Body::Json(|| terms(MAX_WORKFLOWS));
    "revokeKey" => revoke, at("DELETE /api/v1/comfy/keys/{name}"), Admin, "Revoke a key";
    "regenerateKey" => regenerate, at("POST /api/v1/comfy/keys/{name}/regenerate"), Admin,
        "Make another key under the same name, which is shown only now",
        body: Body::Json(grace), conflicts: true;
}

/// The most named keys.
const MAX_KEYS: usize = 1000;
/// The longest name, in characters.
const MAX_NAME: usize = 64;
/// The longest time for which a regenerated key stays valid, in seconds.
const MAX_GRACE: u64 = 30 * 24 * 3600;

/// A new key. It is shown only once.
#[derive(Debug, Serialize)]
pub(super) struct CreatedKey {
    #[serde(flatten)]
    entry: KeyEntry,
    key: String,
    /// The address by which callers reach the service, if it knows that.
    #[serde(skip_serializing_if = "Option::is_none")]
    public_url: Option<String>,
}

/// The members of a body, read one by one so that each error names its own.
type Members = Result<Json<Map<String, Value>>, JsonRejection>;

/// `GET`: the named keys.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
) -> Result<Json<Envelope<Vec<KeyEntry>>>, ApiError> {
    let used = recent_usage(&app, None).await?;
    let keys = app.auth.keys.list().into_iter().map(KeyEntry::from);
    let keys = keys.map(|key| key.with_usage(&used));
    Ok(Json(Envelope::success(keys.collect())))
}

/// `POST`: makes a key.
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    body: Members,
) -> Result<Json<Envelope<CreatedKey>>, ApiError> {
    let mut members = members(body)?;
    let name = name(members.remove("name"))?;
    let mut terms = KeyTerms::default();
    terms::apply(members, &mut terms)?;
    ensure_deployed(&app, &terms).await?;
    let key = random_key();
    let record = KeyRecord {
        name,
        hash: *ApiKeyHash::of(key.as_bytes()).bytes(),
        earlier: None,
        terms,
        link_id: random_link_id(),
        created_at: None,
        last_used_at: None,
    };
    let public_url = app.settings.public_url.clone();
    let entry = to_the_end(add(app, record, by)).await?;
    Ok(Json(Envelope::success(CreatedKey {
        entry,
        key,
        public_url,
    })))
}

async fn add(app: Arc<AppState>, record: KeyRecord, by: Author) -> Result<KeyEntry, ApiError> {
    let _changing = app.auth.keys.change().await;
    let name = record.name.clone();
    if app.auth.keys.get(&name).is_none() && app.auth.keys.count() >= MAX_KEYS {
        return Err(ApiError::Conflict(format!(
            "making a key: there are {MAX_KEYS} already; revoke one first"
        )));
    }
    let line = by.does(AuditAction::CreateKey, &name);
    let added = app.store.add_key(record, line).await?;
    let Some(added) = added else {
        return Err(ApiError::Conflict(format!(
            "making a key: there is a key “{name}” already; choose another name, or revoke that key first"
        )));
    };
    tracing::info!("made the key {name}");
    Ok(accept(&app, added))
}

/// `PATCH …/{name}`: changes what a key may do. Members that are left out stay.
pub(super) async fn edit(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    Path(name): Path<String>,
    body: Members,
) -> Result<Json<Envelope<KeyEntry>>, ApiError> {
    let members = members(body)?;
    let entry = to_the_end(async move {
        let _changing = app.auth.keys.change().await;
        let mut record = known(&app, &name)?;
        let limited_before = record.terms.workflows.clone();
        terms::apply(members, &mut record.terms)?;
        if record.terms.workflows != limited_before {
            ensure_deployed(&app, &record.terms).await?;
        }
        let line = by.does(AuditAction::EditKey, &name);
        let changed = app.store.change_key(record, line).await?;
        tracing::info!("changed the key {name}");
        let entry = changed
            .map(|key| accept(&app, key))
            .ok_or_else(|| unknown(&name))?;
        let used = recent_usage(&app, Some(&name)).await?;
        Ok::<_, ApiError>(entry.with_usage(&used))
    });
    Ok(Json(Envelope::success(entry.await?)))
}

/// Ensures that the workflows of a key exist, so that a misspelled one is noticed. One that may deploy can be made first.
async fn ensure_deployed(app: &AppState, terms: &KeyTerms) -> Result<(), ApiError> {
    let Some(workflows) = terms.workflows.as_ref() else {
        return Ok(());
    };
    let ids = app.catalog.ids().await;
    let unknown = |id: &&str| !ids.iter().any(|known| known == id);
    match workflows.iter().find(unknown) {
        Some(id) if !terms.rights.allow(Right::Deploy) => {
            let why = format!("there is no workflow “{id}”; list the workflows to see their IDs");
            Err(ApiError::invalid(
                "body",
                "workflows",
                why,
                "unknown_workflow",
            ))
        }
        _ => Ok(()),
    }
}

/// For how long the key of before stays valid.
#[derive(Debug, Deserialize)]
pub(super) struct Grace {
    /// In seconds.
    #[serde(default)]
    grace: u64,
}

/// `POST …/{name}/regenerate`: makes another key under the same name, with the same terms.
pub(super) async fn regenerate(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    Path(name): Path<String>,
    body: Result<Json<Grace>, JsonRejection>,
) -> Result<Json<Envelope<CreatedKey>>, ApiError> {
    let until = grace_end(body)?;
    let before = known(&app, &name)?.hash;
    let created = to_the_end(async move {
        let _changing = app.auth.keys.change().await;
        let mut record = known(&app, &name)?;
        if record.hash != before {
            let why = format!("regenerating the key {name}: it was regenerated meanwhile");
            return Err(ApiError::Conflict(why));
        }
        let key = random_key();
        record.earlier = (until > clock::now()).then_some(EarlierKey {
            hash: record.hash,
            until,
        });
        record.hash = *ApiKeyHash::of(key.as_bytes()).bytes();
        let line = by.does(AuditAction::RegenerateKey, &name);
        let changed = app.store.change_key(record, line).await?;
        tracing::info!("regenerated the key {name}");
        let entry = changed
            .map(|key| accept(&app, key))
            .ok_or_else(|| unknown(&name))?;
        Ok::<_, ApiError>(CreatedKey {
            entry,
            key,
            public_url: app.settings.public_url.clone(),
        })
    });
    Ok(Json(Envelope::success(created.await?)))
}

/// When a regenerated key of before ends. A body without a choice, or none at all, means now.
pub(super) fn grace_end(
    body: Result<Json<Grace>, JsonRejection>,
) -> Result<DateTime<Utc>, ApiError> {
    let grace = match body {
        Ok(Json(Grace { grace })) => grace,
        Err(JsonRejection::MissingJsonContentType(_)) => 0,
        Err(why) => return Err(ApiError::invalid_body(why.body_text(), "value_error")),
    };
    if grace > MAX_GRACE {
        let why = format!("must be a number of seconds, at most {MAX_GRACE}");
        return Err(ApiError::invalid("body", "grace", why, "value_error"));
    }
    Ok(clock::now() + TimeDelta::seconds(grace as i64))
}

/// The name of a key.
#[derive(Debug, Deserialize)]
pub(super) struct KeyName {
    name: String,
}

/// `DELETE …/{name}`: revokes a key. Its runs stay.
pub(super) async fn revoke(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    Path(name): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    to_the_end(remove(app, name, by)).await?;
    Ok(Json(Envelope::success("Key revoked successfully")))
}

/// `DELETE ?name=`: the same. Keys named `.` and `..`, which earlier versions made, have no address of their own.
pub(super) async fn revoke_named(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    query: Result<Query<KeyName>, QueryRejection>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    let unreadable = |_| {
        let why = "required: enter the name of a key";
        ApiError::invalid("query", "name", why, "missing")
    };
    let Query(key) = query.map_err(unreadable)?;
    to_the_end(remove(app, key.name, by)).await?;
    Ok(Json(Envelope::success("Key revoked successfully")))
}

async fn remove(app: Arc<AppState>, name: String, by: Author) -> Result<(), ApiError> {
    let _changing = app.auth.keys.change().await;
    let line = by.does(AuditAction::RevokeKey, &name);
    let was_known = app.store.remove_key(&name, line).await;
    app.auth.keys.remove(&name);
    if !was_known? {
        return Err(unknown(&name));
    }
    app.runs.waiting.set_terms(&name, &KeyTerms::default());
    // Its shares have ended with it.
    app.outputs.clean_plain_copies().await;
    tracing::info!("revoked the key {name}");
    Ok(())
}

/// Applies a stored key from now on.
fn accept(app: &AppState, key: KeyRecord) -> KeyEntry {
    app.runs.waiting.set_terms(&key.name, &key.terms);
    let name = key.name.clone();
    app.auth.keys.put(key.clone());
    // With its last use, which is not stored yet.
    KeyEntry::from(app.auth.keys.get(&name).unwrap_or(key))
}

fn known(app: &AppState, name: &str) -> Result<KeyRecord, ApiError> {
    app.auth.keys.get(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> ApiError {
    ApiError::NotFound(format!(
        "there is no key “{name}”; list the keys to see their names"
    ))
}

fn members(body: Members) -> Result<Map<String, Value>, ApiError> {
    let unreadable = |why: JsonRejection| ApiError::invalid_body(why.body_text(), "value_error");
    body.map(|Json(members)| members).map_err(unreadable)
}

/// A name that an address can carry.
fn name(given: Option<Value>) -> Result<String, ApiError> {
    let invalid = |why: String| ApiError::invalid("body", "name", why, "value_error");
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let name = match given {
        Some(Value::String(name)) => name,
        _ => return Err(invalid("required: enter a name".to_owned())),
    };
    if !(1..=MAX_NAME).contains(&name.len()) || !name.bytes().all(is_allowed) {
        return Err(invalid(format!(
            "the name must have 1 to {MAX_NAME} letters, digits, dots, - or _"
        )));
    }
    match name.bytes().all(|byte| byte == b'.') {
        true => Err(invalid(
            "a name of dots only cannot be part of an address; add a letter".to_owned(),
        )),
        false => Ok(name),
    }
}
