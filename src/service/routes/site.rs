//! The playground's files, as they were built.

use std::path::Path;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::routing::get;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// The page may talk to any deployment, and show what comes from there; it runs no script but its
/// own.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    connect-src *; img-src * blob: data:; media-src * blob: data:; font-src 'self' data:; \
    object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/// Serves a folder; when it is not there, `/` says how to build it.
pub(super) fn site(folder: &Path) -> Router {
    let router = if folder.join("index.html").is_file() {
        let files = ServeDir::new(folder)
            .precompressed_br()
            .precompressed_gzip();
        Router::new().fallback_service(files)
    } else {
        let folder = folder.display().to_string();
        tracing::warn!(
            "the playground is not built: there is no index.html in {folder}; \
             build it with `make site`, or name its folder with --site"
        );
        Router::new()
            .route("/", get(async move || missing(&folder)))
            .fallback(StatusCode::NOT_FOUND)
    };
    // `no-cache` asks each time whether a file has changed: an old page never meets a new module.
    [
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ]
    .into_iter()
    .fold(
        router,
        |router, (name, value): (HeaderName, &'static str)| {
            router.layer(SetResponseHeaderLayer::overriding(
                name,
                HeaderValue::from_static(value),
            ))
        },
    )
}

fn missing(folder: &str) -> (StatusCode, String) {
    let text = format!(
        "The playground is not built: there is no index.html in {folder}.\n\
         Build and start it with `make play`, or name its folder with --site.\n\
         The API is here all the same: POST /api/v1/runs, GET /api/v1/comfy/queue.\n"
    );
    (StatusCode::NOT_FOUND, text)
}
