//! `/api/v1/comfy/webhooks`: the webhooks of the caller's key, its secret, tests, and deliveries.

mod body;
mod deliveries;

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::{Extension, Json};

use self::body::{SecretBody, WebhookBody};
use super::endpoint::{Answer, Body, Place, client, endpoints};
use super::schemas::derived::{self, without_required};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::Envelope;
use service::auth::Caller;
use service::operations::webhooks::{
    DeliveryPage, MANAGE_WEBHOOKS, MadeSecret, Replayed, TestAnswer, WebhookEntry, WebhookList,
};

endpoints! {
    "webhooks" => list, client(&api::WEBHOOKS), MANAGE_WEBHOOKS, "List the webhooks of your key",
        answer: Answer::OptionalData(without_required::<WebhookList>);
    "addWebhook" => add, client(&api::ADD_WEBHOOK), MANAGE_WEBHOOKS,
        "Add a webhook, or change its events",
        body: Body::Json(WebhookBody::schema), answer: Answer::OptionalData(without_required::<WebhookEntry>),
        conflicts: true;
    "removeWebhook" => remove, Place::Client(&api::REMOVE_WEBHOOK, "id"), MANAGE_WEBHOOKS,
        "Remove a webhook and its pending deliveries";
    "makeWebhookSecret" => make_secret, client(&api::MAKE_WEBHOOK_SECRET), MANAGE_WEBHOOKS,
        "Make the secret that signs deliveries, which is shown only now",
        body: Body::OptionalJson(derived::body::<SecretBody>),
        answer: Answer::OptionalData(without_required::<MadeSecret>), conflicts: true;
    "testWebhook" => test, client(&api::TEST_WEBHOOK), MANAGE_WEBHOOKS,
        "Send a test event once, now",
        body: Body::Json(body::tested_schema), answer: Answer::OptionalData(without_required::<TestAnswer>),
        seeks: true;
    "deliveries" => deliveries::list, client(&api::DELIVERIES), MANAGE_WEBHOOKS,
        "List the deliveries of your webhooks, from newest to oldest",
        parameters: deliveries::parameters,
        answer: Answer::OptionalData(without_required::<DeliveryPage>);
    "replayFailed" => deliveries::replay_failed,
        client(&api::REPLAY_FAILED), MANAGE_WEBHOOKS,
        "Send all failed deliveries again",
        answer: Answer::OptionalData(without_required::<Replayed>);
    "replayDelivery" => deliveries::replay_one, Place::Client(&api::REPLAY, "id"), MANAGE_WEBHOOKS,
        "Send a delivery again",
        answer: Answer::OptionalData(without_required::<Replayed>);
}

/// `GET`: the webhooks of the caller's key.
async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<WebhookList>>, ApiError> {
    let webhooks = app.operations.webhooks.list(&caller).await?;
    Ok(Json(Envelope::success(webhooks)))
}

/// `POST`: adds a webhook, or changes the one with this address. Shows the secret if that was made, too.
async fn add(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    body: Result<Json<serde_json::Value>, JsonRejection>,
) -> Result<Json<Envelope<WebhookEntry>>, ApiError> {
    let WebhookBody { url, events } = WebhookBody::read(body)?;
    let added = app.operations.webhooks.add(&caller, url, events).await?;
    Ok(Json(Envelope::success(added)))
}

/// `DELETE …/{id}`: removes a webhook, and its pending deliveries.
async fn remove(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    app.operations.webhooks.remove(&caller, &id).await?;
    Ok(Json(Envelope::success("Webhook removed successfully")))
}

/// `POST …/secret`: makes the secret of the caller's key, or replaces it. It is shown only now.
async fn make_secret(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    body: Result<Json<SecretBody>, JsonRejection>,
) -> Result<Json<Envelope<MadeSecret>>, ApiError> {
    let SecretBody { rotate, grace } = SecretBody::read(body)?;
    let made = app.operations.webhooks.make_secret(&caller, rotate, grace);
    Ok(Json(Envelope::success(made.await?)))
}

/// `POST …/test`: sends a test event now, and says what came back.
async fn test(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    body: Result<Json<serde_json::Value>, JsonRejection>,
) -> Result<Json<Envelope<TestAnswer>>, ApiError> {
    let tested = body::tested(body)?;
    let answer = app.operations.webhooks.test(&caller, tested).await?;
    Ok(Json(Envelope::success(answer)))
}
