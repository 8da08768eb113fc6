//! ComfyUI's routes, bare and under `/api`. Knows nothing about what they do.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use tokio_util::sync::CancellationToken;

use super::backend::Backend;
use super::limits::{MAX_BODY, MAX_UPLOAD};
use super::origin_check::check_origin;
use super::routes::{
    features, history, interrupt, object_info, prompt, queue, system_stats, upload_image, view,
    websocket,
};
use super::state::ServerState;
use super::token::{EngineToken, check_token};

/// The router of a server in front of a backend, for callers with this token. It closes its WebSockets when `shutdown`
/// is cancelled.
pub fn router(
    backend: Arc<dyn Backend>,
    token: EngineToken,
    shutdown: CancellationToken,
) -> Router {
    let state = Arc::new(ServerState::new(backend, shutdown));
    let routes = routes();
    Router::new()
        .merge(routes.clone())
        .nest("/api", routes)
        .layer(middleware::from_fn(check_origin))
        .layer(middleware::from_fn_with_state(token, check_token))
        .with_state(state)
}

fn routes() -> Router<Arc<ServerState>> {
    let upload = post(upload_image::post).layer(DefaultBodyLimit::max(MAX_UPLOAD));
    Router::new()
        .route("/prompt", post(prompt::post).get(prompt::get))
        .route("/queue", get(queue::get).post(queue::post))
        .route("/interrupt", post(interrupt::post))
        .route("/history", get(history::get_many).post(history::post))
        .route("/history/{id}", get(history::get_one))
        .route("/object_info", get(object_info::get_all))
        .route("/object_info/{class}", get(object_info::get_one))
        .route("/features", get(features::get))
        .route("/system_stats", get(system_stats::get))
        .route("/view", get(view::get))
        .route("/ws", get(websocket::connect))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .route("/upload/image", upload)
}
