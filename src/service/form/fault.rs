//! What is wrong with a body that cannot be read as a form. Does not know what the form is of.

use axum::extract::multipart::MultipartError;
use axum::http::StatusCode;

use crate::service::answer::{Refusal, body_item};

/// What the multipart reader says of a part's header that breaks the rules of HTTP.
const UNREADABLE_HEADER: &str = "failed to read headers";

/// A part has no name of a field.
pub(super) fn unnamed(place: usize, why: &str) -> Refusal {
    broken(
        format!("part {place} of the form {why}"),
        "multipart_parsing",
    )
}

/// The body is no form.
pub(super) fn broken(why: String, kind: &str) -> Refusal {
    let msg = format!("reading the multipart/form-data body: {why}");
    Refusal::Invalid(vec![body_item(msg, kind)])
}

/// The body cannot be read on.
pub(super) fn unreadable(error: &MultipartError, most: usize) -> Refusal {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let message = format!(
            "the submission is larger than {} MB; send smaller files",
            most >> 20
        );
        return Refusal::TooLarge(message);
    }
    let why = match error.body_text() {
        // The reader says no more of a name with a NUL in it, which browsers send as it is.
        text if text == UNREADABLE_HEADER => format!(
            "{text} of a part: they are lines of `name: value`, and the name of a field or of a \
             file has no control characters such as NUL"
        ),
        text => text,
    };
    broken(why, "multipart_parsing")
}
