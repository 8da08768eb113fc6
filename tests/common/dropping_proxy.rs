//! A proxy for an engine that drops one connection: after the engine has read the first prompt, and
//! before its answer arrives.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Starts a proxy. Returns its address, and whether it has dropped the connection.
pub(crate) async fn start(engine: SocketAddr) -> (SocketAddr, Arc<AtomicBool>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let dropped = Arc::new(AtomicBool::new(false));
    let has_dropped = dropped.clone();
    tokio::spawn(async move {
        while let Ok((caller, _)) = listener.accept().await {
            let engine = TcpStream::connect(engine).await.unwrap();
            tokio::spawn(forward(caller, engine, dropped.clone()));
        }
    });
    (address, has_dropped)
}

async fn forward(mut caller: TcpStream, mut engine: TcpStream, dropped: Arc<AtomicBool>) {
    let (mut request, mut response) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut dropping = false;
    loop {
        tokio::select! {
            Ok(size) = caller.read(&mut request) => {
                dropping |= request[..size].starts_with(b"POST /prompt ") && !dropped.swap(true, Ordering::SeqCst);
                if size == 0 || engine.write_all(&request[..size]).await.is_err() {
                    return;
                }
            }
            Ok(size) = engine.read(&mut response) => {
                if size == 0 || dropping || caller.write_all(&response[..size]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}
