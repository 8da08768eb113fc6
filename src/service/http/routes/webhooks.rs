//! `/api/v1/comfy/webhooks`: the webhooks of the caller's key, its secret, tests, and deliveries.

mod body;
mod deliveries;
mod entry;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::{Extension, Json};
use chrono::TimeDelta;

use self::body::{MAX_GRACE, SecretBody, TestBody, WebhookBody};
use self::deliveries::{PAGE, PAGE_SIZE};
use self::entry::{
    DeliveryPage, MadeSecret, Replayed, SecretEntry, TestAnswer, WebhookEntry, WebhookList,
};
use super::endpoint::{Answer, Body, Place, at, client, endpoints};
use super::schemas::derived::without_required;
use super::schemas::submissions::WEBHOOK_URL;
use super::schemas::webhooks as schemas;
use super::to_the_end;
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::webhooks::{WebhookError, secret_text};
use api::Envelope;
use store::{AuditAction, Author, FIRST_KEY, WebhookTarget};

endpoints! {
    "webhooks" => list, at("GET /api/v1/comfy/webhooks"), Run, "List the webhooks of your key",
        answer: Answer::OptionalData(without_required::<WebhookList>);
    "addWebhook" => add, at("POST /api/v1/comfy/webhooks"), Run,
        "Add a webhook, or change its events",
        body: Body::Json(schemas::new), answer: Answer::OptionalData(without_required::<WebhookEntry>),
        conflicts: true;
    "removeWebhook" => remove, at("DELETE /api/v1/comfy/webhooks/{id}"), Run,
        "Remove a webhook and its pending deliveries";
    "makeWebhookSecret" => make_secret, at("POST /api/v1/comfy/webhooks/secret"), Run,
        "Make the secret that signs deliveries, which is shown only now",
        body: Body::OptionalJson(schemas::new_secret),
        answer: Answer::OptionalData(without_required::<MadeSecret>), conflicts: true;
    "testWebhook" => test, at("POST /api/v1/comfy/webhooks/test"), Run,
        "Send a test event once, now",
        body: Body::Json(schemas::new_test), answer: Answer::OptionalData(without_required::<TestAnswer>),
        seeks: true;
    "deliveries" => deliveries::list, client(&api::DELIVERIES), Run,
        "List the deliveries of your webhooks, from newest to oldest",
        parameters: || schemas::delivery_parameters(PAGE, PAGE_SIZE),
        answer: Answer::OptionalData(without_required::<DeliveryPage>);
    "replayFailed" => deliveries::replay_failed,
        at("POST /api/v1/comfy/webhooks/deliveries/replay"), Run,
        "Send all failed deliveries again",
        answer: Answer::OptionalData(without_required::<Replayed>);
    "replayDelivery" => deliveries::replay_one, Place::Client(&api::REPLAY, "id"), Run,
        "Send a delivery again",
        answer: Answer::OptionalData(without_required::<Replayed>);
}

/// Seconds until another test may be made.
const RETRY_AFTER: u64 = 5;

/// The target that a submission names for its run.
pub(super) async fn webhook_of_run(
    app: &AppState,
    owner: &str,
    query: &HashMap<String, String>,
) -> Result<Option<WebhookTarget>, ApiError> {
    let Some(url) = query.get(WEBHOOK_URL).filter(|url| !url.is_empty()) else {
        return Ok(None);
    };
    let target = app.webhooks.target_of_run(owner, url).await;
    let refused = |why| refused(why, "query", WEBHOOK_URL);
    target.map(Some).map_err(refused)
}

/// `GET`: the webhooks of the caller's key.
async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<WebhookList>>, ApiError> {
    let webhooks = app.store.webhooks(&caller.name).await?;
    let secret = app.store.webhook_secret(&caller.name).await?;
    let now = app.webhooks.now();
    Ok(Json(Envelope::success(WebhookList {
        webhooks: webhooks.into_iter().map(WebhookEntry::from).collect(),
        secret: secret.map(|secret| SecretEntry::of(&secret, now)),
    })))
}

/// `POST`: adds a webhook, or changes the one with this address. Shows the secret if that was made, too.
async fn add(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    body: Result<Json<serde_json::Value>, JsonRejection>,
) -> Result<Json<Envelope<WebhookEntry>>, ApiError> {
    let WebhookBody { url, events } = WebhookBody::read(body)?;
    let added = to_the_end(async move {
        let added = app.webhooks.add(caller.name, &url, events, by).await;
        added.map_err(|why| refused(why, "body", "url"))
    });
    let added = added.await?;
    tracing::info!("added a webhook to {}", added.webhook.target.origin);
    let mut entry = WebhookEntry::from(added.webhook);
    entry.secret = added.secret.as_ref().map(secret_text);
    Ok(Json(Envelope::success(entry)))
}

/// `DELETE …/{id}`: removes a webhook, and its pending deliveries.
async fn remove(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    let webhooks = app.store.webhooks(&caller.name).await?;
    let webhook = webhooks.into_iter().find(|webhook| webhook.id == id);
    let webhook = webhook.ok_or_else(|| unknown(&id))?;
    let line = by.does(AuditAction::RemoveWebhook, webhook.target.origin);
    let removed = to_the_end(async move {
        app.store
            .remove_webhook(&caller.name, &webhook.id, line)
            .await
    });
    match removed.await? {
        true => Ok(Json(Envelope::success("Webhook removed successfully"))),
        false => Err(unknown(&id)),
    }
}

/// `POST …/secret`: makes the secret of the caller's key, or replaces it. It is shown only now.
async fn make_secret(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    body: Result<Json<SecretBody>, JsonRejection>,
) -> Result<Json<Envelope<MadeSecret>>, ApiError> {
    let body = SecretBody::read(body)?;
    let (secret, now) = (rand::random(), app.webhooks.now());
    let until = now + TimeDelta::seconds(body.grace.min(MAX_GRACE).cast_signed());
    let subject = match caller.is_first() {
        true => FIRST_KEY,
        false => &caller.name,
    };
    let line = by.does(AuditAction::SetWebhookSecret, subject);
    let made = to_the_end(async move {
        let until = body.rotate.then_some(until);
        app.store
            .set_webhook_secret(&caller.name, secret, until, line)
            .await
    });
    let made = made.await?.ok_or_else(|| {
        let why = "making the secret: the key has one already; rotate it to get another (flowdeck webhooks secret \
                   --rotate, or \"rotate\": true)";
        ApiError::Conflict(why.to_owned())
    })?;
    Ok(Json(Envelope::success(MadeSecret {
        secret: secret_text(&secret),
        entry: SecretEntry::of(&made, now),
    })))
}

/// `POST …/test`: sends a test event now, and says what came back.
async fn test(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    body: Result<Json<serde_json::Value>, JsonRejection>,
) -> Result<Json<Envelope<TestAnswer>>, ApiError> {
    let (url, name) = match TestBody::read(body)? {
        TestBody::Url(url) => (url, "url"),
        TestBody::Id(id) => {
            let webhooks = app.store.webhooks(&caller.name).await?;
            let webhook = webhooks.into_iter().find(|webhook| webhook.id == id);
            let webhook = webhook.ok_or_else(|| unknown(&id))?;
            (webhook.target.url, "id")
        }
    };
    let result = app.webhooks.test(&caller.name, &url).await;
    let result = result.map_err(|why| refused(why, "body", name))?;
    Ok(Json(Envelope::success(TestAnswer::from(result))))
}

fn unknown(id: &str) -> ApiError {
    ApiError::NotFound(format!(
        "the key has no webhook “{id}”; list the webhooks to see their IDs"
    ))
}

/// The answer to an operation that was refused; `place` and `name` say where its address was.
fn refused(error: WebhookError, place: &str, name: &str) -> ApiError {
    let why = error.to_string();
    match error {
        WebhookError::Target(_) => ApiError::invalid(place, name, why, "value_error"),
        WebhookError::NoSecret => ApiError::invalid(place, name, why, "missing_secret"),
        WebhookError::TooMany => ApiError::Conflict(why),
        WebhookError::Busy => ApiError::Unavailable(why, RETRY_AFTER),
        WebhookError::Store(error) => error.into(),
    }
}
