//! Error answers: which status, which body. Knows no routes.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::fault_log;
use super::private_answers;
use super::rate_limit_headers::RateLimitState;
use crate::auth::Limited;
use api::{Envelope, Rate, ReachedLimit, Right, ValidationError, ValidationItem, WRONG_KEY};
use store::StoreError;

/// What callers learn of an error of the service itself.
const FAILED: &str = "the request failed inside the service; see the service's log";

/// `Retry-After` while the store cannot be used, in seconds.
const STORE_RETRY_AFTER: u64 = 5;

/// Why a request failed.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// 400: a header that may be there once.
    RepeatedHeader(&'static str),
    /// 401: no key.
    NoKey,
    /// 403: a wrong key.
    WrongKey,
    /// 403: a key that has expired.
    KeyExpired,
    /// 403: a key that was regenerated.
    KeyRegenerated,
    /// 403: a token for one run that has expired.
    TokenExpired,
    /// 403: a token for one run, which may do nothing else.
    OfOneRun,
    /// 403: a key that is limited to some workflows.
    OtherWorkflow,
    /// 403: a valid key without this right.
    NoRight(Right),
    /// 403: a valid key, but not the first one.
    NotFirstKey,
    /// 404.
    NotFound(String),
    /// 405.
    MethodNotAllowed,
    /// 409: the state of a run or workflow does not allow it.
    Conflict(String),
    /// 421: the host that the request names.
    OtherHost,
    /// 413.
    TooLarge(String),
    /// 415: the body has a form that no route reads.
    UnsupportedBody(String),
    /// 422: the contract's validation error body.
    Invalid(Vec<ValidationItem>),
    /// 429: there is no room for the run to wait, and why; seconds until a retry.
    QueueFull(String, u64),
    /// 429: a caller has too many requests in progress, and why; seconds until a retry.
    TooManyAtOnce(String, u64),
    /// 429: a key has done this too often; seconds until a retry.
    TooOften {
        what: Limited,
        rate: Rate,
        after: u64,
    },
    /// 503: nearly all connections are open; seconds until a retry.
    Busy(u64),
    /// 503: the service cannot do it now, and why; seconds until a retry.
    Unavailable(String, u64),
    /// 507: the disk is full.
    NoRoom(String),
    /// 500: the cause is logged, the caller gets a general message.
    Internal(String),
}

impl ApiError {
    /// 422 with one item.
    pub(crate) fn invalid(place: &str, name: &str, msg: impl Into<String>, kind: &str) -> Self {
        Self::Invalid(vec![ValidationItem::new(place, name, msg, kind)])
    }

    /// 422 for the body as a whole.
    pub(crate) fn invalid_body(msg: impl Into<String>, kind: &str) -> Self {
        Self::Invalid(vec![ValidationItem::of_body(msg, kind)])
    }

    /// 500 for an error of the service itself.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }

    /// 503 for a store that cannot be used now.
    pub(crate) fn unavailable_store(error: &StoreError) -> Self {
        fault_log::log(&error.to_string());
        let why = format!("the run store cannot be used now; try again in {STORE_RETRY_AFTER} s");
        Self::Unavailable(why, STORE_RETRY_AFTER)
    }

    /// 507 for an error of a full disk.
    pub(crate) fn full_disk(error: impl std::fmt::Display) -> Self {
        fault_log::log(&error.to_string());
        let why = "the disk of the service is full; ask the person who runs the service to free disk space";
        Self::NoRoom(why.to_owned())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::RepeatedHeader(_) => StatusCode::BAD_REQUEST,
            Self::NoKey => StatusCode::UNAUTHORIZED,
            Self::WrongKey
            | Self::KeyExpired
            | Self::KeyRegenerated
            | Self::TokenExpired
            | Self::OfOneRun
            | Self::OtherWorkflow
            | Self::NoRight(_)
            | Self::NotFirstKey => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedBody(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::QueueFull(..) | Self::TooManyAtOnce(..) | Self::TooOften { .. } => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::Busy(_) | Self::Unavailable(..) => StatusCode::SERVICE_UNAVAILABLE,
            Self::NoRoom(_) => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The body of the answer.
    pub(crate) fn body(&self) -> Value {
        match self {
            Self::Invalid(detail) => json!(ValidationError {
                detail: detail.clone()
            }),
            Self::Internal(_) => json!(Envelope::error(FAILED)),
            error => json!(Envelope::error(error.to_string())),
        }
    }

    fn rate_limit(&self) -> Option<RateLimitState> {
        match *self {
            Self::TooOften { what, rate, after } => Some(RateLimitState {
                what,
                rate,
                remaining: 0,
                after: Some(after),
            }),
            _ => None,
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::QueueFull(_, seconds)
            | Self::TooManyAtOnce(_, seconds)
            | Self::Busy(seconds)
            | Self::Unavailable(_, seconds) => Some(*seconds),
            Self::TooOften { after, .. } => Some(*after),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, retry_after) = (self.status(), self.retry_after());
        let rate_limit = self.rate_limit();
        if let Self::Internal(cause) = &self {
            fault_log::log(cause);
        }
        let mut response = (status, Json(self.body())).into_response();
        private_answers::set_headers(response.headers_mut());
        if let Some(seconds) = retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(state) = rate_limit {
            state.add_to(response.headers_mut());
        }
        response
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::RepeatedHeader(name) => {
                write!(f, "the request has several headers {name}; send one of them")
            }
            Self::NoKey => f.write_str("the key is missing; send it in the header X-API-KEY"),
            Self::WrongKey => f.write_str(WRONG_KEY),
            Self::KeyExpired => f.write_str(
                "the key in X-API-KEY has expired; ask the person who runs the service for a new one",
            ),
            Self::KeyRegenerated => f.write_str(
                "the key in X-API-KEY was replaced by a new one; ask the person who runs the service for it",
            ),
            Self::TokenExpired => f.write_str(
                "the token in X-API-KEY has expired; get a new one from the server that made it",
            ),
            Self::OfOneRun => f.write_str(
                "the token in X-API-KEY may only follow, read and cancel its run; use a key for everything else",
            ),
            Self::OtherWorkflow => f.write_str(
                "the key in X-API-KEY is limited to some workflows, and this concerns others; use another key",
            ),
            Self::NoRight(right) => write!(
                f,
                "the key in X-API-KEY lacks the right “{}” for this; use the first key, or a key that has it",
                right.name()
            ),
            Self::NotFirstKey => f.write_str("only the first key of the service may do this"),
            Self::OtherHost => f.write_str(
                "the request names another host than this machine; open the service at localhost, or start it with \
                 --public-url if a proxy forwards to it",
            ),
            Self::MethodNotAllowed => f.write_str("this path does not support this method"),
            Self::QueueFull(why, seconds) | Self::TooManyAtOnce(why, seconds) => write!(f, "{why}; try again in {seconds} s"),
            Self::TooOften { what, rate, after } => {
                let rate = rate.to_string();
                let (rate, what) = (rate.as_str(), what.name());
                let limit = ReachedLimit { rate, what }.write();
                write!(f, "{limit}; try again in {after} s")
            }
            Self::Busy(seconds) => write!(
                f,
                "the service has too many open connections; try again in {seconds} s"
            ),
            Self::Invalid(items) => {
                let texts: Vec<&str> = items.iter().map(|item| item.msg.as_str()).collect();
                f.write_str(&texts.join("; "))
            }
            Self::NotFound(text)
            | Self::Conflict(text)
            | Self::TooLarge(text)
            | Self::UnsupportedBody(text)
            | Self::Unavailable(text, _)
            | Self::NoRoom(text)
            | Self::Internal(text) => f.write_str(text),
        }
    }
}
