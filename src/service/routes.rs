//! The routes: which path does what, who may, and what every answer carries.

mod files;
mod openapi;
mod queue;
mod runs;
mod site;
mod submit;
mod workflows;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderName, Method, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::cors::{Any, CorsLayer};

use super::answer::Refusal;
use super::auth;
use super::shared::Shared;
use crate::api::{self, KEY_HEADER};

/// Every route of the service.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let limit = DefaultBodyLimit::max(shared.max_upload);
    let keyed = Router::new()
        .route(&api::RUN.path_template(), post(submit::submit).layer(limit))
        .route(&api::RUNS.path_template(), get(runs::list))
        .route(&api::OUTPUT.path_template(), get(runs::output))
        .route(&api::GET_RUN.path_template(), get(runs::detail))
        .route(&api::CANCEL.path_template(), post(runs::cancel))
        .route(&api::REGENERATE.path_template(), post(runs::regenerate))
        .route(&api::QUEUE.path_template(), get(queue::queue))
        .route(&api::HEALTH.path_template(), get(queue::health))
        .route(&api::WORKFLOWS.path_template(), get(workflows::list))
        .route(&api::OPENAPI.path_template(), get(openapi::document))
        .method_not_allowed_fallback(async || Refusal::Method)
        .route_layer(from_fn_with_state(shared.clone(), auth::require_key));
    let open = Router::new().route(
        &format!("{}/{{run_id}}/{{name}}", super::links::FILES),
        get(files::file),
    );
    let site = site::site(&shared.site);
    keyed
        .merge(open)
        .route("/api", axum::routing::any(unknown))
        .route("/api/{*path}", axum::routing::any(unknown))
        .fallback_service(site)
        .layer(cors())
        .with_state(shared)
}

/// A page on another origin may use the deployment: the key, and nothing else, lets it in.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([
            HeaderName::from_bytes(KEY_HEADER.as_bytes()).unwrap_or(header::AUTHORIZATION),
            header::CONTENT_TYPE,
        ])
        .expose_headers([header::RETRY_AFTER])
        .max_age(std::time::Duration::from_secs(3600))
}

async fn unknown(request: Request) -> Response {
    Refusal::NotFound(format!("there is no operation at {}", request.uri().path())).into_response()
}
