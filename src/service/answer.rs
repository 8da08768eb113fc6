//! Answers that are no success: which status, which body. Knows no routes.

use axum::Json;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;

use crate::api::{Envelope, Loc, ValidationError, ValidationItem};

/// How long, and how much of it, the body of a refused request is still read.
const DISCARD: (std::time::Duration, usize) = (std::time::Duration::from_secs(30), 1 << 30);

/// Why a request was not done.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// 401: no key.
    NoKey,
    /// 403: a wrong key.
    WrongKey,
    /// 404.
    NotFound(String),
    /// 405.
    Method,
    /// 409: what is there does not allow it.
    Conflict(String),
    /// 413.
    TooLarge(String),
    /// 422: the contract's validation error body.
    Invalid(Vec<ValidationItem>),
    /// 429: every queue is full; seconds after which it may be tried again.
    Full(u64),
    /// 503: no engine instance answers; seconds after which it may be tried again.
    Unavailable(String, u64),
    /// 500: logged here, told in general words.
    Internal(String),
}

/// A fault of the body as a whole.
pub(crate) fn body_item(msg: impl Into<String>, kind: &str) -> ValidationItem {
    ValidationItem {
        loc: vec![Loc::Name("body".to_owned())],
        msg: msg.into(),
        kind: kind.to_owned(),
    }
}

/// Reads on what a client still sends after it was refused: a connection that is closed before
/// would hide the answer from it.
pub(crate) fn discard(body: Body) {
    let (time, most) = DISCARD;
    tokio::spawn(tokio::time::timeout(time, async move {
        let mut stream = body.into_data_stream();
        let mut read = 0;
        while let Some(Ok(bytes)) = stream.next().await {
            read += bytes.len();
            if read > most {
                break;
            }
        }
    }));
}

impl Refusal {
    /// 422 with one item.
    pub(crate) fn invalid(place: &str, name: &str, msg: impl Into<String>, kind: &str) -> Self {
        Self::Invalid(vec![ValidationItem::new(place, name, msg, kind)])
    }

    /// 500 for an error of ours.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }

    fn parts(self) -> (StatusCode, String, Option<u64>) {
        match self {
            Self::NoKey => (
                StatusCode::UNAUTHORIZED,
                "the key is missing; send it in the header X-API-KEY".into(),
                None,
            ),
            Self::WrongKey => (
                StatusCode::FORBIDDEN,
                "the key in the header X-API-KEY is not this service's".into(),
                None,
            ),
            Self::NotFound(message) => (StatusCode::NOT_FOUND, message, None),
            Self::Method => (
                StatusCode::METHOD_NOT_ALLOWED,
                "this path does not take this method".into(),
                None,
            ),
            Self::Conflict(message) => (StatusCode::CONFLICT, message, None),
            Self::TooLarge(message) => (StatusCode::PAYLOAD_TOO_LARGE, message, None),
            Self::Full(after) => {
                let message =
                    format!("the queue of every engine instance is full; try again in {after} s");
                (StatusCode::TOO_MANY_REQUESTS, message, Some(after))
            }
            Self::Unavailable(message, after) => {
                (StatusCode::SERVICE_UNAVAILABLE, message, Some(after))
            }
            Self::Internal(message) => {
                tracing::error!("{message}");
                let message = "the service could not do this; its log says why";
                (StatusCode::INTERNAL_SERVER_ERROR, message.into(), None)
            }
            Self::Invalid(items) => {
                let texts: Vec<String> = items.into_iter().map(|item| item.msg).collect();
                (StatusCode::UNPROCESSABLE_ENTITY, texts.join("\n"), None)
            }
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        if let Self::Invalid(detail) = self {
            return (
                StatusCode::UNPROCESSABLE_ENTITY,
                Json(ValidationError { detail }),
            )
                .into_response();
        }
        let (status, message, after) = self.parts();
        let mut response = (status, Json(Envelope::error(message))).into_response();
        if let Some(after) = after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(after));
        }
        response
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Invalid(items) => {
                let texts: Vec<&str> = items.iter().map(|item| item.msg.as_str()).collect();
                f.write_str(&texts.join("; "))
            }
            Self::NotFound(text) | Self::Conflict(text) | Self::TooLarge(text) => f.write_str(text),
            Self::Unavailable(text, _) | Self::Internal(text) => f.write_str(text),
            Self::NoKey | Self::WrongKey => f.write_str("the key is missing or wrong"),
            Self::Method => f.write_str("method not allowed"),
            Self::Full(_) => f.write_str("the queue of every engine instance is full"),
        }
    }
}
