//! Requests without the token.

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::test_server::{TOKEN, TestServer};
use crate::EngineToken;

const ROUTES: &[(&str, &str)] = &[
    ("GET", "/prompt"),
    ("POST", "/prompt"),
    ("GET", "/queue"),
    ("POST", "/queue"),
    ("POST", "/interrupt"),
    ("GET", "/history"),
    ("POST", "/history"),
    ("GET", "/history/a"),
    ("GET", "/object_info"),
    ("GET", "/object_info/SaveImage"),
    ("GET", "/features"),
    ("GET", "/system_stats"),
    ("GET", "/view?filename=a.png"),
    ("POST", "/upload/image"),
    ("GET", "/ws"),
    ("OPTIONS", "/queue"),
    ("GET", "/nothing"),
];

#[tokio::test]
async fn every_route_rejects_a_request_without_the_token() {
    let server = TestServer::start().await;
    let client = reqwest::Client::new();
    let status = async |method: &str, path: &str, authorization: Option<&str>| {
        let mut request = client.request(method.parse().unwrap(), server.url(path));
        if let Some(authorization) = authorization {
            request = request.header("authorization", authorization);
        }
        request.send().await.unwrap().status().as_u16()
    };
    for (method, path) in ROUTES {
        for path in [(*path).to_owned(), format!("/api{path}")] {
            assert_eq!(status(method, &path, None).await, 401, "{method} {path}");
        }
    }
    let almost = &TOKEN[..TOKEN.len() - 1];
    let wrong = [
        TOKEN.to_owned(),
        "Bearer ".to_owned(),
        format!("Bearer {almost}"),
        format!("Bearer {TOKEN}x"),
        format!("bearer{TOKEN}"),
        format!("Basic {TOKEN}"),
    ];
    for authorization in wrong {
        let status = status("GET", "/queue", Some(&authorization)).await;
        assert_eq!(status, 401, "{authorization}");
    }
    let in_query = format!("/queue?token={TOKEN}&authorization=Bearer%20{TOKEN}");
    assert_eq!(status("GET", &in_query, None).await, 401);
    let right = format!("Bearer {TOKEN}");
    assert_eq!(status("GET", "/queue", Some(&right)).await, 200);
}

#[tokio::test]
async fn a_websocket_opens_only_with_the_token() {
    let server = TestServer::start().await;
    let url = format!("ws://{}/ws", server.address);
    let mut wrong = url.as_str().into_client_request().unwrap();
    let headers = wrong.headers_mut();
    headers.insert("authorization", "Bearer wrong".parse().unwrap());
    for request in [url.into_client_request().unwrap(), wrong] {
        let refused = tokio_tungstenite::connect_async(request).await;
        let Err(Error::Http(response)) = refused else {
            panic!("it opened")
        };
        assert_eq!(response.status(), 401);
    }
    let opened = tokio_tungstenite::connect_async(server.handshake("/ws")).await;
    assert!(opened.is_ok());
}

#[test]
fn random_tokens_differ_and_are_not_in_debug_output() {
    let (one, other) = (EngineToken::random(), EngineToken::random());
    assert_ne!(one.reveal(), other.reveal());
    assert_eq!(one.reveal().len(), 64);
    assert!(!format!("{one:?}").contains(one.reveal()));
}
