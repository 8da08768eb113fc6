//! What one party may have in work, and who makes room when everything is taken.

use super::test_listener::{Caller, SHORT, TestListener, no_limits};
use crate::listen::Limits;

fn bounds() -> Limits {
    Limits {
        connections: 8,
        per_party: 4,
        uploads_per_party: 2,
        privileged: 1,
        ..no_limits()
    }
}

async fn reading(listener: &TestListener, party: &str) -> Caller {
    let mut caller = listener.connect().await;
    let request = format!("GET /of/{party} HTTP/1.1\r\nhost: x\r\n\r\n");
    caller.send(&request).await;
    caller
}

async fn uploading(listener: &TestListener, party: &str) -> Caller {
    let mut caller = listener.connect().await;
    let head = format!("POST /of/{party} HTTP/1.1\r\nhost: x\r\ncontent-length: 400\r\n");
    caller.send(&head).await;
    caller.send("expect: 100-continue\r\n\r\n").await;
    caller
}

/// The status of an answer whose headers arrive.
async fn status(caller: &mut Caller) -> String {
    let head = caller.read_until("\r\n\r\n").await;
    head.split(' ').nth(1).unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_party_has_a_bound_and_others_are_served() {
    let listener = TestListener::start(bounds()).await;
    let mut callers = Vec::new();
    for expected in ["200", "200", "200", "200", "429"] {
        let mut caller = reading(&listener, "a").await;
        assert_eq!(status(&mut caller).await, expected);
        callers.push(caller);
    }
    assert_eq!(callers.pop().unwrap().rest().await, "Requests(4)");
    let mut other = reading(&listener, "b").await;
    assert_eq!(status(&mut other).await, "200");
    // A place is free again as soon as a caller is gone.
    drop(callers.pop());
    while status(&mut reading(&listener, "a").await).await != "200" {}
}

#[tokio::test]
async fn a_party_has_a_bound_of_uploads_besides() {
    let listener = TestListener::start(bounds()).await;
    let mut callers = Vec::new();
    for expected in ["100", "100", "429"] {
        let mut caller = uploading(&listener, "a").await;
        assert_eq!(status(&mut caller).await, expected);
        callers.push(caller);
    }
    assert_eq!(callers.pop().unwrap().rest().await, "Uploads(2)");
    assert_eq!(status(&mut reading(&listener, "a").await).await, "200");
    let mut upload = callers.pop().unwrap();
    upload.send(&"x".repeat(400)).await;
    upload.read_until("400").await;
    assert_eq!(status(&mut uploading(&listener, "a").await).await, "100");
}

#[tokio::test]
async fn when_all_is_taken_the_slowest_upload_of_the_party_with_the_most_is_told_to_go() {
    let listener = TestListener::start(bounds()).await;
    let mut uploads = Vec::new();
    for party in ["a", "a", "b", "b"] {
        let mut caller = uploading(&listener, party).await;
        assert_eq!(status(&mut caller).await, "100");
        uploads.push(caller);
    }
    let mut readers = Vec::new();
    for party in ["a", "c", "d"] {
        let mut caller = reading(&listener, party).await;
        assert_eq!(status(&mut caller).await, "200");
        readers.push(caller);
    }
    // The party with the most has two uploads, and an answer that moves bytes.
    readers[0].read_some().await;
    let mut newcomer = reading(&listener, "e").await;
    assert_eq!(status(&mut newcomer).await, "200");
    let (mut first, mut second) = (uploads.remove(0), uploads.remove(0));
    let gone = tokio::select! {
        answer = first.rest() => answer,
        answer = second.rest() => answer,
    };
    assert!(gone.starts_with("HTTP/1.1 503"), "{gone}");
    assert!(gone.contains("retry-after: 10"), "{gone}");
    assert!(gone.contains("to make room for others"), "{gone}");
    // The last place is kept.
    let mut last = reading(&listener, "first").await;
    assert_eq!(status(&mut last).await, "200");
}

#[tokio::test]
async fn a_body_that_only_drips_is_answered_with_408() {
    let limits = Limits {
        body_stall: SHORT * 10,
        min_rate: 1000,
        ..no_limits()
    };
    let listener = TestListener::start(limits).await;
    let mut caller = listener.connect().await;
    caller
        .send("POST /size HTTP/1.1\r\nhost: x\r\ncontent-length: 400000\r\n\r\n")
        .await;
    // Each byte is progress, and all of them are too slow.
    loop {
        tokio::select! {
            readable = caller.0.readable() => break readable.unwrap(),
            () = tokio::time::sleep(SHORT / 4) => {}
        }
        caller.0.try_write(b"x").unwrap();
    }
    let answer = caller.rest().await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}
