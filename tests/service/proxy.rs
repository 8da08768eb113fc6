//! A service behind a proxy: public addresses, origins, and clients' addresses in the log.

use std::time::Duration;

use serde_json::Value;

use crate::common::{TestServer, json, logs, texts};

#[tokio::test]
async fn absolute_addresses_start_with_the_public_one_and_never_with_the_host_header() {
    let server = TestServer::with(1, |mut options| {
        options.public_url = Some("https://example.org/flow".to_owned());
        options
    });
    let server = server.await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    let detail = server.wait_for_status(&run, "completed").await;
    let output = &detail["outputs"][0];
    let link = output["url"].as_str().unwrap();
    let files = "https://example.org/flow/api/v1/files/";
    assert!(link.starts_with(files), "{link}");
    let name = output["filename"].as_str().unwrap();
    let path = format!("/api/v1/runs/output?filename={name}");
    assert_eq!(server.get(&path).await["data"]["download_url"], link);
    // The proxy removes the path.
    let local = link.replace("https://example.org/flow", &server.url);
    assert_eq!(server.client.get(local).send().await.unwrap().status(), 200);
    let servers = server.get("/openapi.json").await["servers"].clone();
    assert_eq!(servers[0]["url"], "https://example.org/flow");
}

#[tokio::test]
async fn no_answer_repeats_the_host_header() {
    let server = TestServer::with(1, |options| options).await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    let detail = format!("/api/v1/runs/{run}");
    let paths = ["/openapi.json", "/api/v1/comfy/workflows", "/", &detail];
    for path in paths {
        let request = server.request("GET", path);
        let request = request.header("Host", "evil.example");
        let request = request.header("X-Forwarded-Host", "evil.example");
        let response = request.send().await.unwrap();
        assert!(!format!("{:?}", response.headers()).contains("evil"));
        assert!(!response.text().await.unwrap().contains("evil"), "{path}");
    }
}

#[tokio::test]
async fn only_pages_of_allowed_origins_may_use_the_service() {
    let server = TestServer::with(1, |mut options| {
        let origins = ["https://one.example", "https://two.example:8443"];
        options.allowed_origins = origins.map(str::to_owned).to_vec();
        options
    });
    let server = server.await;
    for (origin, allowed) in [
        ("https://one.example", true),
        ("https://two.example:8443", true),
        ("https://two.example", false),
        ("https://elsewhere.example", false),
    ] {
        for method in ["OPTIONS", "GET"] {
            let request = server.request(method, "/api/v1/runs");
            let request = request.header("Origin", origin);
            let request = request.header("Access-Control-Request-Method", "POST");
            let response = request.send().await.unwrap();
            let header = response.headers().get("access-control-allow-origin");
            let header = header.map(|origin| origin.to_str().unwrap());
            assert_eq!(header, allowed.then_some(origin), "{method} {origin}");
        }
    }
}

/// Sends a wrong key, as a proxy would for this client.
async fn send_wrong_key(server: &TestServer, client: &str) -> u16 {
    let url = format!("{}/api/v1/comfy/queue?secret=1", server.url);
    let request = server.client.get(url).header("X-API-KEY", "not-the-key");
    let request = request.header("X-Forwarded-For", client);
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn wrong_keys_are_logged_once_with_the_client_and_the_path_but_without_the_key() {
    let server = TestServer::with(1, |mut options| {
        options.trust_proxy = true;
        options
    });
    let server = server.await;
    for _ in 0..20 {
        assert_eq!(
            send_wrong_key(&server, "203.0.113.5, 198.51.100.77").await,
            403
        );
    }
    let logs = logs::text();
    let lines = logs.lines().filter(|line| line.contains("wrong key from"));
    let lines: Vec<&str> = lines
        .filter(|line| line.contains("198.51.100.77"))
        .collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].ends_with("for \"/api/v1/comfy/queue\""),
        "{lines:?}"
    );
    assert!(!logs.contains("203.0.113.5") && !logs.contains("not-the-key"));
}

#[tokio::test]
async fn a_valid_key_is_not_delayed_by_wrong_ones_from_the_same_address() {
    let server = TestServer::with(1, |mut options| {
        options.limits.wrong_key_delay = Duration::from_secs(1000);
        options
    });
    let server = server.await;
    // The first wrong key is delayed by 8 s, the others longer.
    let wrong = async {
        let all = (0..4).map(|_| send_wrong_key(&server, "192.0.2.1"));
        futures_util::future::select_all(all.map(Box::pin)).await.0
    };
    let valid = async {
        let mut answers: Vec<Value> = Vec::new();
        for _ in 0..20 {
            let response = server.request("GET", "/api/v1/comfy/queue").send().await;
            answers.push(json(response.unwrap()).await);
        }
        answers.len()
    };
    tokio::select! {
        status = wrong => panic!("a wrong key was answered first: {status}"),
        answers = valid => assert_eq!(answers, 20),
    }
}
