//! Requests that are rejected before the backend sees them.

use serde_json::json;

use super::test_server::{TestServer, client, workflow};

#[tokio::test]
async fn a_prompt_id_must_be_a_lowercase_uuid() {
    let server = TestServer::start().await;
    for id in [
        "not-a-uuid",
        "A360E6EB-3C4E-4407-A38B-FAF53F63A3D5",
        "a360e6eb3c4e4407a38bfaf53f63a3d5",
    ] {
        let body = json!({ "prompt": workflow(), "prompt_id": id });
        let (status, reply) = server.post("/prompt", body.to_string()).await;
        assert_eq!(
            (status, &reply["error"]["type"]),
            (400, &json!("invalid_prompt_id"))
        );
    }
    let id = "a360e6eb-3c4e-4407-a38b-faf53f63a3d5";
    assert_eq!(
        server
            .submit(json!({ "prompt": workflow(), "prompt_id": id }))
            .await,
        id
    );
}

#[tokio::test]
async fn a_malformed_body_of_another_route_gets_status_400() {
    let server = TestServer::start().await;
    for (path, body) in [
        ("/queue", "{bad"),
        ("/history", "[1]"),
        ("/interrupt", r#"{"prompt_id": 5}"#),
    ] {
        let (status, reply) = server.post(path, body).await;
        assert_eq!(status, 400, "{path}");
        assert!(reply["error"]["type"].is_string(), "{path}: {reply}");
    }
    assert_eq!(server.get("/history?max_items=abc").await.status(), 400);
}

#[tokio::test]
async fn a_page_of_another_origin_is_rejected() {
    let server = TestServer::start().await;
    let headers = [
        ("origin", "http://elsewhere.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("host", "elsewhere.example"),
    ];
    for (name, value) in headers {
        let request = client().get(server.url("/queue")).header(name, value);
        assert_eq!(
            request.send().await.unwrap().status(),
            403,
            "{name}: {value}"
        );
    }
    let own = format!("http://{}", server.address);
    let request = client().get(server.url("/queue")).header("origin", own);
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_body_over_the_limit_is_rejected() {
    let server = TestServer::start().await;
    let body = "x".repeat(crate::limits::MAX_BODY + 1);
    assert_eq!(server.post("/prompt", body).await.0, 413);
    assert_eq!(server.json("/queue").await["queue_pending"], json!([]));
}
