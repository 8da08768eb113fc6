//! Reading and cancelling runs: what deployments offer beyond the contract.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::{Envelope, RunDetail, RunInput, RunList, RunOutput, RunStatus};
use crate::service::answer::Refusal;
use crate::service::cancel;
use crate::service::shared::Shared;
use crate::service::store::{Page, Run, SortBy};

/// What may stand in the query of a listing. Texts, so that a wrong one is named in our words.
#[derive(Deserialize)]
pub(super) struct Listing {
    group_id: Option<String>,
    page: Option<String>,
    page_size: Option<String>,
    sort_by: Option<String>,
    sort_order: Option<String>,
}

/// `GET /api/v1/runs?group_id=`.
pub(super) async fn list(
    State(shared): State<Arc<Shared>>,
    Query(listing): Query<Listing>,
) -> Result<Json<Envelope<RunList>>, Refusal> {
    let page = listing.page()?;
    let group_id = page.group_id.clone();
    let (count, runs) = shared.store.runs(page).await.map_err(Refusal::internal)?;
    let runs = runs
        .into_iter()
        .map(|run| detail_of(&shared, run))
        .collect();
    Ok(Json(Envelope::success(RunList {
        group_id,
        count,
        runs,
    })))
}

impl Listing {
    fn page(self) -> Result<Page, Refusal> {
        let sort_by = match self.sort_by.as_deref() {
            None | Some("" | "created_at") => SortBy::Created,
            Some("started_at") => SortBy::Started,
            Some("completed_at") => SortBy::Completed,
            Some(_) => {
                return Err(wrong(
                    "sort_by",
                    "must be created_at, started_at or completed_at",
                    "enum",
                ));
            }
        };
        let descending = match self.sort_order.as_deref() {
            None | Some("" | "desc") => true,
            Some("asc") => false,
            Some(_) => return Err(wrong("sort_order", "must be asc or desc", "enum")),
        };
        Ok(Page {
            page: number("page", self.page, 1, 1_000_000)?,
            page_size: number("page_size", self.page_size, 20, 100)?,
            group_id: self.group_id.filter(|group| !group.is_empty()),
            sort_by,
            descending,
        })
    }
}

fn number(name: &str, text: Option<String>, usual: u32, most: u32) -> Result<u32, Refusal> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(usual);
    };
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| {
        wrong(
            name,
            &format!("must be a whole number from 1 to {most}"),
            "int_parsing",
        )
    })
}

fn wrong(name: &str, msg: &str, kind: &str) -> Refusal {
    Refusal::invalid("query", name, msg, kind)
}

/// `GET /api/v1/runs/{run_id}`.
pub(super) async fn detail(
    State(shared): State<Arc<Shared>>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<RunDetail>>, Refusal> {
    let run = find(&shared, &run_id).await?;
    Ok(Json(Envelope::success(detail_of(&shared, run))))
}

/// `POST /api/v1/runs/{run_id}/cancel`.
pub(super) async fn cancel(
    State(shared): State<Arc<Shared>>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, Refusal> {
    let run = find(&shared, &run_id).await?;
    cancel::cancel(&shared, &run).await?;
    Ok(Json(Envelope::success("Run cancelled successfully")))
}

/// Which output is asked for.
#[derive(Deserialize)]
pub(super) struct Output {
    filename: Option<String>,
}

/// `GET /api/v1/runs/output?filename=`: where an output is to be had; 204 while it is not ready.
pub(super) async fn output(
    State(shared): State<Arc<Shared>>,
    Query(output): Query<Output>,
) -> Result<Response, Refusal> {
    let filename = output.filename.filter(|name| !name.is_empty());
    let filename =
        filename.ok_or_else(|| wrong("filename", "required: name the output", "missing"))?;
    let unknown = || Refusal::NotFound(format!("there is no output “{filename}”"));
    let (run_id, name) = filename.split_once('/').ok_or_else(unknown)?;
    let run = shared
        .store
        .run(run_id)
        .await
        .map_err(Refusal::internal)?
        .ok_or_else(unknown)?;
    if !run.status.is_final() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    if !run.outputs.iter().any(|output| output == name) {
        return Err(unknown());
    }
    let data: Value = json!({ "download_url": shared.signer.link(&filename), "generation_status": run.status.name() });
    Ok(Json(Envelope::success(data)).into_response())
}

async fn find(shared: &Shared, run_id: &str) -> Result<Run, Refusal> {
    let run = shared.store.run(run_id).await.map_err(Refusal::internal)?;
    run.ok_or_else(|| Refusal::NotFound(format!("there is no run “{run_id}”")))
}

fn detail_of(shared: &Shared, run: Run) -> RunDetail {
    let inputs = run.inputs.into_iter().map(|input| RunInput {
        path: input.path,
        value: Some(input.value),
    });
    let outputs = run
        .outputs
        .into_iter()
        .filter(|_| run.status == RunStatus::Completed)
        .map(|name| {
            let filename = format!("{}/{name}", run.id);
            RunOutput {
                url: Some(shared.signer.link(&filename)),
                filename,
            }
        });
    RunDetail {
        inputs: inputs.collect(),
        outputs: outputs.collect(),
        id: run.id,
        workflow_id: run.workflow_id,
        group_id: run.group_id,
        status: run.status,
        error: run.error,
        created_at: run.created_at,
        started_at: run.started_at,
        completed_at: run.completed_at,
    }
}
