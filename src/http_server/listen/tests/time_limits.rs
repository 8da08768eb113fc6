//! Unfinished headers and idle connections.

use futures_util::{SinkExt, StreamExt};

use super::test_listener::{NEVER, SHORT, TestListener, no_limits};
use crate::listen::Limits;

fn short_headers() -> Limits {
    Limits {
        header_time: SHORT,
        ..no_limits()
    }
}

#[tokio::test]
async fn a_connection_that_sends_nothing_is_closed() {
    let listener = TestListener::start(short_headers()).await;
    assert_eq!(listener.connect().await.rest().await, "");
}

#[tokio::test]
async fn unfinished_headers_are_cut_off() {
    let listener = TestListener::start(short_headers()).await;
    let mut caller = listener.connect().await;
    caller.send("GET / HTTP/1.1\r\nx: ").await;
    assert_eq!(caller.rest().await, "");
}

#[tokio::test]
async fn unfinished_headers_of_a_second_request_are_cut_off_too() {
    let listener = TestListener::start(short_headers()).await;
    let mut caller = listener.connect().await;
    caller.hello().await;
    caller.send("GET / HTTP/1.1\r\nx: ").await;
    assert_eq!(caller.rest().await, "");
}

#[tokio::test]
async fn an_idle_connection_outlives_the_time_for_headers() {
    let listener = TestListener::start(short_headers()).await;
    let mut caller = listener.connect().await;
    caller.hello().await;
    // The second connection shows that the time has passed.
    listener.connect().await.rest().await;
    caller.hello().await;
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_its_own_time() {
    let limits = Limits {
        idle_time: SHORT,
        ..no_limits()
    };
    assert_eq!(limits.header_time, NEVER);
    let listener = TestListener::start(limits).await;
    let mut caller = listener.connect().await;
    caller.hello().await;
    assert_eq!(caller.rest().await, "");
}

#[tokio::test]
async fn a_request_in_progress_is_not_idle() {
    let limits = Limits {
        header_time: SHORT,
        idle_time: SHORT,
        ..no_limits()
    };
    let listener = TestListener::start(limits).await;
    let mut upload = listener.connect().await;
    upload
        .send("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab")
        .await;
    upload.read_until("2\r\nab\r\n").await;
    // The second connection shows that the time has passed.
    listener.connect().await.rest().await;
    upload.send("cd").await;
    upload.read_until("2\r\ncd\r\n0\r\n\r\n").await;
}

#[tokio::test]
async fn a_web_socket_has_no_time_limit() {
    let limits = Limits {
        header_time: SHORT,
        idle_time: SHORT,
        body_stall: SHORT,
        answer_stall: SHORT,
        ..no_limits()
    };
    let listener = TestListener::start(limits).await;
    let url = format!("ws://{}/ws", listener.address);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    // Two further connections, one after the other, show that the time has passed.
    listener.connect().await.rest().await;
    listener.connect().await.rest().await;
    socket.send("hello".into()).await.unwrap();
    assert_eq!(socket.next().await.unwrap().unwrap(), "hello".into());
}

#[tokio::test]
async fn large_headers_are_refused() {
    let listener = TestListener::start(no_limits()).await;
    let mut caller = listener.connect().await;
    let header = "x".repeat(no_limits().header_size - 100);
    let request = format!("GET / HTTP/1.1\r\nhost: x\r\nx: {header}\r\n\r\n");
    caller.send(&request).await;
    caller.read_until("hello").await;
    let header = "x".repeat(no_limits().header_size);
    caller.send(&format!("GET / HTTP/1.1\r\nx: {header}")).await;
    let answer = caller.rest().await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
}
