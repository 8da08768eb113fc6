//! Serves the playground's files, from a folder or from the program itself. Does not know how they are built.

use std::io;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use embedded::Site;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, DefaultServeDirFallback};
use tower_http::set_header::SetResponseHeaderLayer;

use super::regular_files::RegularFiles;
use crate::api_error::ApiError;
use http_server::byte_range;

/// The page may connect to every deployment and show its files, but runs only its own scripts.
const SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    connect-src *; img-src * blob: data:; media-src * blob: data:; font-src 'self' data:; \
    object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/// The API reference connects to its own service alone. The library that draws it writes styles into the page.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data:; media-src 'self' blob: data:; font-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Visitors read this too, so only the log contains the path of the folder.
const NO_PLAYGROUND: &str = "There is no playground here: the program was built without it, or its folder has no index.html.\n\
    Install a flowdeck that contains it, build one with `make program`, or choose its folder with --site.\n\
    The API works without it: POST /api/v1/runs, GET /api/v1/comfy/queue, GET /llms.txt.\n";

/// The npm package. Browsers and npm would also take other types; this one is registered.
const PACKAGE: &str = "/flowdeck.tgz";
const PACKAGE_TYPE: HeaderValue = HeaderValue::from_static("application/gzip");

/// Leads `/docs` to the folder. The address is relative, because the site may be below a path.
async fn docs() -> Response {
    (
        StatusCode::TEMPORARY_REDIRECT,
        [(header::LOCATION, "docs/")],
    )
        .into_response()
}

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

async fn add_security_policy(request: Request, next: Next) -> Response {
    let policy = match request.uri().path().starts_with("/docs/") {
        true => DOCS_POLICY,
        false => SECURITY_POLICY,
    };
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy),
    );
    response
}

/// Serves the playground. Without an `index.html`, `/` says that there is none.
pub(super) fn site(site: &Site) -> Router {
    let router = match site {
        Site::Folder(folder) if folder.join("index.html").is_file() => {
            let has_docs = folder.join("docs/index.html").is_file();
            files(ServeDir::with_backend(folder, RegularFiles), has_docs)
        }
        Site::Embedded(embedded) if embedded.get("index.html").is_some() => {
            let has_docs = embedded.get("docs/index.html").is_some();
            files(ServeDir::with_backend("", *embedded), has_docs)
        }
        Site::Folder(_) | Site::Embedded(_) => no_playground(site),
    };
    let router = router.layer(from_fn(add_security_policy));
    // `no-cache` makes browsers revalidate every file: an old page never loads a new module.
    [
        (header::CACHE_CONTROL, "no-cache"),
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

/// Serves files of a folder or of the program.
fn files<B: Backend>(files: ServeDir<DefaultServeDirFallback, B>, has_docs: bool) -> Router {
    // A redirect of `//name` would lead to another host.
    let files = files
        .redirect_to_trailing_slash(false)
        .precompressed_br()
        .precompressed_gzip();
    let router = match has_docs {
        true => Router::new().route("/docs", get(docs)),
        false => Router::new(),
    };
    let router = router.fallback(async move |request: Request| {
        let is_package = request.uri().path() == PACKAGE;
        let missing = is_visit(&request).then(|| missing_page(request.uri().path()));
        let served = byte_range::serve(request, |request| files.clone().try_call(request));
        match (served.await, missing) {
            (Ok(response), Some(missing)) if response.status() == StatusCode::NOT_FOUND => missing,
            (Err(why), Some(missing)) if is_missing(&why) => missing,
            (Ok(mut response), _) => {
                if is_package && response.status().is_success() {
                    response
                        .headers_mut()
                        .insert(header::CONTENT_TYPE, PACKAGE_TYPE);
                }
                response.into_response()
            }
            (Err(why), _) if is_missing(&why) => StatusCode::NOT_FOUND.into_response(),
            (Err(why), _) => ApiError::internal(why).into_response(),
        }
    });
    router.layer(from_fn(require_plain_path))
}

/// Whether a person sees the answer, rather than a page or a program that needs a file.
fn is_visit(request: &Request) -> bool {
    let accepted = request.headers().get(header::ACCEPT);
    accepted.is_some_and(|types| types.as_bytes().starts_with(b"text/html"))
}

/// Says that there is nothing at this path, and links to the playground. The link is relative, because the site may be
/// below a path.
fn missing_page(path: &str) -> Response {
    let above = path.matches('/').count().saturating_sub(1);
    let root = match above {
        0 => "./".to_owned(),
        _ => "../".repeat(above),
    };
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Page not found</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
         <h1>Page not found</h1><p>There is no page at this address. <a href=\"{root}\">Open flowdeck</a></p></html>"
    );
    (StatusCode::NOT_FOUND, Html(page)).into_response()
}

/// Says that there is no playground: in the log why, and to visitors what works.
fn no_playground(site: &Site) -> Router {
    match site {
        Site::Folder(folder) => tracing::warn!(
            "serving the playground: {} has no index.html; build it with `make site`, or choose another folder with \
             --site",
            folder.display()
        ),
        Site::Embedded(_) => tracing::warn!(
            "serving the playground: this program was built without it; build one with `make program`, or choose its \
             folder with --site"
        ),
    }
    let answer = || get(async || (StatusCode::NOT_FOUND, NO_PLAYGROUND));
    Router::new()
        .route("/", answer())
        .route("/docs", answer())
        .route("/docs/", answer())
        .fallback(StatusCode::NOT_FOUND)
}
