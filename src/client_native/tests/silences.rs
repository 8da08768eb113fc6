use std::time::Duration;

use client::ErrorKind;
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::server::{KEY, Server, success};
use crate::{Body, Client};

#[tokio::test]
async fn a_read_is_repeated_after_a_connection_that_was_closed() {
    let server = Server::with(&["", &success("{}")]).await;
    server.keys().await.unwrap();
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn half_an_answer_is_not_an_answer() {
    let half = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"data\":";
    let server = Server::with(&[half, half, half]).await;
    let failure = server.failure().await;
    assert_eq!(
        (failure.error.kind, failure.error.status),
        (ErrorKind::Network, None)
    );
    assert!(failure.error.reason.starts_with("no answer: "), "{failure}");
    assert!(failure.cause.is_some());
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn half_an_error_is_not_an_answer() {
    let half = "HTTP/1.1 403 Forbidden\r\ncontent-length: 100\r\n\r\n{\"errors\":";
    let server = Server::with(&[half]).await;
    let call = server.client.call(&api::CANCEL, "r", "").unwrap();
    let failure = server.client.send(&call, &Body::Empty).await.err().unwrap();
    assert_eq!(failure.error.kind, ErrorKind::Network);
}

#[tokio::test]
async fn a_deployment_that_is_not_running_cannot_be_reached() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let client = Client::new(&url, KEY, &[]).unwrap();
    let call = client.call(&api::CANCEL, "r", "").unwrap();
    let failure = client.send(&call, &Body::Empty).await.err().unwrap();
    assert_eq!(failure.error.kind, ErrorKind::Network);
    assert!(failure.cause.is_some_and(|cause| cause.is_connect()));
}

#[tokio::test]
async fn a_call_ends_when_its_time_is_over() {
    // The system accepts the connection, and nobody reads from it.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let client = Client::new(&url, KEY, &[]).unwrap();
    let client = client.with_timeout(Duration::from_millis(50));
    let call = client.call(&api::KEYS, "", "").unwrap();
    let ended = timeout(Duration::from_secs(20), client.send(&call, &Body::Empty)).await;
    let failure = ended.expect("it goes on").err().unwrap();
    assert_eq!(failure.error.kind, ErrorKind::Timeout);
    assert!(
        failure.error.reason.starts_with("no answer in time; "),
        "{failure}"
    );
}

#[tokio::test]
async fn a_stream_that_breaks_ends_with_an_error() {
    let half = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\ndata";
    let server = Server::with(&[half]).await;
    let call = server.client.call(&api::EVENTS, "", "").unwrap();
    let mut stream = server.client.open(&call, Default::default()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap(), "data");
    let failure = stream.next().await.unwrap_err();
    assert_eq!(failure.error.kind, ErrorKind::Network);
}
