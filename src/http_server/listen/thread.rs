//! What each thread of a program does before it serves requests.

use std::convert::Infallible;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::{SystemTime, UNIX_EPOCH};

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;

/// Lets Hyper make the date of answers that it keeps for each thread, by serving a connection that has no request. If it
/// made the first one after the clock was set to a time before 1970, it would panic. Threads that start then serve no
/// requests: those that do are started with the program.
pub fn prepare_thread() {
    if SystemTime::now() < UNIX_EPOCH {
        return;
    }
    let never = |_: Request<Incoming>| async { Ok::<_, Infallible>(Response::new(String::new())) };
    let connection = TokioIo::new(tokio::io::empty());
    let serving = http1::Builder::new().serve_connection(connection, service_fn(never));
    let _ = pin!(serving).poll(&mut Context::from_waker(Waker::noop()));
}
