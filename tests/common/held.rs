//! A line to an engine that holds the first prompt back until somebody has looked for it in vain,
//! and every further look until the engine has taken it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How far the prompt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// It was not sent yet.
    Idle,
    /// It is held.
    Held,
    /// It was looked for, and goes on.
    Missed,
    /// The engine has it.
    Taken,
}

type Steps = Arc<watch::Sender<Step>>;

/// A line to an engine; its address, and how far the prompt is.
pub(crate) async fn line(engine: SocketAddr) -> (SocketAddr, watch::Receiver<Step>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (steps, step) = watch::channel(Step::Idle);
    let steps = Arc::new(steps);
    tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            let engine = TcpStream::connect(engine).await.unwrap();
            tokio::spawn(carry(caller, engine, steps.clone()));
        }
    });
    (address, step)
}

async fn carry(mut caller: TcpStream, mut engine: TcpStream, steps: Steps) {
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut prompts = false;
    loop {
        tokio::select! {
            Ok(size) = caller.read(&mut asked) => {
                prompts |= hold(&asked[..size], &steps).await;
                if size == 0 || engine.write_all(&asked[..size]).await.is_err() {
                    return;
                }
            }
            Ok(size) = engine.read(&mut answered) => {
                if std::mem::take(&mut prompts) {
                    steps.send_replace(Step::Taken);
                }
                if size == 0 || caller.write_all(&answered[..size]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}

/// Holds what is asked until it may go on; whether it is the prompt.
async fn hold(asked: &[u8], steps: &watch::Sender<Step>) -> bool {
    let step = *steps.borrow();
    let until = async |wanted: Step| {
        let mut step = steps.subscribe();
        step.wait_for(|step| *step >= wanted).await.unwrap();
    };
    if asked.starts_with(b"POST /prompt ") && step == Step::Idle {
        steps.send_replace(Step::Held);
        until(Step::Missed).await;
        return true;
    }
    // Whoever looks for a task asks for its past after it was not in the queue.
    if asked.starts_with(b"GET /history/") && step == Step::Held {
        steps.send_replace(Step::Missed);
    }
    if asked.starts_with(b"GET /queue ") && step == Step::Missed {
        until(Step::Taken).await;
    }
    false
}
