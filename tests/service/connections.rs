//! Limits on connections and bodies, as callers of the service see them.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[cfg(target_os = "linux")]
use super::program::{Program, command, folder};
use crate::common::{KEY, TestServer};

/// A plain connection to a service.
pub(crate) struct Caller(TcpStream);

impl Caller {
    pub(crate) async fn connect(server: &TestServer) -> Self {
        let address: SocketAddr = server.url["http://".len()..].parse().unwrap();
        Self(TcpStream::connect(address).await.unwrap())
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads an answer up to this text.
    pub(crate) async fn read_until(&mut self, end: &str) -> String {
        let mut answer = Vec::new();
        while !answer.ends_with(end.as_bytes()) {
            answer.push(self.0.read_u8().await.unwrap());
        }
        String::from_utf8(answer).unwrap()
    }

    /// Everything until the service closes the connection.
    pub(crate) async fn rest(&mut self) -> String {
        let mut answer = Vec::new();
        // A reset closes it too.
        let _ = self.0.read_to_end(&mut answer).await;
        String::from_utf8(answer).unwrap()
    }
}

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n")
}

#[tokio::test]
async fn the_last_connections_serve_only_requests_with_a_valid_key() {
    let server = TestServer::with(1, |mut options| {
        options.limits = options.limits.with_connections(4);
        options.limits.reserved = 4;
        options
    });
    let server = server.await;
    let queue = "/api/v1/comfy/queue";
    for headers in ["", "x-api-key: wrong\r\n"] {
        for path in [queue, "/", "/api/v1/files/a/b?signature=c"] {
            let mut caller = Caller::connect(&server).await;
            caller.send(&get(path, headers)).await;
            let answer = caller.rest().await;
            assert!(answer.starts_with("HTTP/1.1 503"), "{path}: {answer}");
            assert!(answer.contains("retry-after: "), "{answer}");
            assert!(answer.contains("too many open connections"), "{answer}");
        }
    }
    let mut caller = Caller::connect(&server).await;
    for _ in 0..2 {
        let request = get(queue, &format!("x-api-key: {KEY}\r\n"));
        caller.send(&request).await;
        let answer = caller.read_until("\"meta\":null}").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

#[tokio::test]
async fn probes_and_metrics_are_answered_even_if_few_connections_are_left() {
    let server = TestServer::with(1, |mut options| {
        options.limits.reserved = options.limits.connections;
        options
    });
    let server = server.await;
    for path in ["/healthz", "/readyz"] {
        let mut caller = Caller::connect(&server).await;
        caller.send(&get(path, "")).await;
        // Closed, because others need the connection.
        let answer = caller.rest().await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    let mut caller = Caller::connect(&server).await;
    let authorization = format!("authorization: Bearer {KEY}\r\n");
    caller.send(&get("/metrics", &authorization)).await;
    let answer = caller.read_until("\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_preflight_is_answered_even_if_few_connections_are_left() {
    let server = TestServer::with(1, |mut options| {
        options.limits.reserved = options.limits.connections;
        options
    });
    let server = server.await;
    let mut caller = Caller::connect(&server).await;
    let request = "OPTIONS /api/v1/runs HTTP/1.1\r\nhost: localhost\r\norigin: https://elsewhere.example\r\n\
        access-control-request-method: GET\r\naccess-control-request-headers: x-api-key\r\n\r\n";
    caller.send(request).await;
    let answer = caller.rest().await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("access-control-allow-headers"), "{answer}");
}

#[tokio::test]
async fn a_submission_that_declares_too_large_a_size_is_rejected_before_it_is_sent() {
    let server = TestServer::with(1, |options| options).await;
    let mut caller = Caller::connect(&server).await;
    // Nothing but the headers is ever sent.
    let head = format!(
        "POST /api/v1/runs?workflow_id=join HTTP/1.1\r\nhost: localhost\r\nx-api-key: {KEY}\r\n\
         content-type: multipart/form-data; boundary=b\r\nexpect: 100-continue\r\n\
         content-length: {}\r\n\r\n",
        (20 << 20) + 1
    );
    caller.send(&head).await;
    let answer = caller.rest().await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(answer.contains("larger than 20 MB"), "{answer}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_open_files_is_raised_at_start() {
    let folder = folder();
    let plain = command(folder.path(), "127.0.0.1:0", &[]);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -S -n 100; exec \"$0\" \"$@\""]);
    limited.arg(plain.get_program()).args(plain.get_args());
    limited
        .current_dir(folder.path())
        .env("FLOWDECK_FIRST_KEY", "se cret/1")
        .env("FLOWDECK_NO_SEARCH", "true")
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped());
    let mut program = Program(limited.spawn().unwrap());
    program.link();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", program.0.id())).unwrap();
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let soft: u64 = line
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(soft > 100, "{limits}");
}
