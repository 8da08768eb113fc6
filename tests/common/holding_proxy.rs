//! A proxy for an engine that holds the first prompt back until a client has looked for its task and
//! not found it. It delays further queue requests until the engine has accepted the prompt.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The state of the first prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// It has not been sent yet.
    NotSent,
    /// It is held back.
    Held,
    /// A client has looked for its task, so it is forwarded.
    Missed,
    /// The engine has accepted it.
    Accepted,
}

type Steps = Arc<watch::Sender<Step>>;

/// Starts a proxy. Returns its address and the state of the first prompt.
pub(crate) async fn start(engine: SocketAddr) -> (SocketAddr, watch::Receiver<Step>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (steps, step) = watch::channel(Step::NotSent);
    let steps = Arc::new(steps);
    tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            let engine = TcpStream::connect(engine).await.unwrap();
            tokio::spawn(forward(caller, engine, steps.clone()));
        }
    });
    (address, step)
}

async fn forward(mut caller: TcpStream, mut engine: TcpStream, steps: Steps) {
    let (mut request, mut response) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut prompt_sent = false;
    loop {
        tokio::select! {
            Ok(size) = caller.read(&mut request) => {
                prompt_sent |= hold(&request[..size], &steps).await;
                if size == 0 || engine.write_all(&request[..size]).await.is_err() {
                    return;
                }
            }
            Ok(size) = engine.read(&mut response) => {
                if std::mem::take(&mut prompt_sent) {
                    steps.send_replace(Step::Accepted);
                }
                if size == 0 || caller.write_all(&response[..size]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}

/// Holds a request until it may be forwarded. Returns whether it is the prompt.
async fn hold(request: &[u8], steps: &watch::Sender<Step>) -> bool {
    let step = *steps.borrow();
    let until = async |wanted: Step| {
        let mut step = steps.subscribe();
        step.wait_for(|step| *step >= wanted).await.unwrap();
    };
    if request.starts_with(b"POST /prompt ") && step == Step::NotSent {
        steps.send_replace(Step::Held);
        until(Step::Missed).await;
        return true;
    }
    // A task that is not in the queue is looked up in the history.
    if request.starts_with(b"GET /history/") && step == Step::Held {
        steps.send_replace(Step::Missed);
    }
    if request.starts_with(b"GET /queue ") && step == Step::Missed {
        until(Step::Accepted).await;
    }
    false
}
