//! `GET /metrics`, `/healthz` and `/readyz`: for Prometheus, load balancers and supervisors.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use prometheus_client::encoding::prometheus_text::CONTENT_TYPE;
use serde_json::json;

use super::endpoint::{Answer, at, endpoints};
use super::host::{self, AllowedHosts};
use super::probes::{LIVE_PATH, READY_PATH};
use super::schemas::{plain, text};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use service::auth::Caller;
use service::monitoring::Missing;
use service::operations::metrics::READ_METRICS;

/// The route of the metrics.
pub(super) const PATH: &str = "/metrics";

endpoints! {
    "metrics" => metrics, at("GET /metrics"), READ_METRICS, "Read the metrics of the service",
        answer: Answer::Responses(|| {
            let about = "All metrics in the text format of Prometheus.";
            plain(about, "text/plain", &text())
        });
}

/// The routes that need no key.
pub(super) fn probes() -> Router<Arc<AppState>> {
    Router::new()
        .route(LIVE_PATH, get(async || "ok\n"))
        .route(READY_PATH, get(readiness))
}

/// Every route of a listener for monitoring alone, at this address, which needs no key.
pub(crate) fn monitoring_router(app: Arc<AppState>, address: Option<SocketAddr>) -> Router {
    Router::new()
        .route(PATH, get(metrics_without_key))
        .merge(probes())
        .fallback(StatusCode::NOT_FOUND)
        .layer(from_fn_with_state(
            AllowedHosts::without_proxy(address),
            host::require_allowed,
        ))
        .with_state(app)
}

/// All metrics.
async fn metrics(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, ApiError> {
    Ok(text_of(app.operations.metrics.read(&caller).await?))
}

/// The same on the listener for monitoring, which only the monitoring reaches.
async fn metrics_without_key(State(app): State<Arc<AppState>>) -> Response {
    text_of(app.monitoring.text().await)
}

fn text_of(metrics: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, CONTENT_TYPE),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, metrics).into_response()
}

async fn readiness(State(app): State<Arc<AppState>>) -> Response {
    let missing = app.monitoring.missing().await;
    let status = match missing.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    let missing: Vec<&str> = missing.into_iter().map(Missing::name).collect();
    let answer = json!({ "ready": missing.is_empty(), "missing": missing });
    let headers = [(header::CACHE_CONTROL, "no-store")];
    (status, headers, Json(answer)).into_response()
}
