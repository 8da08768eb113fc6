//! `/llms.txt` and `/llms/{page}`: the API and each workflow as Markdown, for agents and for people in a terminal.
//! Without a key, `/llms.txt` describes the API alone, since the names of workflows are not public.

mod index;
mod workflow_page;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::absolute_link;
use super::endpoint::{Answer, Endpoints, at, endpoints};
use super::schemas::{self, described, plain, required};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::KEY_HEADER;
use service::auth::Caller;
use service::operations::workflows::READ_WORKFLOWS;

/// The path of the index.
const INDEX: &str = "/llms.txt";

endpoints! {
    "llmsIndex" => index, at("GET /llms.txt"), READ_WORKFLOWS, "Read the API in Markdown",
        about: "Needs no key. With a key that has the right `read`, it also lists the workflows.",
        answer: Answer::Responses(|| {
            let about = "The operations of this service, and links to the page of each workflow.";
            plain(about, "text/plain", &schemas::text())
        }),
        is_open: true;
    "workflowPage" => page, at("GET /llms/{page}"), READ_WORKFLOWS, "Read a workflow's page in Markdown",
        parameters: || vec![described(required("path", "page"), "The workflow's ID and `.md`.")],
        answer: Answer::Responses(|| {
            let about = "The fields of the workflow with their bounds, and an example call.";
            plain(about, "text/markdown", &schemas::text())
        });
}

/// Answers a request for the index without a key; every other request goes on.
pub(super) async fn describe_without_key(
    State(app): State<Arc<AppState>>,
    Extension(endpoints): Extension<Endpoints>,
    request: Request,
    next: Next,
) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let has_key = request
        .headers()
        .get(KEY_HEADER)
        .is_some_and(|key| !key.is_empty());
    if request.uri().path() != INDEX || !is_read || has_key {
        return next.run(request).await;
    }
    let base = absolute_link::known_base(&app.settings, request.headers());
    text(
        index::text(base.as_deref(), endpoints, None),
        "text/plain; charset=utf-8",
    )
}

/// `GET /llms.txt` with a key: with the workflows.
pub(super) async fn index(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(endpoints): Extension<Endpoints>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let base = absolute_link::known_base(&app.settings, &headers);
    let all = app.operations.workflows.deployed(&caller).await?;
    let all: Vec<_> = all
        .iter()
        .filter(|deployed| deployed.entry.problems.is_empty())
        .collect();
    Ok(text(
        index::text(base.as_deref(), endpoints, Some(&all)),
        "text/plain; charset=utf-8",
    ))
}

/// `GET /llms/<workflow id>.md`.
pub(super) async fn page(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(page): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let not_found = || {
        ApiError::not_found(format!(
            "there is no page “{page}”; {} links to the page of each workflow",
            INDEX
        ))
    };
    let id = page.strip_suffix(".md").ok_or_else(not_found)?;
    let found = app.operations.workflows.find(&caller, id).await?;
    let deployed = found.ok_or_else(not_found)?;
    let base = absolute_link::known_base(&app.settings, &headers);
    let page = workflow_page::text(&deployed, id, base.as_deref());
    Ok(text(page, "text/markdown; charset=utf-8"))
}

fn text(text: String, content_type: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "private, no-cache"),
        (header::VARY, KEY_HEADER),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let mut response = (StatusCode::OK, text).into_response();
    for (name, value) in headers {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}
