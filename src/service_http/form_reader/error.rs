//! Errors of a body that cannot be read as a form. Does not know the form's fields.

use axum::extract::multipart::MultipartError;
use axum::http::StatusCode;

use crate::api_error::ApiError;
use http_server::multipart::NotAForm;
use service::operations::DomainError;

/// The multipart reader's text for part headers that violate HTTP.
const UNREADABLE_HEADER: &str = "failed to read headers";

/// A part without a field name; `number` starts at 1.
pub(super) fn unnamed(number: usize, why: &str) -> ApiError {
    let why = format!("part {number} of the form {why}");
    malformed(&why, "multipart_parsing")
}

/// The body is not a form.
pub(super) fn malformed(why: &str, kind: &str) -> ApiError {
    let msg = format!("reading the form: {why}");
    ApiError::invalid_body(msg, kind)
}

/// The headers do not announce a form.
pub(super) fn not_a_form(why: NotAForm) -> ApiError {
    let why = match why {
        NotAForm::OtherType => {
            "the request has another content type; send the fields as multipart/form-data or, without \
             files, as application/x-www-form-urlencoded"
        }
        NotAForm::NoBoundary => {
            "its content type has no boundary; do not set the header Content-Type yourself, so that \
             your HTTP client writes both"
        }
    };
    malformed(why, "multipart_type")
}

/// The body is larger than this number of bytes.
pub(crate) fn too_large(max_upload: usize) -> ApiError {
    DomainError::TooLarge(format!(
        "reading the submission: it is larger than {} MB; send smaller files or shorter texts",
        max_upload >> 20
    ))
    .into()
}

/// The rest of the body cannot be read.
pub(super) fn unreadable(error: &MultipartError, max_upload: usize) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large(max_upload);
    }
    let why = match error.body_text() {
        // The reader gives no details about names with NUL, which browsers send unchanged.
        text if text == UNREADABLE_HEADER => format!(
            "{text} of a part; headers are lines of `name: value`, and the names of fields and \
             files cannot contain control characters such as NUL"
        ),
        text => text,
    };
    malformed(&why, "multipart_parsing")
}
