//! The last preview of a run that is running, by a signed link, so that a page can show it as an image.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::auth::SignedLink;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use store::RunRecord;

/// `GET /api/v1/previews/{run_id}?expires=&key=&signature=`.
pub(super) async fn preview(
    State(app): State<Arc<AppState>>,
    Path(run_id): Path<String>,
    Query(link): Query<SignedLink>,
) -> Result<Response, ApiError> {
    let missing = || ApiError::NotFound(format!("there is no preview of the run “{run_id}” now"));
    if !app.auth.is_valid(&run_id, &link) {
        return Err(missing());
    }
    let run = app.store.listed_run(&run_id).await?;
    let preview = run.and_then(|run| {
        let instance = app.engines.pool.find(run.instance_address.as_deref()?)?;
        instance.preview(&run.prompt_id)
    });
    let preview = preview.ok_or_else(missing)?;
    let headers: [(HeaderName, HeaderValue); 4] = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(preview.media_type),
        ),
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("sandbox; default-src 'none'"),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, preview.image).into_response())
}

/// The link to the preview of a run, if there is one. It changes with each image.
pub(super) fn link(app: &AppState, run: &RunRecord) -> Option<String> {
    let instance = app.engines.pool.find(run.instance_address.as_deref()?)?;
    numbered_link(
        app,
        &run.id,
        &run.owner,
        instance.preview_number(&run.prompt_id),
    )
}

/// The link to the preview with this number of a run of this owner; there is none with the number 0.
pub(super) fn numbered_link(
    app: &AppState,
    run_id: &str,
    owner: &str,
    number: u32,
) -> Option<String> {
    (number > 0).then(|| {
        let link_id = app.auth.keys.link_id(owner);
        let path = app.auth.signer.preview_link(run_id, &link_id);
        app.settings.link(&format!("{path}&image={number}"))
    })
}
