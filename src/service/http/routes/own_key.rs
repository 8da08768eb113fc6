//! `GET /api/v1/comfy/key`: the key that the request has. `POST …/key/regenerate`: another first key.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::HeaderMap;
use serde::Serialize;

use super::endpoint::{Body, at, client, endpoints};
use super::keys::{Grace, KeyEntry, grace_end, recent_usage};
use super::schemas::keys::grace;
use super::to_the_end;
use crate::auth::{ApiKeyHash, Caller, random_key, replace_key_in};
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::{Envelope, KEY_HEADER};
use store::{AuditAction, Author, FIRST_KEY, FirstKeyRecord};

endpoints! {
    "key" => own, client(&api::OWN_KEY), AnyKey, "Read what the key in use may do";
    "regenerateFirstKey" => regenerate_first, at("POST /api/v1/comfy/key/regenerate"), FirstKey,
        "Make another first key, which is shown only now",
        body: Body::Json(grace), conflicts: true;
}

/// The key that a request has.
#[derive(Debug, Serialize)]
pub(super) struct OwnKey {
    is_first: bool,
    /// The rights, limits and dates of a named key.
    #[serde(flatten)]
    named: Option<KeyEntry>,
}

/// `GET`.
pub(super) async fn own(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<OwnKey>>, ApiError> {
    let named = match app.auth.keys.get(&caller.name) {
        Some(key) => {
            let used = recent_usage(&app, Some(&caller.name)).await?;
            Some(KeyEntry::from(key).with_usage(&used))
        }
        None => None,
    };
    Ok(Json(Envelope::success(OwnKey {
        is_first: caller.is_first(),
        named,
    })))
}

/// The first key after its regeneration. It is shown only once.
#[derive(Debug, Serialize)]
pub(super) struct RegeneratedFirst {
    key: String,
    /// The address by which callers reach the service, if it knows that.
    #[serde(skip_serializing_if = "Option::is_none")]
    public_url: Option<String>,
}

/// `POST`.
pub(super) async fn regenerate_first(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    headers: HeaderMap,
    body: Result<Json<Grace>, JsonRejection>,
) -> Result<Json<Envelope<RegeneratedFirst>>, ApiError> {
    let until = grace_end(body)?;
    if !app.settings.has_key_file {
        return Err(ApiError::Conflict(
            "regenerating the first key: it comes from FLOWDECK_FIRST_KEY; change it there, and start the service again"
                .to_owned(),
        ));
    }
    let used = headers
        .get(KEY_HEADER)
        .map(|key| ApiKeyHash::of_header(key.as_bytes()));
    let public_url = app.settings.public_url.clone();
    let key = to_the_end(async move {
        let _changing = app.auth.keys.change().await;
        if !used.is_some_and(|key| app.auth.keys.is_first(&key)) {
            return Err(ApiError::Conflict(
                "regenerating the first key: it was regenerated meanwhile; use the new one"
                    .to_owned(),
            ));
        }
        let key = random_key();
        let hash = ApiKeyHash::of(key.as_bytes());
        let (earlier, link_id) = app.auth.keys.earlier_first(until);
        // The store knows both keys before the file has the new one, so that links stay whenever the program ends.
        let record = FirstKeyRecord {
            link_id,
            earlier: Some(earlier),
        };
        app.store.add_first_key(&hash.id(), record).await?;
        let (runs, written) = (app.runs.clone(), key.clone());
        let write = move || replace_key_in(&runs.data, &written);
        let written = tokio::task::spawn_blocking(write).await;
        written
            .map_err(ApiError::internal)?
            .map_err(ApiError::internal)?;
        app.auth.keys.regenerate_first(hash, until);
        tracing::info!("regenerated the first key");
        let line = by.does(AuditAction::RegenerateKey, FIRST_KEY);
        app.store.log(line).await?;
        Ok::<_, ApiError>(key)
    });
    let key = key.await?;
    Ok(Json(Envelope::success(RegeneratedFirst {
        key,
        public_url,
    })))
}
