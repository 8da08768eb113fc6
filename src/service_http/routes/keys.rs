//! `/api/v1/comfy/keys`: the named keys.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::endpoint::{Body, Place, at, client, endpoints};
use super::schemas::{derived, required};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::Envelope;
use service::auth::Caller;
use service::operations::keys::{CreatedKey, KeyEntry, MANAGE_KEYS, new_key_schema, terms_schema};

endpoints! {
    "keys" => list, client(&api::KEYS), MANAGE_KEYS, "List the named keys";
    "createKey" => create, client(&api::CREATE_KEY), MANAGE_KEYS,
        "Make a key, which is shown only now",
        body: Body::Json(new_key_schema), conflicts: true;
    "revokeNamedKey" => revoke_named, client(&api::REVOKE_KEY), MANAGE_KEYS,
        "Revoke a key by a name that no address can end with",
        parameters: || vec![required("query", "name")], seeks: true;
    "editKey" => edit, Place::Client(&api::EDIT_KEY, "name"), MANAGE_KEYS, "Change what a key may do",
        body: Body::Json(terms_schema);
    "revokeKey" => revoke, at("DELETE /api/v1/comfy/keys/{name}"), MANAGE_KEYS, "Revoke a key";
    "regenerateKey" => regenerate, Place::Client(&api::REGENERATE_KEY, "name"), MANAGE_KEYS,
        "Make another key under the same name, which is shown only now",
        body: Body::Json(derived::body::<Grace>), conflicts: true;
}

/// A key that was made, and where it is used.
#[derive(Debug, Serialize)]
pub(super) struct WithAddress<T> {
    #[serde(flatten)]
    pub(super) made: T,
    /// The address by which callers reach the service, if it knows that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) public_url: Option<String>,
}

/// The members of a body, read one by one so that each error names its own.
type Members = Result<Json<Map<String, Value>>, JsonRejection>;

/// `GET`: the named keys.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<Vec<KeyEntry>>>, ApiError> {
    let keys = app.operations.keys.list(&caller).await?;
    Ok(Json(Envelope::success(keys)))
}

/// `POST`: makes a key.
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    body: Members,
) -> Result<Json<Envelope<WithAddress<CreatedKey>>>, ApiError> {
    let created = app.operations.keys.create(&caller, members(body)?);
    Ok(Json(with_address(&app, created.await?)))
}

/// `PATCH …/{name}`: changes what a key may do. Members that are left out stay.
pub(super) async fn edit(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
    body: Members,
) -> Result<Json<Envelope<KeyEntry>>, ApiError> {
    let edited = app.operations.keys.edit(&caller, name, members(body)?);
    Ok(Json(Envelope::success(edited.await?)))
}

/// For how long the key of before stays valid.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct Grace {
    /// For how many seconds the key of before stays valid.
    #[serde(default)]
    grace: u64,
}

impl Grace {
    /// The seconds. A body without a choice, or none at all, means none.
    pub(super) fn read(body: Result<Json<Self>, JsonRejection>) -> Result<u64, ApiError> {
        match body {
            Ok(Json(Self { grace })) => Ok(grace),
            Err(JsonRejection::MissingJsonContentType(_)) => Ok(0),
            Err(why) => Err(ApiError::invalid_body(why.body_text(), "value_error")),
        }
    }
}

/// `POST …/{name}/regenerate`: makes another key under the same name, with the same terms.
pub(super) async fn regenerate(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
    body: Result<Json<Grace>, JsonRejection>,
) -> Result<Json<Envelope<WithAddress<CreatedKey>>>, ApiError> {
    let grace = Grace::read(body)?;
    let created = app.operations.keys.regenerate(&caller, name, grace);
    Ok(Json(with_address(&app, created.await?)))
}

/// The name of a key.
#[derive(Debug, Deserialize)]
pub(super) struct KeyName {
    name: String,
}

/// `DELETE …/{name}`: revokes a key. Its runs stay.
pub(super) async fn revoke(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    app.operations.keys.revoke(&caller, name).await?;
    Ok(Json(Envelope::success("Key revoked successfully")))
}

/// `DELETE ?name=`: the same. Keys named `.` and `..`, which earlier versions made, have no address of their own.
pub(super) async fn revoke_named(
    app: State<Arc<AppState>>,
    caller: Extension<Caller>,
    query: Result<Query<KeyName>, QueryRejection>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    let unreadable = |_| {
        let why = "required: enter the name of a key";
        ApiError::invalid("query", "name", why, "missing")
    };
    let Query(key) = query.map_err(unreadable)?;
    revoke(app, caller, Path(key.name)).await
}

/// The answer with a key that was made.
pub(super) fn with_address<T>(app: &AppState, made: T) -> Envelope<WithAddress<T>> {
    Envelope::success(WithAddress {
        made,
        public_url: app.settings.public_url.clone(),
    })
}

fn members(body: Members) -> Result<Map<String, Value>, ApiError> {
    let unreadable = |why: JsonRejection| ApiError::invalid_body(why.body_text(), "value_error");
    body.map(|Json(members)| members).map_err(unreadable)
}
