//! Bodies without progress.

use tokio::io::AsyncReadExt;

use super::test_listener::{SHORT, TestListener, no_limits};
use crate::listen::Limits;

const UPLOAD: &str = "POST /size HTTP/1.1\r\nhost: x\r\ncontent-length: 400\r\n\r\n";

#[tokio::test]
async fn a_body_without_progress_is_answered_with_408_and_closed() {
    let limits = Limits {
        body_stall: SHORT,
        ..no_limits()
    };
    let listener = TestListener::start(limits).await;
    let mut caller = listener.connect().await;
    caller.send(UPLOAD).await;
    caller.send("abc").await;
    let answer = caller.rest().await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn a_slow_body_with_progress_arrives() {
    let limits = Limits {
        body_stall: SHORT * 5,
        ..no_limits()
    };
    let stall = limits.body_stall;
    let listener = TestListener::start(limits).await;
    let mut caller = listener.connect().await;
    let start = tokio::time::Instant::now();
    caller.send(UPLOAD).await;
    for _ in 0..40 {
        caller.send("0123456789").await;
        tokio::time::sleep(stall / 30).await;
    }
    assert!(
        start.elapsed() > stall,
        "the upload takes longer than the limit"
    );
    let answer = caller.read_until("400").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn an_answer_that_nobody_reads_is_cut_off() {
    let limits = Limits {
        answer_stall: SHORT,
        ..no_limits()
    };
    let listener = TestListener::start(limits).await;
    let mut caller = listener.connect().await;
    caller
        .send("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n")
        .await;
    caller.read_until("\r\n\r\n").await;
    listener.closing.cancel();
    // Completes only when the connection has been cut off.
    listener.serving.await.unwrap();
}

#[tokio::test]
async fn an_answer_that_is_read_continues() {
    let limits = Limits {
        answer_stall: SHORT * 5,
        idle_time: SHORT,
        header_time: SHORT,
        ..no_limits()
    };
    let listener = TestListener::start(limits).await;
    let mut caller = listener.connect().await;
    caller
        .send("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n")
        .await;
    let start = tokio::time::Instant::now();
    let mut buffer = vec![0; 1 << 16];
    while start.elapsed() < SHORT * 6 {
        caller.0.read_exact(&mut buffer).await.unwrap();
    }
}
