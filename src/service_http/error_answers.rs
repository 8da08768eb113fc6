//! Which answer follows from each kind of error of a use case. Knows no routes.

use axum::http::StatusCode;

use service::operations::DomainError;

/// The status of the answer to an error.
pub(super) fn status(error: &DomainError) -> StatusCode {
    match error {
        DomainError::OfOneRun
        | DomainError::OtherWorkflow
        | DomainError::NoRight(_)
        | DomainError::NotFirstKey => StatusCode::FORBIDDEN,
        DomainError::NotFound(_) => StatusCode::NOT_FOUND,
        DomainError::Conflict(_) => StatusCode::CONFLICT,
        DomainError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        DomainError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
        DomainError::QueueFull(..)
        | DomainError::TooManyAtOnce(..)
        | DomainError::TooOften { .. } => StatusCode::TOO_MANY_REQUESTS,
        DomainError::Unavailable(..) | DomainError::StoreUnavailable(_) => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        DomainError::NoRoom(_) | DomainError::DiskFull(_) => StatusCode::INSUFFICIENT_STORAGE,
        DomainError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
