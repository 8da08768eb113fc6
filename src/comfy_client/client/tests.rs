use std::net::Ipv4Addr;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response as Answer};
use axum::routing::get;
use futures_util::stream::{self, StreamExt};
use serde_json::Map;
use tokio::net::TcpListener;

use super::*;
use crate::{EngineErrorKind, EngineHeaders, EngineRules, PromptError};
use run_core::EngineFile;

const KB: usize = 1 << 10;

/// A client of an engine that gives every request this answer.
async fn client(answer: fn() -> Answer) -> EngineClient {
    let _already = rustls::crypto::ring::default_provider().install_default();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let routes = Router::new().fallback(get(async move || answer()).post(async move || answer()));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let limit = AnswerLimit {
        bytes: 64 * KB,
        time: Duration::from_secs(20),
    };
    let limits = EngineLimits {
        queue: limit,
        object_info: limit,
        history: limit,
        prompt: limit,
        upload: limit,
        other: limit,
        output_stall: limit.time,
        ..EngineLimits::default()
    };
    EngineClient::new(
        &address,
        EngineHeaders::default(),
        limits,
        EngineRules::open(),
    )
    .unwrap()
}

fn endless() -> Answer {
    let chunk = Bytes::from_static(&[b' '; KB]);
    let chunks = stream::repeat(chunk).map(Ok::<_, std::io::Error>);
    Body::from_stream(chunks).into_response()
}

/// An answer with some bytes and no end.
fn stalling() -> Answer {
    let chunk = Ok::<_, std::io::Error>(Bytes::from_static(b"{"));
    let chunks = stream::once(async { chunk }).chain(stream::pending());
    Body::from_stream(chunks).into_response()
}

/// The errors of every operation that reads an answer.
async fn errors(client: &EngineClient) -> Vec<EngineError> {
    let uploaded = client.upload(Box::new(tokio::io::empty()), "a", 0).await;
    vec![
        client.queue().await.unwrap_err(),
        client.object_info().await.unwrap_err(),
        client.history("a").await.unwrap_err(),
        client.delete("a").await.unwrap_err(),
        client.interrupt("a").await.unwrap_err(),
        uploaded.unwrap_err(),
    ]
}

fn file() -> EngineFile {
    EngineFile {
        filename: "a.png".into(),
        subfolder: String::new(),
        folder: "output".into(),
    }
}

#[tokio::test]
async fn endless_answers_end_at_the_limit() {
    let client = client(endless).await;
    for error in errors(&client).await {
        assert_eq!(error.kind, EngineErrorKind::TooLarge, "{error}");
        assert!(error.to_string().contains("65536 bytes"), "{error}");
    }
    let prompt = client.prompt(json!({}), "a", "b", Map::new()).await;
    assert!(matches!(prompt, Err(PromptError::Unknown(_))), "{prompt:?}");
}

#[tokio::test]
async fn an_announced_size_over_the_limit_is_not_read() {
    // The body never comes, so that reading it would wait for the time limit.
    let client = client(|| {
        let length = [(header::CONTENT_LENGTH, "65537")];
        (
            length,
            Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>()),
        )
            .into_response()
    })
    .await;
    for error in errors(&client).await {
        assert_eq!(error.kind, EngineErrorKind::TooLarge, "{error}");
    }
    let opened = client.view(&file(), 65_536).await.err().unwrap();
    assert_eq!(opened.kind, EngineErrorKind::TooLarge);
}

#[tokio::test]
async fn a_redirect_is_an_error_of_every_operation() {
    let client = client(|| Redirect::temporary("http://127.0.0.1:9/").into_response()).await;
    for error in errors(&client).await {
        let status = (error.status, error.kind);
        assert_eq!(status, (Some(307), EngineErrorKind::BadAnswer), "{error}");
    }
    let opened = client.view(&file(), 10).await.err().unwrap();
    assert_eq!(opened.status, Some(307));
    let prompt = client.prompt(json!({}), "a", "b", Map::new()).await;
    assert!(matches!(prompt, Err(PromptError::Unknown(_))), "{prompt:?}");
}

#[tokio::test]
async fn another_shape_is_an_error() {
    for body in ["", "[]", "null", "<html></html>"] {
        let client = client(match body {
            "" => || "".into_response(),
            "[]" => || "[]".into_response(),
            "null" => || "null".into_response(),
            _ => || "<html></html>".into_response(),
        })
        .await;
        let error = client.queue().await.unwrap_err();
        assert_eq!(error.kind, EngineErrorKind::BadAnswer, "{error}");
        assert!(client.object_info().await.is_err(), "{body}");
        assert!(client.history("a").await.is_err(), "{body}");
        let prompt = client.prompt(json!({}), "a", "b", Map::new()).await;
        assert!(matches!(prompt, Err(PromptError::Unknown(_))), "{body}");
    }
}

#[tokio::test]
async fn an_answer_without_an_end_is_given_up() {
    let mut client = client(stalling).await;
    client.limits.queue.time = Duration::from_millis(50);
    let error = client.queue().await.unwrap_err();
    assert_eq!(error.kind, EngineErrorKind::NoAnswer, "{error}");
    // Long enough for the beginning of the answer on a busy machine.
    client.limits.output_stall = Duration::from_secs(1);
    let mut download = client.view(&file(), 10).await.unwrap();
    assert_eq!(download.next().await.unwrap().unwrap().as_ref(), b"{");
    let error = download.next().await.unwrap_err();
    assert!(error.to_string().contains("sent nothing for"), "{error}");
}

#[tokio::test]
async fn a_download_ends_at_its_limit() {
    let client = client(endless).await;
    let mut download = client.view(&file(), 10_000).await.unwrap();
    let mut size = 0;
    let error = loop {
        match download.next().await {
            Ok(chunk) => size += chunk.unwrap().len(),
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind, EngineErrorKind::TooLarge);
    assert!(size <= 10_000);
}

#[tokio::test]
async fn the_text_of_an_error_is_clipped() {
    let client = client(|| {
        let text = "x".repeat(100 * KB);
        (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
    })
    .await;
    let error = client.queue().await.unwrap_err();
    assert_eq!(error.status, Some(500));
    let length = error.to_string().len();
    assert!((MAX_TEXT..MAX_TEXT + 200).contains(&length), "{length}");
}

#[tokio::test]
async fn a_rejection_with_very_many_errors_stays_small() {
    let client = client(|| {
        let errors = vec!["{}"; 20 * KB].join(",");
        let body = format!(r#"{{"node_errors": {{"1": {{"errors": [{errors}]}}}}}}"#);
        (StatusCode::BAD_REQUEST, body).into_response()
    })
    .await;
    let prompt = client.prompt(json!({}), "a", "b", Map::new()).await;
    assert!(
        matches!(prompt, Err(PromptError::Rejected(_))),
        "{prompt:?}"
    );
}
