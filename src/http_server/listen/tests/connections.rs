//! The number of connections, and closing.

use tokio::net::TcpStream;

use super::test_listener::{SHORT, TestListener, no_limits};
use crate::listen::Limits;

fn few(connections: usize, reserved: usize) -> Limits {
    Limits {
        connections,
        reserved,
        ..no_limits()
    }
}

#[tokio::test]
async fn a_new_connection_replaces_the_one_that_has_waited_longest() {
    let listener = TestListener::start(few(2, 0)).await;
    let (mut first, mut second) = (listener.connect().await, listener.connect().await);
    first.hello().await;
    second.hello().await;
    first.hello().await;
    let mut third = listener.connect().await;
    third.hello().await;
    assert_eq!(second.rest().await, "");
    first.hello().await;
}

#[tokio::test]
async fn a_connection_whose_caller_was_refused_makes_room_before_one_that_has_waited_longer() {
    let limits = Limits {
        per_party: 0,
        ..few(2, 0)
    };
    let listener = TestListener::start(limits).await;
    let (mut waiting, mut refused) = (listener.connect().await, listener.connect().await);
    waiting.hello().await;
    refused.send("GET /of/a HTTP/1.1\r\nhost: x\r\n\r\n").await;
    refused.read_until("Requests(0)").await;
    listener.connect().await.hello().await;
    assert_eq!(refused.rest().await, "");
    waiting.hello().await;
}

#[tokio::test]
async fn unfinished_headers_make_room_for_callers() {
    let listener = TestListener::start(few(4, 0)).await;
    let mut half = Vec::new();
    for _ in 0..50 {
        let mut caller = listener.connect().await;
        caller.send("GET / HTTP/1.1\r\n").await;
        half.push(caller);
    }
    listener.connect().await.hello().await;
}

#[tokio::test]
async fn a_connection_is_refused_when_every_other_one_is_serving_a_request() {
    let listener = TestListener::start(few(1, 0)).await;
    let mut busy = listener.connect().await;
    busy.send("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n").await;
    busy.read_until("\r\n\r\n").await;
    assert_eq!(listener.connect().await.rest().await, "");
}

#[tokio::test]
async fn the_party_with_the_most_makes_room_for_a_connection() {
    let limits = Limits {
        per_party: 3,
        ..few(3, 0)
    };
    let listener = TestListener::start(limits).await;
    let mut busy = Vec::new();
    for party in ["a", "a", "b"] {
        let mut caller = listener.connect().await;
        let request = format!("GET /of/{party} HTTP/1.1\r\nhost: x\r\n\r\n");
        caller.send(&request).await;
        caller.read_until("\r\n\r\n").await;
        busy.push(caller);
    }
    listener.connect().await.hello().await;
}

#[tokio::test]
async fn the_last_connections_are_reserved() {
    let listener = TestListener::start(few(3, 1)).await;
    let mut callers = Vec::new();
    for expected in ["false", "false", "true"] {
        let mut caller = listener.connect().await;
        caller
            .send("GET /reserved HTTP/1.1\r\nhost: x\r\n\r\n")
            .await;
        caller.read_until(expected).await;
        callers.push(caller);
    }
}

#[tokio::test]
async fn closing_refuses_connections_and_lets_requests_finish() {
    let listener = TestListener::start(no_limits()).await;
    let (mut idle, mut upload) = (listener.connect().await, listener.connect().await);
    idle.hello().await;
    upload
        .send("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab")
        .await;
    upload.read_until("2\r\nab\r\n").await;
    listener.closing.cancel();
    assert_eq!(idle.rest().await, "");
    let refused = TcpStream::connect(listener.address).await;
    assert!(refused.is_err());
    upload.send("cd").await;
    assert!(upload.rest().await.ends_with("2\r\ncd\r\n0\r\n\r\n"));
    listener.serving.await.unwrap();
}

#[tokio::test]
async fn half_a_request_does_not_delay_closing_beyond_its_own_limit() {
    let limits = Limits {
        header_time: SHORT,
        ..no_limits()
    };
    let listener = TestListener::start(limits).await;
    let mut caller = listener.connect().await;
    caller.send("GET / HTTP/1.1\r\n").await;
    listener.closing.cancel();
    listener.serving.await.unwrap();
    assert_eq!(caller.rest().await, "");
}
