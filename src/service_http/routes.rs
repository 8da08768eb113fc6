//! The service's routes: which handler serves which path, and which paths require the key.

mod absolute_link;
mod admission;
mod answer_memory;
mod audit;
mod auth;
mod compressed_body;
mod endpoint;
mod endpoints;
mod engines;
mod example_files;
mod host;
mod identity;
mod keys;
mod large_answer;
mod limits;
mod llms;
mod markdown;
mod monitoring;
mod number_parameter;
mod object_info;
mod observed;
mod openapi;
mod output_files;
mod own_key;
mod plain_query;
mod previews;
mod probes;
mod queue;
mod regular_files;
mod rights;
mod run_events;
mod run_query;
mod run_removal;
mod run_summary;
mod run_token;
mod runs;
mod schemas;
mod shared;
mod shares;
mod site;
mod submission_parameters;
mod submit;
mod usage;
mod webhooks;
mod workflow;
mod workflows;

pub(crate) use monitoring::monitoring_router;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use host::AllowedHosts;
use tower_http::cors::{AllowOrigin, CorsLayer};

use self::answer_memory::AnswerMemory;
use super::api_error::ApiError;
use super::app_state::AppState;
use super::private_answers;
use super::rate_limit_headers;
use super::request_ids::REQUEST_ID;
use api::{self, IDEMPOTENCY_HEADER, KEY_HEADER};
use service::auth::{FILES_PATH, PREVIEWS_PATH};
use service::operations::submissions::TRACEPARENT;

/// Paths of the API that lead nowhere.
const UNKNOWN_PATHS: [&str; 2] = ["/api", "/api/{*path}"];

/// Every route of the service, which listens at this address.
pub(crate) fn router(app: Arc<AppState>, address: Option<SocketAddr>) -> Router {
    let memory = AnswerMemory::default();
    let routes = |submits| endpoints::routes(submits, app.settings.max_upload, &memory);
    let reading = routes(false).route_layer(from_fn_with_state(app.clone(), limits::reads));
    let submitting = routes(true).route_layer(from_fn_with_state(app.clone(), limits::submissions));
    let keyed = reading
        .merge(submitting)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .route_layer(from_fn(compressed_body::refuse))
        .route_layer(from_fn(plain_query::require))
        .route_layer(from_fn(rights::require))
        .route_layer(from_fn_with_state(app.clone(), auth::require_key))
        .route_layer(from_fn_with_state(app.clone(), llms::describe_without_key))
        .layer(Extension(endpoints::ALL));
    let site = site::site(&app.settings.site);
    keyed
        .layer(map_response(private))
        .merge(open())
        .route(UNKNOWN_PATHS[0], axum::routing::any(not_found))
        .route(UNKNOWN_PATHS[1], axum::routing::any(not_found))
        .fallback_service(site)
        .layer(from_fn_with_state(memory, answer_memory::limit))
        .layer(cors(&app.settings.allowed_origins))
        .layer(from_fn_with_state(app.clone(), admission::admit))
        .layer(from_fn_with_state(
            AllowedHosts::of(&app.settings, address),
            host::require_allowed,
        ))
        .layer(from_fn_with_state(app.clone(), observed::observe))
        .with_state(app)
}

/// The routes that need no key: what links lead to, and probes.
fn open() -> Router<Arc<AppState>> {
    Router::new()
        .route(
            &format!("{FILES_PATH}/{{run_id}}/{{name}}"),
            get(output_files::file),
        )
        .route(
            &format!("{PREVIEWS_PATH}/{{run_id}}"),
            get(previews::preview),
        )
        .route(shared::PATH, get(shared::page))
        .route(shared::FILE_PATH, get(shared::file))
        .merge(monitoring::probes())
}

/// Pages of these origins may use the deployment; of every origin if there are none, since the key
/// protects it.
fn cors(origins: &[String]) -> CorsLayer {
    let header = |origin: &String| HeaderValue::from_str(origin).ok();
    let origins = match origins {
        [] => AllowOrigin::any(),
        origins => AllowOrigin::list(origins.iter().filter_map(header)),
    };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::PATCH,
            Method::DELETE,
        ])
        .allow_headers([
            named(KEY_HEADER),
            named(IDEMPOTENCY_HEADER),
            run_events::LAST_EVENT_ID,
            header::CONTENT_TYPE,
            REQUEST_ID,
            HeaderName::from_static(TRACEPARENT),
        ])
        .expose_headers([
            header::RETRY_AFTER,
            REQUEST_ID,
            rate_limit_headers::LIMIT,
            rate_limit_headers::POLICY,
        ])
        .max_age(std::time::Duration::from_secs(3600))
}

async fn private(mut response: Response) -> Response {
    private_answers::set_headers(response.headers_mut());
    response
}

fn named(name: &str) -> HeaderName {
    HeaderName::from_bytes(name.as_bytes()).unwrap_or(header::AUTHORIZATION)
}

async fn not_found(request: Request) -> Response {
    let path = request.uri().path();
    ApiError::not_found(format!(
        "there is no operation at {path}; check the address"
    ))
    .into_response()
}
