//! Which hosts a request may name.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{KEY, TestServer};

/// The status of a request whose first line and hosts are these.
async fn status(server: &TestServer, start: &str, hosts: &[&str]) -> u16 {
    let address = server.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let hosts: String = hosts
        .iter()
        .map(|host| format!("Host: {host}\r\n"))
        .collect();
    let request = format!("{start}\r\n{hosts}X-API-KEY: {KEY}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_service_on_loopback_answers_only_to_names_of_this_machine() {
    let server = TestServer::with(0, |mut options| {
        options.allowed_origins = vec!["https://pages.example".to_owned()];
        options
    })
    .await;
    let queue = "GET /api/v1/comfy/queue HTTP/1.1";
    for host in [
        "localhost",
        "127.0.0.1:80",
        "[::1]:8787",
        "flow.localhost",
        "pages.example",
    ] {
        assert_eq!(status(&server, queue, &[host]).await, 200, "{host}");
    }
    assert_eq!(
        status(&server, "GET /api/v1/comfy/queue HTTP/1.0", &[]).await,
        200
    );
    for start in [
        queue,
        "GET / HTTP/1.1",
        "GET /openapi.json HTTP/1.1",
        "GET /shared/x HTTP/1.1",
        "OPTIONS /api/v1/runs HTTP/1.1",
        "POST /api/v1/runs?workflow_id=short HTTP/1.1",
    ] {
        for host in [
            "evil.example",
            "evil.example:8787",
            "localhost.evil.example",
            "",
            "a b",
        ] {
            assert_eq!(status(&server, start, &[host]).await, 421, "{start} {host}");
        }
    }
    let hosts = ["localhost", "evil.example"];
    assert_eq!(status(&server, queue, &hosts).await, 421);
    let absolute = "GET http://evil.example/api/v1/comfy/queue HTTP/1.1";
    assert_eq!(status(&server, absolute, &["localhost"]).await, 421);
    let body = server
        .request("GET", "/")
        .header("Host", "evil.example")
        .send()
        .await
        .unwrap();
    let text = body.text().await.unwrap();
    assert!(
        text.contains("--public-url") && !text.contains("evil"),
        "{text}"
    );
}

#[tokio::test]
async fn behind_a_proxy_every_name_is_answered() {
    for change in [
        |mut options: service::Options| {
            options.public_url = Some("https://example.org".to_owned());
            options
        },
        |mut options: service::Options| {
            options.trust_proxy = true;
            options
        },
    ] {
        let server = TestServer::with(0, change).await;
        for host in ["example.org", "upstream", "127.0.0.1:8787"] {
            let queue = "GET /api/v1/comfy/queue HTTP/1.1";
            assert_eq!(status(&server, queue, &[host]).await, 200, "{host}");
        }
    }
}
