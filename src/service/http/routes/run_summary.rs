//! `GET /api/v1/comfy/monitoring`: what became of the runs of the last hours, how long they took, and why some failed.

mod durations;
mod failures;
mod states;
mod summary;
mod window;
mod workflow;

use std::collections::HashMap;
use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use serde::Deserialize;

use self::summary::Summary;
use self::window::Window;
use super::answer_memory::Accounted;
use super::endpoint::{client, endpoints};
use super::schemas::{count, optional};
use crate::auth::Caller;
use crate::catalog::WorkflowId;
use crate::clock;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::Envelope;
use store::{Reach, RecentQuery};

endpoints! {
    "monitoring" => summary, client(&api::MONITORING), Read, "Summarise the runs of the last hours",
        parameters: || vec![optional("hours", count((USUAL_HOURS, MAX_HOURS)))];
}

/// The hours that are summarised usually.
const USUAL_HOURS: u32 = 24;
/// The most hours that can be summarised: 30 days.
const MAX_HOURS: u32 = 720;
/// How many runs are read for one answer at most, the newest ones.
const MAX_RUNS: u32 = 20_000;

/// What the caller asks for.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Asked {
    hours: Option<u32>,
}

/// `GET`: of everybody's runs for keys that see all runs, and else of the caller's own.
pub(super) async fn summary(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, ApiError> {
    let wrong = || {
        let why = format!("must be a whole number from 1 to {MAX_HOURS}");
        ApiError::invalid("query", "hours", &why, "value_error")
    };
    let Query(asked) = asked.map_err(|_| wrong())?;
    let hours = asked.hours.unwrap_or(USUAL_HOURS);
    if !(1..=MAX_HOURS).contains(&hours) {
        return Err(wrong());
    }
    let reach = caller.reach();
    let made = made(&app, reach.clone(), hours);
    let body = app.summary_view.get((reach, hours), made).await?;
    let headers = [(header::CONTENT_TYPE, "application/json")];
    // It is kept for others anyway.
    Ok((Extension(Accounted), headers, body).into_response())
}

async fn made(app: &AppState, reach: Reach, hours: u32) -> Result<Bytes, ApiError> {
    let to = clock::now();
    let window = Window {
        from: to - TimeDelta::hours(hours.into()),
        to,
    };
    let query = RecentQuery {
        since: window.from,
        reach,
        limit: MAX_RUNS,
    };
    let runs = app.store.recent_runs(query).await?;
    let is_complete = runs.len() < MAX_RUNS as usize;
    let mut summary = Summary::of(&runs, window);
    for workflow in summary.workflows() {
        let times = app.runs.node_times(&workflow.id);
        workflow.set_nodes(&times, &titles(app, &workflow.id).await);
    }
    let answer = Envelope::success(summary.json(is_complete));
    let body = serde_json::to_vec(&answer).map_err(ApiError::internal)?;
    Ok(body.into())
}

/// The titles of a workflow's nodes by their ids; empty if it is no longer deployed.
async fn titles(app: &AppState, workflow: &str) -> HashMap<String, String> {
    let Ok(Ok(deployed)) = app.catalog.find_known(&WorkflowId::of(workflow)).await else {
        return HashMap::new();
    };
    let nodes = deployed.workflow.nodes.iter().map(|node| {
        let title = node.title.as_ref().unwrap_or(&node.class);
        (node.id.clone(), title.clone())
    });
    nodes.collect()
}
