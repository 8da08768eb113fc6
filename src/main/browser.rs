//! `flowdeck serve --open`: opens the link in the browser. Every user of a machine can see the arguments of programs,
//! and the key is in the link. So the browser is started with another link, which leads to it once.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use uuid::Uuid;

/// How long the browser may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// Opens a link. If that fails, the log says so; people can still open the link that was printed.
pub(crate) async fn open(link: String) {
    if let Err(why) = hand_over(link).await {
        tracing::warn!("opening the browser: {why}; open the link yourself");
    }
}

/// Starts the browser, and leads it to the link.
async fn hand_over(link: String) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let path = format!("/{}", Uuid::new_v4().simple());
    let start = format!("http://{}{path}", listener.local_addr()?);
    let used = Arc::new(Notify::new());
    let is_used = used.clone();
    let until_used = async move {
        let _ = tokio::time::timeout(PATIENCE, is_used.notified()).await;
    };
    let router = router(&path, link, used);
    let serving = axum::serve(listener, router).with_graceful_shutdown(until_used);
    tokio::task::spawn_blocking(move || open::that_detached(start)).await??;
    serving.await
}

/// Answers the path once.
fn router(path: &str, link: String, used: Arc<Notify>) -> Router {
    let was_used = Arc::new(AtomicBool::new(false));
    let lead = async move || -> Response {
        if was_used.swap(true, Ordering::Relaxed) {
            return StatusCode::GONE.into_response();
        }
        used.notify_one();
        let headers = [
            (header::LOCATION, link.as_str()),
            (header::CACHE_CONTROL, "no-store"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::CONNECTION, "close"),
        ];
        (StatusCode::SEE_OTHER, headers).into_response()
    };
    Router::new().route(path, get(lead))
}
