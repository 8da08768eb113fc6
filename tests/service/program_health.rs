//! `flowdeck health`.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use super::program::{Program, flowdeck, folder};

/// A server that gives one answer to one request. Returns its address.
fn answering(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(answer.as_bytes());
    });
    format!("http://{address}")
}

#[tokio::test]
async fn a_service_that_answers_is_healthy_without_a_key() {
    let folder = folder();
    let mut program = Program::start(folder.path(), "127.0.0.1:0", &[]);
    let url = program.link().trim_end_matches('/').to_owned();
    let answer = flowdeck(folder.path(), &["health", "--url", &url], None).await;
    assert_eq!(answer, (true, format!("{url} is healthy\n")));
}

#[tokio::test]
async fn the_check_fails_without_a_service() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    for (url, reason) in [
        (url, "the service does not answer; start it"),
        (
            answering("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"),
            "not a flowdeck service; check --url",
        ),
        (
            answering("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n"),
            "it answered with status 503",
        ),
    ] {
        let (succeeded, text) = flowdeck(folder.path(), &["health", "--url", &url], None).await;
        let expected = format!("flowdeck: checking the service {url}: ");
        assert!(
            !succeeded && text.starts_with(&expected) && text.contains(reason),
            "{text}"
        );
    }
}
