use client::ErrorKind;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use serde_json::{Value, json};

use super::server::{KEY, Server, answer, success};
use crate::{Answer, Body, Client, FormPart};

fn json(answer: &Answer) -> Value {
    let read = answer.decode(|body| serde_json::from_slice(body));
    read.unwrap()
}

#[tokio::test]
async fn a_call_is_sent_with_the_key_and_its_answer_is_read() {
    let server = Server::with(&[&success(r#"{"data":[1]}"#)]).await;
    let call = server.client.call(&api::RUNS, "a b", "page=2").unwrap();
    let answer = server.client.send(&call, &Body::Empty).await.unwrap();
    assert_eq!(json(&answer), json!({ "data": [1] }));
    let request = &server.requests()[0];
    assert!(
        request.starts_with("GET /api/v1/runs?group_id=a%20b&page=2 HTTP/1.1\r\n"),
        "{request}"
    );
    assert!(
        request.contains(&format!("x-api-key: {KEY}\r\n")),
        "{request}"
    );
}

#[tokio::test]
async fn json_is_sent_as_the_body() {
    let server = Server::with(&[&success("{}")]).await;
    let call = server.client.call(&api::EDIT_KEY, "ann", "").unwrap();
    let body = Body::Json(json!({ "share": 2 }));
    server.client.send(&call, &body).await.unwrap();
    let request = &server.requests()[0];
    assert!(
        request.starts_with("PATCH /api/v1/comfy/keys/ann HTTP/1.1\r\n"),
        "{request}"
    );
    assert!(
        request.contains("content-type: application/json\r\n"),
        "{request}"
    );
    assert!(request.ends_with("\r\n\r\n{\"share\":2}"), "{request}");
}

#[tokio::test]
async fn a_form_is_sent_again_with_all_its_parts_if_the_call_may_be_repeated() {
    let unavailable = answer("503 Service Unavailable", "", "");
    let server = Server::with(&[&unavailable, &success("{}")]).await;
    let mut call = server.client.call(&api::RUN, "poster", "").unwrap();
    call.is_repeatable = true;
    let parts = vec![
        FormPart::text("title", "Sea"),
        FormPart::file("photo", "sea.png", &b"pixels"[..]),
    ];
    server.client.send(&call, &Body::Form(parts)).await.unwrap();
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        assert!(
            request.contains("form-data; name=\"title\"\r\n\r\nSea\r\n"),
            "{request}"
        );
        let file = "form-data; name=\"photo\"; filename=\"sea.png\"";
        assert!(request.contains(file), "{request}");
        assert!(request.contains("\r\n\r\npixels\r\n"), "{request}");
    }
}

#[tokio::test]
async fn a_validation_list_becomes_the_items_of_the_error() {
    let body = r#"{"detail":[
        {"loc":["body","name"],"msg":"must be 1 to 64 letters","type":"value_error"},
        {"loc":["body","share"],"msg":"must be positive","type":"value_error"}]}"#;
    let refused = answer("422 Unprocessable Content", "", body);
    let server = Server::with(&[&refused]).await;
    let error = server.failure().await.error;
    assert_eq!(
        (error.kind, error.status),
        (ErrorKind::Validation, Some(422))
    );
    let items: Vec<_> = error.items.iter().map(|item| &*item.msg).collect();
    assert_eq!(items, ["must be 1 to 64 letters", "must be positive"]);
    let message = format!(
        "reading the keys: name: must be 1 to 64 letters; correct the fields it names \
         (GET {}/api/v1/comfy/keys, status 422)",
        server.client.base_url()
    );
    assert_eq!(error.message, message);
}

#[tokio::test]
async fn a_full_queue_is_asked_again_after_a_short_wait() {
    let full = answer("429 Too Many Requests", "retry-after: 0\r\n", "");
    let server = Server::with(&[&full, &success("{}")]).await;
    server.keys().await.unwrap();
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_long_wait_is_left_to_the_caller() {
    let full = answer("429 Too Many Requests", "retry-after: 60\r\n", "");
    let server = Server::with(&[&full, &success("{}")]).await;
    let error = server.failure().await.error;
    assert_eq!(
        (error.kind, error.retry_after),
        (ErrorKind::QueueFull, Some(60))
    );
    assert!(error.message.contains("try again in 60 s"), "{error}");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn what_changes_something_is_sent_once() {
    let unavailable = answer("503 Service Unavailable", "retry-after: 0\r\n", "");
    let server = Server::with(&[&unavailable, &success("{}")]).await;
    let call = server.client.call(&api::CANCEL, "r", "").unwrap();
    let failure = server.client.send(&call, &Body::Empty).await.err();
    assert_eq!(failure.unwrap().error.status, Some(503));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_redirect_is_refused_with_its_target() {
    let moved = answer(
        "301 Moved Permanently",
        "location: http://127.0.0.1:9/a\r\n",
        "",
    );
    let server = Server::with(&[&moved, &success("{}")]).await;
    let error = server.failure().await.error;
    assert_eq!(error.kind, ErrorKind::Usage);
    assert_eq!(
        error.reason,
        "it redirects to http://127.0.0.1:9/a; use the address that it redirects to"
    );
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_wrong_key_is_an_error_of_authentication() {
    let body = format!(r#"{{"errors":"{}"}}"#, api::WRONG_KEY);
    let server = Server::with(&[&answer("403 Forbidden", "", &body)]).await;
    let error = server.failure().await.error;
    assert_eq!(error.kind, ErrorKind::Authentication);
    assert_eq!(error.server_message(), api::WRONG_KEY);
}

#[tokio::test]
async fn a_key_that_the_answer_repeats_is_not_in_the_error() {
    let refusal = answer(
        "500 Internal Server Error",
        "",
        &format!(r#"{{"errors":"“{KEY}” is odd"}}"#),
    );
    let moved = answer("302 Found", &format!("location: /login?key={KEY}\r\n"), "");
    for answer in [refusal, moved, success(&format!("<p>{KEY}</p>"))] {
        let server = Server::with(&[&answer]).await;
        let failure = match server.keys().await {
            Ok(answer) => answer
                .decode(|_| Err::<(), _>(format!("{KEY} is odd")))
                .unwrap_err()
                .into(),
            Err(failure) => failure,
        };
        let shown = format!("{failure} {failure:?}");
        assert!(
            shown.contains("<API_KEY>") && !shown.contains(KEY),
            "{shown}"
        );
    }
}

#[tokio::test]
async fn an_answer_that_is_not_json_cannot_be_decoded() {
    let server = Server::with(&[&success("<html>")]).await;
    let answer = server.keys().await.unwrap();
    let error = answer
        .decode(|body| serde_json::from_slice::<Value>(body))
        .unwrap_err();
    assert_eq!((error.kind, error.status), (ErrorKind::Decode, Some(200)));
    assert_eq!(error.body.as_deref(), Some("<html>"));
    assert!(
        error.message.contains("the answer could not be read: "),
        "{error}"
    );
}

#[tokio::test]
async fn a_large_answer_of_an_error_is_read_in_part() {
    let start = "x".repeat(2 << 20);
    let page = format!("HTTP/1.1 404 Not Found\r\ncontent-length: 100000000\r\n\r\n{start}");
    let server = Server::with(&[&page]).await;
    let error = server.failure().await.error;
    assert_eq!(error.kind, ErrorKind::NotFound);
    assert_eq!(error.body.map(|body| body.len()), Some(64 << 10));
}

#[tokio::test]
async fn an_answer_is_read_while_it_arrives() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let server = Server::with(&[&format!("{head}data: 1\n\n")]).await;
    let call = server.client.call(&api::EVENTS, "", "").unwrap();
    let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("text/event-stream"))]);
    let mut stream = server.client.open(&call, headers).await.unwrap();
    assert_eq!(stream.content_type(), "text/event-stream");
    assert_eq!(stream.next().await.unwrap().unwrap(), "data: 1\n\n");
    assert_eq!(stream.next().await.unwrap(), None);
    let request = &server.requests()[0];
    assert!(
        request.contains("accept: text/event-stream\r\n"),
        "{request}"
    );
}

#[tokio::test]
async fn an_answer_that_is_refused_is_not_opened_and_not_asked_for_again() {
    let unavailable = answer("503 Service Unavailable", "", "");
    let server = Server::with(&[&unavailable, &success("")]).await;
    let call = server.client.call(&api::EVENTS, "", "").unwrap();
    let failure = server
        .client
        .open(&call, HeaderMap::new())
        .await
        .unwrap_err();
    assert_eq!(failure.error.status, Some(503));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn an_empty_key_is_not_sent() {
    let server = Server::with(&[&success("ok")]).await;
    let client = Client::new(server.client.base_url(), "", &[]).unwrap();
    let call = client.call(&api::LIVE, "", "").unwrap();
    client.send(&call, &Body::Empty).await.unwrap();
    let request = &server.requests()[0];
    assert!(request.starts_with("GET /healthz "), "{request}");
    assert!(!request.contains("x-api-key"), "{request}");
}

#[test]
fn an_address_or_a_key_that_cannot_be_used_is_refused() {
    for (address, key) in [
        ("ftp://h", KEY),
        ("h", KEY),
        ("http://h", "schlüssel"),
        ("http://h", "a\nb"),
    ] {
        let error = Client::new(address, key, &[]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Usage, "{error}");
        assert!(!error.message.contains(key), "{error}");
    }
    let client = Client::new("http://h/flow/api/v1/runs", KEY, &[]).unwrap();
    assert_eq!(client.base_url(), "http://h/flow");
    assert!(!format!("{client:?}").contains(KEY));
}
