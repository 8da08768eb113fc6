//! A listener under test: what it answers, and a plain connection to it.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, WebSocketUpgrade};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::StreamExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::listen::{Limits, Ownership, Reserved, Tls, TooMany, serve};
use parties::Party;

/// Longer than any test: a limit that cannot be exceeded.
pub(super) const NEVER: Duration = Duration::from_secs(3600);
/// A limit that is soon exceeded, but not by a busy machine.
pub(super) const SHORT: Duration = Duration::from_millis(200);

/// Limits that cannot be exceeded.
pub(super) fn no_limits() -> Limits {
    Limits {
        header_time: NEVER,
        header_size: 32 << 10,
        idle_time: NEVER,
        body_stall: NEVER,
        answer_stall: NEVER,
        quiet_time: Duration::from_secs(15),
        wrong_key_delay: Duration::ZERO,
        min_rate: 0,
        connections: 100,
        reserved: 0,
        privileged: 0,
        per_party: 100,
        uploads_per_party: 100,
    }
}

pub(super) struct TestListener {
    pub(super) address: SocketAddr,
    pub(super) closing: CancellationToken,
    pub(super) serving: JoinHandle<()>,
}

impl TestListener {
    pub(super) async fn start(limits: Limits) -> Self {
        Self::start_with(None, limits).await
    }

    pub(super) async fn start_with(tls: Option<Tls>, limits: Limits) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let closing = CancellationToken::new();
        let serving = tokio::spawn(serve(listener, tls, router(), limits, closing.clone()));
        Self {
            address,
            closing,
            serving,
        }
    }

    pub(super) async fn connect(&self) -> Caller {
        Caller(TcpStream::connect(self.address).await.unwrap())
    }
}

fn router() -> Router {
    Router::new()
        .route("/", get(|| async { "hello" }))
        .route("/reserved", get(reserved))
        .route("/size", post(size))
        .route("/endless", get(|| async { endless() }))
        .route("/echo", post(echo))
        .route("/of/{party}", get(endless_of).post(size_of))
        .route("/ws", get(web_socket))
}

/// The number of bytes of a body.
async fn size(request: Request) -> Result<String, StatusCode> {
    let mut stream = request.into_body().into_data_stream();
    let mut size = 0;
    while let Some(bytes) = stream.next().await {
        size += bytes.map_err(|_| StatusCode::UNPROCESSABLE_ENTITY)?.len();
    }
    Ok(size.to_string())
}

/// Returns the body while it arrives.
async fn echo(request: Request) -> Response {
    let (sender, receiver) = mpsc::channel::<Result<Bytes, axum::Error>>(1);
    tokio::spawn(async move {
        let mut stream = request.into_body().into_data_stream();
        while let Some(bytes) = stream.next().await {
            let _ = sender.send(bytes).await;
        }
    });
    let receiver = futures_util::stream::unfold(receiver, |mut receiver| async {
        let bytes = receiver.recv().await?;
        Some((bytes, receiver))
    });
    Body::from_stream(receiver).into_response()
}

/// Returns every message of a WebSocket.
async fn web_socket(upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(|mut socket| async move {
        while let Some(Ok(message)) = socket.recv().await {
            let _ = socket.send(message).await;
        }
    })
}

/// An endless answer to a party.
async fn endless_of(Path(party): Path<String>, request: Request) -> Response {
    match claim(&party, &request) {
        Ok(()) => endless().into_response(),
        Err(why) => refused(why),
    }
}

/// The number of bytes of a party's body.
async fn size_of(Path(party): Path<String>, request: Request) -> Response {
    match claim(&party, &request) {
        Ok(()) => size(request).await.into_response(),
        Err(why) => refused(why),
    }
}

fn claim(party: &str, request: &Request) -> Result<(), TooMany> {
    let party = Party {
        id: party.into(),
        is_privileged: party == "first",
    };
    let ownership = request.extensions().get::<Ownership>();
    ownership.map_or(Ok(()), |ownership| ownership.claim(party))
}

fn refused(why: TooMany) -> Response {
    let close = [(header::CONNECTION, "close")];
    (StatusCode::TOO_MANY_REQUESTS, close, format!("{why:?}")).into_response()
}

async fn reserved(request: Request) -> Response {
    let reserved = request.extensions().get::<Reserved>().is_some();
    let mut response = reserved.to_string().into_response();
    if reserved {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}

fn endless() -> Body {
    let chunk = Bytes::from(vec![0; 1 << 16]);
    Body::from_stream(futures_util::stream::repeat_with(move || {
        Ok::<_, axum::Error>(chunk.clone())
    }))
}

/// A plain connection.
pub(super) struct Caller(pub(super) TcpStream);

impl Caller {
    pub(super) async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads until the answer ends with this text.
    pub(super) async fn read_until(&mut self, end: &str) -> String {
        let mut answer = Vec::new();
        while !answer.ends_with(end.as_bytes()) {
            let byte = self.0.read_u8().await;
            let text = String::from_utf8_lossy(&answer);
            answer.push(byte.unwrap_or_else(|why| panic!("{why} after {text:?}")));
        }
        String::from_utf8(answer).unwrap()
    }

    /// Reads some bytes of an endless answer.
    pub(super) async fn read_some(&mut self) {
        let mut buffer = vec![0; 1 << 20];
        self.0.read_exact(&mut buffer).await.unwrap();
    }

    /// Everything until the listener closes the connection.
    pub(super) async fn rest(&mut self) -> String {
        let mut answer = Vec::new();
        // A reset closes it too.
        let _ = self.0.read_to_end(&mut answer).await;
        String::from_utf8(answer).unwrap()
    }

    /// Sends a request and reads its answer.
    pub(super) async fn hello(&mut self) {
        self.send("GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let answer = self.read_until("hello").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}
