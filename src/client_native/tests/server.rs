//! A server that answers each request with the next of its answers, byte by byte as written.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::{Answer, Body, Client, Failure};

/// The key of the client.
pub(super) const KEY: &str = "key-0123456789abcdef";

/// A server, and a client of it.
pub(super) struct Server {
    pub(super) client: Client,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// A server with these answers, each on a connection of its own, which ends after it.
    pub(super) async fn with(answers: &[&str]) -> Self {
        networks::install_tls();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let seen = requests.clone();
        let mut answers: VecDeque<String> = answers.iter().map(|one| (*one).to_owned()).collect();
        tokio::spawn(async move {
            while let Some(answer) = answers.pop_front() {
                let (mut connection, _) = listener.accept().await.unwrap();
                let request = read(&mut connection).await;
                seen.lock().unwrap().push(request);
                // A client may have read enough.
                let _ = connection.write_all(answer.as_bytes()).await;
            }
        });
        Self {
            client: Client::new(&url, KEY, &[]).unwrap(),
            requests,
        }
    }

    /// The requests that it has received.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// Reads the keys.
    pub(super) async fn keys(&self) -> Result<Answer, Failure> {
        let call = self.client.call(&api::KEYS, "", "").unwrap();
        self.client.send(&call, &Body::Empty).await
    }

    /// The failure of reading the keys.
    pub(super) async fn failure(&self) -> Failure {
        match self.keys().await {
            Ok(_) => panic!("it has succeeded"),
            Err(failure) => failure,
        }
    }
}

/// An answer with a status, headers, which end lines, and a body.
pub(super) fn answer(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\n{headers}connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// A successful answer.
pub(super) fn success(body: &str) -> String {
    answer("200 OK", "", body)
}

/// Reads a request: its head, and as much of its body as the head says.
pub(super) async fn read(connection: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> String {
    let mut request = Vec::new();
    while !is_whole(&request) {
        let mut more = [0; 4096];
        match connection.read(&mut more).await.unwrap() {
            0 => break,
            count => request.extend_from_slice(&more[..count]),
        }
    }
    String::from_utf8(request).unwrap()
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().unwrap());
    body.len() >= length
}
