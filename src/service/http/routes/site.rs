//! Serves the playground's files. Does not know how they are built.

use std::io;
use std::path::Path;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::http::api_error::ApiError;
use http_server::byte_range;

/// The page may connect to every deployment and show its files, but runs only its own scripts.
const SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    connect-src *; img-src * blob: data:; media-src * blob: data:; font-src 'self' data:; \
    object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/// Visitors read this too, so only the log contains the path of the folder.
const NOT_BUILT: &str = "The playground has not been built: its folder has no index.html.\n\
    Build and start it with `make play`, or choose its folder with --site.\n\
    The API works without it: POST /api/v1/runs, GET /api/v1/comfy/queue.\n";

/// Whether a file cannot be opened because there is none with its name.
fn is_missing(why: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound, PermissionDenied};
    matches!(
        why.kind(),
        NotFound | NotADirectory | InvalidFilename | PermissionDenied
    )
}

/// Passes on only requests whose path is one of the site: browsers and proxies do not agree on what empty names and
/// backslashes in a path mean.
async fn require_plain_path(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_ascii_lowercase();
    match ["//", "\\", "%5c", "%2f"]
        .iter()
        .any(|odd| path.contains(odd))
    {
        true => StatusCode::NOT_FOUND.into_response(),
        false => next.run(request).await,
    }
}

/// Serves a folder. Without an `index.html` in it, `/` explains how to build the playground.
pub(super) fn site(folder: &Path) -> Router {
    let router = if folder.join("index.html").is_file() {
        // A redirect of `//name` would lead to another host.
        let files = ServeDir::new(folder)
            .redirect_to_trailing_slash(false)
            .precompressed_br()
            .precompressed_gzip();
        let router = Router::new().fallback(async move |request: Request| {
            let served = byte_range::serve(request, |request| files.clone().try_call(request));
            match served.await {
                Ok(response) => response.into_response(),
                Err(why) if is_missing(&why) => StatusCode::NOT_FOUND.into_response(),
                Err(why) => ApiError::internal(why).into_response(),
            }
        });
        router.layer(from_fn(require_plain_path))
    } else {
        tracing::warn!(
            "serving the playground: {} has no index.html; \
             build it with `make site`, or choose its folder with --site",
            folder.display()
        );
        Router::new()
            .route("/", get(async || (StatusCode::NOT_FOUND, NOT_BUILT)))
            .fallback(StatusCode::NOT_FOUND)
    };
    // `no-cache` makes browsers revalidate every file: an old page never loads a new module.
    [
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, SECURITY_POLICY),
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
