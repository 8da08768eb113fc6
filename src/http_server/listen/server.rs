//! Accepts connections until the listener closes, then waits for the requests that are being served.

use axum::Router;
use axum::serve::Listener;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::connection;
use super::connections::Connections;
use super::limits::Limits;
use super::tls::Tls;

/// Answers requests until `closing` is cancelled. Then it refuses new connections and completes when
/// the last request has been answered. Dropping it ends every connection. With `tls`, connections are encrypted.
pub async fn serve(
    mut listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    limits: Limits,
    closing: CancellationToken,
) {
    let connections = Connections::new(limits);
    let mut tasks = JoinSet::new();
    for number in 0.. {
        let (stream, caller) = tokio::select! {
            () = closing.cancelled() => break,
            accepted = Listener::accept(&mut listener) => accepted,
        };
        while tasks.try_join_next().is_some() {}
        if let Some(place) = connections.admit(number) {
            let (tls, router) = (tls.as_ref().map(Tls::acceptor), router.clone());
            let serving = connection::serve(place, stream, tls, caller, router, closing.clone());
            tasks.spawn(serving);
        }
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}
