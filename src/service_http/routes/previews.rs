//! The last preview of a run that is running, by a signed link, so that a page can show it as an image.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::app_state::AppState;
use service::auth::SignedLink;

/// `GET /api/v1/previews/{run_id}?expires=&key=&signature=`.
pub(super) async fn preview(
    State(app): State<Arc<AppState>>,
    Path(run_id): Path<String>,
    Query(link): Query<SignedLink>,
) -> Result<Response, ApiError> {
    let preview = app.operations.runs.preview(&run_id, &link).await?;
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
