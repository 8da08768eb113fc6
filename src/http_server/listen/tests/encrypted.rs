//! Connections with TLS: the limits hold for them, too, and the certificate can be replaced.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::test_listener::{SHORT, TestListener, no_limits};
use crate::listen::{Limits, Tls};

/// A certificate and its key in files.
struct Files {
    folder: TempDir,
    roots: RootCertStore,
}

impl Files {
    fn new() -> Self {
        let mut files = Self {
            folder: tempfile::tempdir().unwrap(),
            roots: RootCertStore::empty(),
        };
        files.renew();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes another certificate with another key. From now on, only that is trusted.
    fn renew(&mut self) {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        fs::write(self.path("cert.pem"), cert.pem()).unwrap();
        fs::write(self.path("key.pem"), signing_key.serialize_pem()).unwrap();
        self.roots = RootCertStore::empty();
        self.roots.add(cert.der().clone()).unwrap();
    }

    fn tls(&self) -> Tls {
        Tls::read(&self.path("cert.pem"), &self.path("key.pem")).unwrap()
    }

    async fn connect(&self, listener: &TestListener) -> std::io::Result<TlsStream<TcpStream>> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider);
        let config = config.with_safe_default_protocol_versions().unwrap();
        let config = config.with_root_certificates(self.roots.clone());
        let mut config = config.with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let stream = listener.connect().await.0;
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(config))
            .connect(name, stream)
            .await
    }
}

async fn hello(stream: &mut TlsStream<TcpStream>) {
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"hello") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 200"));
}

/// Reads until the listener closes the connection.
async fn rest(stream: &mut TlsStream<TcpStream>) -> usize {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    bytes.len()
}

#[tokio::test]
async fn requests_are_answered_over_http_1_1() {
    let files = Files::new();
    let listener = TestListener::start_with(Some(files.tls()), no_limits()).await;
    let mut stream = files.connect(&listener).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    hello(&mut stream).await;
    hello(&mut stream).await;
}

#[tokio::test]
async fn a_handshake_that_does_not_end_is_cut_off() {
    let limits = Limits {
        header_time: SHORT,
        ..no_limits()
    };
    let files = Files::new();
    let listener = TestListener::start_with(Some(files.tls()), limits).await;
    assert_eq!(listener.connect().await.rest().await, "");
    let mut half = listener.connect().await;
    // The beginning of a record that has 512 bytes.
    half.0.write_all(&[22, 3, 1, 2, 0, 1]).await.unwrap();
    assert_eq!(half.rest().await, "");
    // The time for the headers includes that of the handshake.
    let mut silent = files.connect(&listener).await.unwrap();
    assert_eq!(rest(&mut silent).await, 0);
}

#[tokio::test]
async fn a_handshake_does_not_delay_closing_and_makes_room_for_callers() {
    let limits = Limits {
        connections: 2,
        ..no_limits()
    };
    let files = Files::new();
    let listener = TestListener::start_with(Some(files.tls()), limits).await;
    let mut waiting = listener.connect().await;
    for _ in 0..3 {
        listener.connect().await;
    }
    hello(&mut files.connect(&listener).await.unwrap()).await;
    assert_eq!(waiting.rest().await, "");
    let mut last = listener.connect().await;
    listener.closing.cancel();
    listener.serving.await.unwrap();
    assert_eq!(last.rest().await, "");
}

#[tokio::test]
async fn idle_connections_and_answers_that_nobody_reads_are_closed() {
    let limits = Limits {
        idle_time: SHORT,
        answer_stall: SHORT,
        ..no_limits()
    };
    let files = Files::new();
    let listener = TestListener::start_with(Some(files.tls()), limits).await;
    let mut idle = files.connect(&listener).await.unwrap();
    hello(&mut idle).await;
    assert_eq!(rest(&mut idle).await, 0);
    let mut deaf = files.connect(&listener).await.unwrap();
    deaf.write_all(b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n")
        .await
        .unwrap();
    deaf.read_u8().await.unwrap();
    listener.closing.cancel();
    // Completes only when the connection has been cut off.
    listener.serving.await.unwrap();
}

#[tokio::test]
async fn a_new_certificate_is_used_by_new_connections_and_others_stay() {
    let mut files = Files::new();
    let tls = files.tls();
    let listener = TestListener::start_with(Some(tls.clone()), no_limits()).await;
    let mut earlier = files.connect(&listener).await.unwrap();
    files.renew();
    files.connect(&listener).await.unwrap_err();
    tls.reload().unwrap();
    hello(&mut files.connect(&listener).await.unwrap()).await;
    hello(&mut earlier).await;
    fs::write(files.path("key.pem"), "").unwrap();
    tls.reload().unwrap_err();
    hello(&mut files.connect(&listener).await.unwrap()).await;
}

#[test]
fn what_cannot_be_used_is_named_without_the_key() {
    let (files, other) = (Files::new(), Files::new());
    let (cert, key) = (files.path("cert.pem"), files.path("key.pem"));
    let why = |cert: &PathBuf, key: &PathBuf| Tls::read(cert, key).unwrap_err().to_string();
    let absent = files.path("absent.pem");
    assert!(
        why(&absent, &key).contains("reading the certificate"),
        "{}",
        why(&absent, &key)
    );
    assert!(why(&cert, &absent).contains("reading the key"));
    assert!(why(&key, &key).contains("it has no certificate"));
    assert!(why(&cert, &cert).contains("it has no private key"));
    let mixed = why(&cert, &other.path("key.pem"));
    assert!(
        mixed.contains("they do not belong together; name the key"),
        "{mixed}"
    );
    let text = fs::read_to_string(&key).unwrap();
    let line = text.lines().nth(1).unwrap();
    for damage in [
        text.replace(line, "hidden*"),
        text.replace("END", "FIN"),
        "hidden".to_owned(),
    ] {
        fs::write(&key, damage).unwrap();
        let why = why(&cert, &key);
        assert!(
            why.contains("reading the key") && !why.contains("hidden"),
            "{why}"
        );
        let rest = &line[10..30];
        assert!(!why.contains(rest), "{why}");
    }
}
