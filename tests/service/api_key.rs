//! What the API key protects, and which origins may call the service.

use crate::common::{KEY, TestServer, json, logs, texts};

const PATHS: [(&str, &str); 10] = [
    ("POST", "/api/v1/runs?workflow_id=join"),
    ("GET", "/api/v1/runs"),
    ("GET", "/api/v1/runs/x"),
    ("GET", "/api/v1/runs/output?filename=x"),
    ("POST", "/api/v1/runs/x/cancel"),
    ("POST", "/api/v1/runs/x/regenerate"),
    ("GET", "/api/v1/comfy/queue"),
    ("GET", "/api/v1/comfy/health"),
    ("GET", "/api/v1/comfy/workflows"),
    ("GET", "/api/v1/comfy/object_info"),
];

#[tokio::test]
async fn every_operation_answers_401_without_a_key_and_403_with_a_wrong_one() {
    let server = TestServer::start().await;
    for (method, path) in PATHS {
        let url = format!("{}{path}", server.url);
        let request = || server.client.request(method.parse().unwrap(), &url);
        for (key, status) in [
            (None, 401),
            (Some(""), 401),
            (Some("wrong"), 403),
            (Some("open-sesame-4"), 403),
        ] {
            let request = key
                .into_iter()
                .fold(request(), |request, key| request.header("X-API-KEY", key));
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), status, "{method} {path} {key:?}");
            let body = json(response).await;
            assert_eq!(
                (&body["status"], &body["data"]),
                (&"error".into(), &serde_json::json!([]))
            );
            assert!(
                body["errors"].as_str().unwrap().contains("X-API-KEY"),
                "{body}"
            );
        }
    }
}

#[tokio::test]
async fn a_wrong_key_is_reported_even_if_a_large_body_follows() {
    let server = TestServer::start().await;
    let url = format!("{}/api/v1/runs?workflow_id=join", server.url);
    let form = texts(&[("title", &"x".repeat(8 << 20))]);
    let response = server
        .client
        .post(url)
        .header("X-API-KEY", "wrong")
        .multipart(form)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 403);
}

#[tokio::test]
async fn a_preflight_needs_no_key_and_allows_the_key_s_header() {
    let server = TestServer::start().await;
    let url = format!("{}/api/v1/runs", server.url);
    let response = server
        .client
        .request(reqwest::Method::OPTIONS, url)
        .header("Origin", "https://elsewhere.example")
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "x-api-key")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    let allowed = response.headers()["access-control-allow-headers"]
        .to_str()
        .unwrap()
        .to_lowercase();
    for header in ["x-api-key", "idempotency-key", "content-type"] {
        assert!(allowed.contains(header), "{allowed}");
    }
}

#[tokio::test]
async fn pages_of_other_origins_can_read_errors() {
    let server = TestServer::start().await;
    let url = format!("{}/api/v1/comfy/queue", server.url);
    let response = server
        .client
        .get(url)
        .header("Origin", "https://elsewhere.example")
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    assert_eq!(
        response.headers()["access-control-expose-headers"],
        "retry-after,x-request-id,ratelimit,ratelimit-policy"
    );
}

#[tokio::test]
async fn an_unknown_operation_is_404_and_a_wrong_method_405_in_an_envelope() {
    let server = TestServer::start().await;
    for (method, path, status) in [
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api", 404),
        ("PUT", "/api/v1/runs", 405),
        ("POST", "/api/v1/comfy/queue", 405),
    ] {
        let response = server.request(method, path).send().await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        assert_eq!(json(response).await["status"], "error");
    }
}

#[tokio::test]
async fn the_key_appears_in_no_log_and_no_answer() {
    let server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    let detail = server.wait_for_status(&run, "completed").await.to_string();
    let refused = server
        .submit("unknown", texts(&[]))
        .await
        .text()
        .await
        .unwrap();
    let queue = server.get("/api/v1/comfy/queue").await.to_string();
    for answer in [detail, refused, queue] {
        assert!(!answer.contains(KEY));
    }
    let logs = logs::text();
    assert!(logs.contains("engine instance"), "the logs are collected");
    assert!(!logs.contains(KEY));
}
