//! Reading, cancelling and repeating runs: what deployments offer beyond the contract.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::api::{
    Envelope, OutputLink, RunDetail, RunEntry, RunInput, RunList, RunOutput, RunProgress, RunStatus,
};
use crate::service::answer::Refusal;
use crate::service::cancel;
use crate::service::regenerate;
use crate::service::shared::Shared;
use crate::service::store::{Page, Run, SortBy};

/// A query as it came: what is wrong with a value is said in our words.
type Asked = Query<HashMap<String, String>>;

/// `GET /api/v1/runs?group_id=`.
pub(super) async fn list(
    State(shared): State<Arc<Shared>>,
    Query(asked): Asked,
) -> Result<Json<Envelope<RunList>>, Refusal> {
    let page = page(&asked)?;
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

fn page(asked: &HashMap<String, String>) -> Result<Page, Refusal> {
    let given = |name: &str| {
        asked
            .get(name)
            .map(String::as_str)
            .filter(|text| !text.is_empty())
    };
    let sort_by = match given("sort_by") {
        None | Some("created_at") => SortBy::Created,
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
    let descending = match given("sort_order") {
        None | Some("desc") => true,
        Some("asc") => false,
        Some(_) => return Err(wrong("sort_order", "must be asc or desc", "enum")),
    };
    Ok(Page {
        page: number("page", given("page"), 1, 1_000_000)?,
        page_size: number("page_size", given("page_size"), 20, 100)?,
        group_id: given("group_id").map(str::to_owned),
        sort_by,
        descending,
    })
}

fn number(name: &str, text: Option<&str>, usual: u32, most: u32) -> Result<u32, Refusal> {
    let Some(text) = text else {
        return Ok(usual);
    };
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number));
    let msg = || format!("must be a whole number from 1 to {most}");
    number.ok_or_else(|| wrong(name, &msg(), "int_parsing"))
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

/// `POST /api/v1/runs/{run_id}/regenerate`; answered as a submission is.
pub(super) async fn regenerate(
    State(shared): State<Arc<Shared>>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<Vec<RunEntry>>>, Refusal> {
    let run = find(&shared, &run_id).await?;
    let entry = regenerate::regenerate(shared, run).await?;
    Ok(Json(Envelope::success(vec![entry])))
}

/// `GET /api/v1/runs/output?filename=`: where an output is to be had; 204 while it is not ready.
pub(super) async fn output(
    State(shared): State<Arc<Shared>>,
    Query(mut asked): Asked,
) -> Result<Response, Refusal> {
    let filename = asked.remove("filename").filter(|name| !name.is_empty());
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
    let data = OutputLink {
        download_url: shared.signer.link(&filename),
        generation_status: run.status.name().to_owned(),
    };
    Ok(Json(Envelope::success(data)).into_response())
}

async fn find(shared: &Shared, run_id: &str) -> Result<Run, Refusal> {
    let run = shared.store.run(run_id).await.map_err(Refusal::internal)?;
    run.ok_or_else(|| Refusal::NotFound(format!("there is no run “{run_id}”")))
}

fn progress_of(shared: &Shared, run: &Run) -> Option<RunProgress> {
    let running = run.status == RunStatus::Running;
    let uri = run.instance.as_deref().filter(|_| running)?;
    shared.pool.instance(uri)?.progress(&run.prompt_id)
}

fn detail_of(shared: &Shared, run: Run) -> RunDetail {
    let progress = progress_of(shared, &run);
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
        progress,
        created_at: run.created_at,
        started_at: run.started_at,
        completed_at: run.completed_at,
    }
}
