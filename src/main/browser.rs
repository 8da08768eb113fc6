//! `flowdeck serve --open`: opens the link in the browser. Every user of a machine can see the arguments of programs,
//! and the key is in the link. So the browser is started with another link, which leads to it once, and only for the
//! user who has started the service.

#[path = "browser/same_user.rs"]
mod same_user;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot};
use uuid::Uuid;

use super::{TOKEN_VARIABLE, key};

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
    let address = listener.local_addr()?;
    let path = format!("/{}", Uuid::new_v4().simple());
    let start = format!("http://{address}{path}");
    let used = Arc::new(Notify::new());
    let is_used = used.clone();
    let until_used = async move {
        let _ = tokio::time::timeout(PATIENCE, is_used.notified()).await;
    };
    let router = router(&path, address, link, used);
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, router).with_graceful_shutdown(until_used);
    let (failed, failure) = oneshot::channel();
    // Some systems wait here until the browser is closed, which nothing else must wait for.
    thread::spawn(move || {
        if !start_browser(&start) {
            let _ = failed.send(());
        }
    });
    tokio::select! {
        served = serving.into_future() => served,
        Ok(()) = failure => Err(io::Error::other("none could be started")),
    }
}

/// Starts the first browser that works: without the secrets of the service in its environment, and so that Ctrl-C in
/// the terminal does not reach it. Returns whether one did.
fn start_browser(link: &str) -> bool {
    let is_started = |mut command: Command| {
        for secret in [key::VARIABLE, key::FIRST_KEY, TOKEN_VARIABLE] {
            command.env_remove(secret);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let status = command.stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    open::commands(link).into_iter().any(is_started)
}

/// Answers the path once.
fn router(path: &str, address: SocketAddr, link: String, used: Arc<Notify>) -> Router {
    let was_used = Arc::new(AtomicBool::new(false));
    let lead = async move |ConnectInfo(caller): ConnectInfo<SocketAddr>| -> Response {
        if !same_user::is_ours(caller, address) {
            tracing::warn!(
                "another user of this machine asked for the link that opens the browser, and did not get it"
            );
            return StatusCode::FORBIDDEN.into_response();
        }
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
