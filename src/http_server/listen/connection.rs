//! Serves the requests of one connection.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::SystemTime;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use super::activity::overdue;
use super::connections::Place;
use super::exchange::Exchange;
use super::limits::Limits;
use super::request_body::RequestBody;
use super::response_body::ResponseBody;
use super::watched_stream::WatchedStream;

/// What a connection's buffers hold besides the headers of a request, in bytes. Callers that read slowly keep them full.
const BUFFER: usize = 8 << 10;

/// Seconds until there may be room for a request that had to make room.
const RETRY_AFTER: u64 = 10;

/// An extension of requests on connections that serve only requests with a valid key.
#[derive(Clone, Copy, Debug)]
pub struct Reserved;

/// Serves requests until the caller closes the connection, a limit is exceeded, or the listener
/// closes and no request is being served.
pub(super) async fn serve(
    place: Place,
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    caller: SocketAddr,
    router: Router,
    closing: CancellationToken,
) {
    if let Err(why) = stream.set_nodelay(true) {
        tracing::debug!("disabling the send delay: {why}");
    }
    let limits = place.limits();
    let stream = WatchedStream::new(stream, place.connection.clone(), limits.clone());
    let Some(tls) = tls else {
        return serve_stream(place, stream, caller, router, closing).await;
    };
    // The time for the first request's headers has begun.
    let encrypted = tokio::select! {
        result = tls.accept(stream) => result,
        () = overdue(place.connection.activity.subscribe(), &limits) => return,
        () = closing.cancelled() => return,
    };
    match encrypted {
        Ok(stream) => serve_stream(place, stream, caller, router, closing).await,
        Err(why) => tracing::debug!("encrypting the connection of {caller}: {why}"),
    }
}

async fn serve_stream<S>(
    place: Place,
    stream: S,
    caller: SocketAddr,
    router: Router,
    closing: CancellationToken,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let limits = place.limits();
    let service = service_fn(|request| answer(&place, router.clone(), caller, request));
    let connection = http1(&limits).serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    let activity = place.connection.activity.subscribe();
    let mut overdue = pin!(overdue(activity, &limits));
    let mut is_closing = false;
    loop {
        tokio::select! {
            result = &mut connection => return log(caller, result),
            () = &mut overdue => return,
            () = closing.cancelled(), if !is_closing => {
                is_closing = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

fn http1(limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        .max_header_size(limits.header_size)
        .max_buf_size(limits.header_size + BUFFER)
        .auto_date_header(has_date(SystemTime::now()))
        // Hyper's timeout cannot distinguish unfinished headers from an idle connection.
        .header_read_timeout(None);
    builder
}

/// Whether an answer of this time can have a date: HTTP's dates begin with 1970.
fn has_date(time: SystemTime) -> bool {
    time >= SystemTime::UNIX_EPOCH
}

async fn answer(
    place: &Place,
    router: Router,
    caller: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<ResponseBody>, Infallible> {
    let has_body = !request.body().is_end_stream();
    let exchange = Exchange::start(place, has_body);
    let pace = place.limits().body_pace();
    let mut request = request.map(|body| Body::new(RequestBody::new(body, exchange.clone(), pace)));
    request.extensions_mut().insert(ConnectInfo(caller));
    request.extensions_mut().insert(exchange.ownership());
    if place.is_reserved {
        request.extensions_mut().insert(Reserved);
    }
    let response = tokio::select! {
        response = TowerToHyperService::new(router).call(request) => response?,
        () = exchange.replaced() => replaced(),
    };
    let response = match exchange.is_stalled() {
        true => stalled(),
        false => response,
    };
    Ok(response.map(|body| ResponseBody::new(body, exchange)))
}

/// The answer to a request whose body arrives too slowly.
fn stalled() -> Response<Body> {
    let text =
        "the request's body stopped arriving, or was too slow; check the network and send it again";
    closing((StatusCode::REQUEST_TIMEOUT, text).into_response())
}

/// The answer to a request that makes room for those of others.
fn replaced() -> Response<Body> {
    let text = format!(
        "the request was ended to make room for others: the service has no free connections, and this caller has the \
         most; send it again in {RETRY_AFTER} s"
    );
    let retry_after = [(header::RETRY_AFTER, RETRY_AFTER)];
    closing((StatusCode::SERVICE_UNAVAILABLE, retry_after, text).into_response())
}

/// An answer that ends its connection.
pub fn closing(mut response: Response<Body>) -> Response<Body> {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    response
}

fn log(caller: SocketAddr, result: hyper::Result<()>) {
    if let Err(why) = result {
        tracing::debug!("serving {caller}: {why}");
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn answers_have_a_date_unless_the_clock_is_before_1970() {
        let start = SystemTime::UNIX_EPOCH;
        assert!(has_date(SystemTime::now()) && has_date(start));
        assert!(!has_date(start - Duration::from_secs(1)));
    }
}
