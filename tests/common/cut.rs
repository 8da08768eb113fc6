//! A line to an engine that is cut, once, after the engine has read a prompt and before anybody
//! hears its answer.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A line to an engine; its address, and whether it was cut.
pub(crate) async fn line(engine: SocketAddr) -> (SocketAddr, Arc<AtomicBool>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let cut = Arc::new(AtomicBool::new(false));
    let was_cut = cut.clone();
    tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            let engine = TcpStream::connect(engine).await.unwrap();
            tokio::spawn(carry(caller, engine, cut.clone()));
        }
    });
    (address, was_cut)
}

async fn carry(mut caller: TcpStream, mut engine: TcpStream, cut: Arc<AtomicBool>) {
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut cutting = false;
    loop {
        tokio::select! {
            Ok(size) = caller.read(&mut asked) => {
                cutting |= asked[..size].starts_with(b"POST /prompt ") && !cut.swap(true, Ordering::SeqCst);
                if size == 0 || engine.write_all(&asked[..size]).await.is_err() {
                    return;
                }
            }
            Ok(size) = engine.read(&mut answered) => {
                if size == 0 || cutting || caller.write_all(&answered[..size]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}
