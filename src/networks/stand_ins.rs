//! Names and servers of tests.

#![allow(clippy::unwrap_used, reason = "these are parts of tests")]

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::client::install_tls;
use super::guard::Lookup;

/// Names that lead wherever a test wants.
#[derive(Debug)]
pub struct Names {
    /// Those that may be looked up.
    expected: &'static [&'static str],
    addresses: Mutex<Vec<IpAddr>>,
}

impl Names {
    /// No address for these names yet.
    pub fn of(expected: &'static [&'static str]) -> Self {
        Self {
            expected,
            addresses: Mutex::default(),
        }
    }

    /// From now on, each of them has these addresses.
    pub fn lead_to(&self, addresses: &[&str]) {
        *self.addresses.lock().unwrap() = addresses.iter().map(|ip| ip.parse().unwrap()).collect();
    }
}

#[async_trait]
impl Lookup for Names {
    async fn addresses(&self, name: &str) -> io::Result<Vec<SocketAddr>> {
        assert!(self.expected.contains(&name), "{name}");
        let known = self.addresses.lock().unwrap().clone();
        Ok(known.into_iter().map(|ip| SocketAddr::new(ip, 0)).collect())
    }
}

/// A server that answers one request of each connection with this and closes it: its port, and how many connections
/// it has had.
pub async fn server(answer: &'static str) -> (u16, Arc<Mutex<usize>>) {
    install_tls();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::<Mutex<usize>>::default();
    let counted = connections.clone();
    tokio::spawn(async move {
        loop {
            let (mut connection, _) = listener.accept().await.unwrap();
            *counted.lock().unwrap() += 1;
            tokio::spawn(async move {
                let _ = connection.read(&mut [0; 4096]).await;
                let _ = connection.write_all(answer.as_bytes()).await;
            });
        }
    });
    (port, connections)
}
