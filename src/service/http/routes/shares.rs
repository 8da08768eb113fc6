//! `/api/v1/comfy/shares`: makes, lists and revokes links to results that need no key.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::{Extension, Json};
use serde_json::Value;

use super::absolute_link::absolute;
use super::endpoint::{Answer, Body, Place, client, endpoints};
use super::schemas::derived::without_required;
use super::schemas::shares::new_share;
use super::to_the_end;
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::shares::{ShareTokens, Shares};
use api::{Envelope, RunStatus, Share};
use store::{AuditAction, Author, NewShare, RunRecord, ShareRecord};
use workflow::Sharing;

endpoints! {
    "shares" => list, client(&api::SHARES), Share, "List your links to results",
        answer: Answer::OptionalData(without_required::<Vec<Share>>);
    "share" => create, client(&api::SHARE), Share, "Make a link to a result that needs no key",
        body: Body::Json(|| new_share(DAYS)), answer: Answer::OptionalData(without_required::<Share>), seeks: true,
        conflicts: true;
    "revokeShare" => revoke, Place::Client(&api::REVOKE_SHARE, "id"), Share,
        "Revoke a link to a result";
}

/// The days until a link expires: without a choice, and at most.
pub(super) const DAYS: (u32, u32) = (7, 365);

/// `POST`: shares the result of a completed run of the caller.
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    headers: HeaderMap,
    body: Result<Json<Value>, JsonRejection>,
) -> Result<Json<Envelope<Share>>, ApiError> {
    let unreadable = |why: JsonRejection| ApiError::invalid_body(why.body_text(), "value_error");
    let Json(body) = body.map_err(unreadable)?;
    let (run_id, days) = (run_id(&body)?, days(&body)?);
    let run = app.store.listed_run(run_id).await?;
    let run = run.filter(|run| caller.reaches(run));
    let run = run.ok_or_else(|| {
        ApiError::NotFound(format!(
            "sharing a result: there is no run “{run_id}”; list the runs to see their IDs"
        ))
    })?;
    ensure_sharable(&app.shares, &run).await?;
    let share = NewShare {
        id: ShareTokens::new_id(),
        run_id: run.id,
        owner: caller.name,
        days,
    };
    let share = to_the_end(add(app.clone(), share, by)).await?;
    let shares = listed(&app, vec![share], &headers).await?.pop();
    let share = shares.ok_or_else(|| ApiError::internal("a new share has no link"))?;
    Ok(Json(Envelope::success(share)))
}

async fn add(app: Arc<AppState>, share: NewShare, by: Author) -> Result<ShareRecord, ApiError> {
    let line = by.does(AuditAction::CreateShare, subject(&share.run_id, &share.id));
    let added = app.store.add_share(share, line).await?;
    added.ok_or_else(|| {
        let why = "sharing a result: this key has too many links; revoke those that are not needed";
        ApiError::Conflict(why.to_owned())
    })
}

/// How the audit log names a share: it stays readable after the share has ended.
fn subject(run_id: &str, id: &str) -> String {
    format!("{run_id}/{id}")
}

/// `GET`: the shares of the caller that have not expired.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Json<Envelope<Vec<Share>>>, ApiError> {
    let shares = app.store.shares(caller.reach()).await?;
    let listed = listed(&app, shares, &headers).await?;
    Ok(Json(Envelope::success(listed)))
}

/// `DELETE`: revokes a share. Its link opens nothing from now on.
pub(super) async fn revoke(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    let not_found = || {
        ApiError::NotFound(format!(
            "revoking a link: there is no share “{id}”, or it has expired; list the shares to see their IDs"
        ))
    };
    let share = app.store.share(&id).await?;
    let share = share.filter(|share| caller.reaches_run_of(&share.owner, &share.workflow_id));
    let share = share.ok_or_else(not_found)?;
    let line = by.does(AuditAction::RevokeShare, subject(&share.run_id, &share.id));
    let removed = to_the_end(async move {
        let removed = app.store.remove_share(&share.id, line).await;
        app.outputs.clean_plain_copies().await;
        removed
    });
    match removed.await? {
        true => Ok(Json(Envelope::success("Share revoked successfully"))),
        false => Err(not_found()),
    }
}

fn run_id(body: &Value) -> Result<&str, ApiError> {
    let Value::Object(members) = body else {
        let why = "must be a JSON object with the key run_id";
        return Err(ApiError::invalid_body(why, "dict_type"));
    };
    let invalid = |why, kind| ApiError::invalid("body", "run_id", why, kind);
    match members.get("run_id") {
        Some(Value::String(id)) if !id.is_empty() => Ok(id),
        None => Err(invalid(
            "required: enter the ID of a completed run",
            "missing",
        )),
        Some(_) => Err(invalid("must be the ID of a run, as text", "string_type")),
    }
}

fn days(body: &Value) -> Result<u32, ApiError> {
    let (default, max) = DAYS;
    let days = match body.get("days") {
        None | Some(Value::Null) => return Ok(default),
        Some(days) => days.as_u64().and_then(|days| u32::try_from(days).ok()),
    };
    let why = || format!("must be a whole number from 1 to {max}");
    days.filter(|days| (1..=max).contains(days))
        .ok_or_else(|| ApiError::invalid("body", "days", why(), "int_parsing"))
}

/// Ensures that a run has a result, and that the author of its workflow allows to share it.
async fn ensure_sharable(shares: &Shares, run: &RunRecord) -> Result<(), ApiError> {
    let why = match run.status {
        RunStatus::Completed => match shares.sharing(&run.workflow_id).await? {
            Some(Sharing::Allowed | Sharing::WithoutInputs) => return Ok(()),
            Some(Sharing::Forbidden) => {
                "its workflow does not allow it; ask the workflow's author, or download the outputs"
            }
            None => "its workflow is not known any more; download the outputs instead",
        },
        RunStatus::Failed | RunStatus::Cancelled => "it has no result; run it again",
        _ => "it has not ended; try again once it has completed",
    };
    let id = &run.id;
    Err(ApiError::Conflict(format!("sharing the run “{id}”: {why}")))
}

/// The shares as callers see them. A damaged one is left out.
async fn listed(
    app: &AppState,
    shares: Vec<ShareRecord>,
    headers: &HeaderMap,
) -> Result<Vec<Share>, ApiError> {
    let mut names = HashMap::new();
    for share in &shares {
        let workflow = (share.workflow_id.clone(), share.version);
        if let Entry::Vacant(name) = names.entry(workflow) {
            let named = app.shares.workflow_name(&share.workflow_id, share.version);
            name.insert(named.await?);
        }
    }
    let entry = |share: ShareRecord| {
        let url = absolute(&app.settings, app.share_link(&share)?, headers);
        let workflow = (share.workflow_id, share.version);
        Some(Share {
            workflow: names.get(&workflow).cloned().unwrap_or_default(),
            workflow_id: workflow.0,
            url,
            id: share.id,
            run_id: share.run_id,
            created_at: share.created_at,
            expires_at: share.expires_at,
        })
    };
    Ok(shares.into_iter().filter_map(entry).collect())
}
