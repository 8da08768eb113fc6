//! Error answers: which status, which body. Knows no routes.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::error_answers;
use super::fault_log;
use super::private_answers;
use super::rate_limit_headers::RateLimitState;
use api::{Envelope, ValidationError, ValidationItem, WRONG_KEY};
use service::operations::DomainError;

/// What callers learn of an error of the service itself.
const FAILED: &str = "the request failed inside the service; see the service's log";

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
    /// 405.
    MethodNotAllowed,
    /// 421: the host that the request names.
    OtherHost,
    /// 415: the body has a form that no route reads.
    UnsupportedBody(String),
    /// 503: nearly all connections are open; seconds until a retry.
    Busy(u64),
    /// What a use case was refused for.
    Domain(DomainError),
}

impl<E> From<E> for ApiError
where
    DomainError: From<E>,
{
    fn from(error: E) -> Self {
        Self::Domain(error.into())
    }
}

impl ApiError {
    /// 404.
    pub(crate) fn not_found(why: impl Into<String>) -> Self {
        DomainError::NotFound(why.into()).into()
    }

    /// 422 with one item.
    pub(crate) fn invalid(place: &str, name: &str, msg: impl Into<String>, kind: &str) -> Self {
        DomainError::invalid(place, name, msg, kind).into()
    }

    /// 422 for the body as a whole.
    pub(crate) fn invalid_body(msg: impl Into<String>, kind: &str) -> Self {
        DomainError::Invalid(vec![ValidationItem::of_body(msg, kind)]).into()
    }

    /// 500 for an error of the service itself.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        DomainError::internal(error).into()
    }

    /// 503: the service cannot do it now, and why; seconds until a retry.
    pub(crate) fn unavailable(why: impl Into<String>, seconds: u64) -> Self {
        DomainError::Unavailable(why.into(), seconds).into()
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::RepeatedHeader(_) => StatusCode::BAD_REQUEST,
            Self::NoKey => StatusCode::UNAUTHORIZED,
            Self::WrongKey | Self::KeyExpired | Self::KeyRegenerated | Self::TokenExpired => {
                StatusCode::FORBIDDEN
            }
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::UnsupportedBody(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Domain(error) => error_answers::status(error),
        }
    }

    /// The body of the answer.
    pub(crate) fn body(&self) -> Value {
        match self {
            Self::Domain(DomainError::Invalid(detail)) => json!(ValidationError {
                detail: detail.clone()
            }),
            Self::Domain(DomainError::Internal(_)) => json!(Envelope::error(FAILED)),
            error => json!(Envelope::error(error.to_string())),
        }
    }

    fn rate_limit(&self) -> Option<RateLimitState> {
        match *self {
            Self::Domain(DomainError::TooOften { what, rate, after }) => Some(RateLimitState {
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
            Self::Busy(seconds) => Some(*seconds),
            Self::Domain(error) => error.retry_after(),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, retry_after) = (self.status(), self.retry_after());
        let rate_limit = self.rate_limit();
        if let Self::Domain(error) = &self
            && let Some(cause) = error.cause()
        {
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
            Self::OtherHost => f.write_str(
                "the request names another host than this machine; open the service at localhost, or start it with \
                 --public-url if a proxy forwards to it",
            ),
            Self::MethodNotAllowed => f.write_str("this path does not support this method"),
            Self::Busy(seconds) => write!(
                f,
                "the service has too many open connections; try again in {seconds} s"
            ),
            Self::UnsupportedBody(why) => f.write_str(why),
            Self::Domain(error) => error.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_of_the_service_has_its_status_and_says_when_to_try_again() {
        let cause = || "its cause".to_owned();
        for (error, status, is_passing) in [
            (
                DomainError::StoreUnavailable(cause()),
                StatusCode::SERVICE_UNAVAILABLE,
                true,
            ),
            (
                DomainError::DiskFull(cause()),
                StatusCode::INSUFFICIENT_STORAGE,
                false,
            ),
            (DomainError::Conflict(cause()), StatusCode::CONFLICT, false),
            (
                DomainError::Internal(cause()),
                StatusCode::INTERNAL_SERVER_ERROR,
                false,
            ),
            (
                DomainError::QueueFull(cause(), 30),
                StatusCode::TOO_MANY_REQUESTS,
                true,
            ),
        ] {
            let is_told = !matches!(error.cause(), Some("its cause"));
            let error = ApiError::from(error);
            let body = error.body().to_string();
            assert_eq!(body.contains("its cause"), is_told, "{body}");
            let answer = error.into_response();
            assert_eq!(answer.status(), status, "{body}");
            let has_time = answer.headers().contains_key(header::RETRY_AFTER);
            assert_eq!(has_time, is_passing, "{body}");
        }
    }
}
