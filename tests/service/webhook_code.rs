//! The code in docs/webhooks.md that verifies calls, run against a service.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::common::receiver::Receiver;
use crate::common::webhooks::{add, call, service};

#[allow(unreachable_pub, reason = "the document shows it as callers have it")]
mod verify {
    include!("webhook_code/verify.rs");
}

const DOCUMENT: &str = include_str!("../../docs/webhooks.md");

/// The block of the document in a language that has a text.
fn code(language: &str, text: &str) -> &'static str {
    let start = format!("```{language}\n");
    let blocks = DOCUMENT.split(start.as_str()).skip(1);
    let mut blocks = blocks.map(|block| block.split("```").next().unwrap());
    blocks.find(|block| block.contains(text)).unwrap()
}

/// A receiver in another language, killed when it is dropped.
struct Running {
    child: Child,
    url: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the code in a file, and waits until it listens.
fn running(program: &str, file: &Path, secret: &str) -> Running {
    let mut command = Command::new(program);
    command
        .arg(file)
        .env("WEBHOOK_SECRET", secret)
        .env("PORT", "0");
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let port = line.strip_prefix("listening on ").unwrap();
    Running {
        url: format!("http://127.0.0.1:{port}/"),
        child,
    }
}

async fn accepts_only_genuine_calls(program: &str, name: &str, code: &str) {
    let server = service().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, code).unwrap();
    let made = call(&server, "POST", "/secret", json!({})).await;
    let right = running(program, &file, made["secret"].as_str().unwrap());
    let wrong = running(program, &file, "whsec_AAAA");
    let test = async |url: &str| call(&server, "POST", "/test", json!({ "url": url })).await;
    assert_eq!(test(&right.url).await["status"], 204);
    assert_eq!(test(&wrong.url).await["status"], 400);
    let rotate = json!({ "rotate": true });
    call(&server, "POST", "/secret", rotate.clone()).await;
    assert_eq!(
        test(&right.url).await["status"],
        204,
        "the earlier secret signs, too"
    );
    call(&server, "POST", "/secret", rotate).await;
    assert_eq!(test(&right.url).await["status"], 400);
    let unsigned = server
        .client
        .post(&right.url)
        .body("{}")
        .send()
        .await
        .unwrap();
    assert_eq!(unsigned.status(), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_for_node_accepts_only_genuine_calls() {
    let code = code("js", "createServer");
    accepts_only_genuine_calls("node", "receiver.mjs", code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_for_python_accepts_only_genuine_calls() {
    let code = code("python", "HTTPServer");
    accepts_only_genuine_calls("python3", "receiver.py", code).await;
}

#[tokio::test]
async fn the_code_for_rust_accepts_only_genuine_calls() {
    assert_eq!(
        code("rust", "is_genuine"),
        include_str!("webhook_code/verify.rs")
    );
    let (server, receiver) = (service().await, Receiver::start().await);
    let webhook = add(&server, &receiver.url("/"), &["run.completed"]).await;
    let secret = webhook["secret"].as_str().unwrap();
    call(&server, "POST", "/test", json!({ "id": webhook["id"] })).await;
    let called = receiver.called(1).await.remove(0);
    let headers = |call| verify::Headers {
        id: crate::common::receiver::Call::id(call),
        timestamp: call.header("webhook-timestamp"),
        signature: call.header("webhook-signature"),
    };
    let now = called.header("webhook-timestamp").parse().unwrap();
    let body = called.body.as_bytes();
    assert!(verify::is_genuine(
        &headers(&called),
        body,
        secret,
        now + 300
    ));
    assert!(!verify::is_genuine(
        &headers(&called),
        body,
        secret,
        now + 301
    ));
    assert!(!verify::is_genuine(&headers(&called), b"{}", secret, now));
    assert!(!verify::is_genuine(
        &headers(&called),
        body,
        "whsec_AAAA",
        now
    ));
    assert!(!verify::is_genuine(&headers(&called), body, "whsec_-", now));
}
