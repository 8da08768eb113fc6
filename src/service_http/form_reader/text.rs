//! One text of a form, received or decoded. Does not know its field.

use axum::extract::multipart::{Field as FormPart, MultipartError};

use super::error::unreadable;
use super::{Limits, content_type};
use crate::api_error::ApiError;
use http_server::charset;
use service::form::TextMemory;

/// The maximum size of a text, in bytes.
const MAX_TEXT_SIZE: usize = super::MAX_STORED;

/// A received text.
pub(super) struct ReceivedText {
    /// The text; empty if it is invalid.
    pub(super) text: String,
    /// Its error: message and kind.
    pub(super) error: Option<(String, &'static str)>,
}

/// Receives a text.
pub(super) async fn receive(
    part: FormPart<'_>,
    limits: &Limits<'_>,
    memory: &mut TextMemory,
) -> Result<ReceivedText, ApiError> {
    let (_, own) = content_type(part.headers());
    let (bytes, size) = collect(part, limits.max_upload, memory).await?;
    let charset = own.as_deref().or(limits.charset.as_deref());
    Ok(checked(bytes, size, charset))
}

/// A text of this size, of which `bytes` were kept. They are UTF-8 unless a charset is stated.
pub(super) fn checked(bytes: Vec<u8>, size: usize, charset: Option<&str>) -> ReceivedText {
    if size > MAX_TEXT_SIZE {
        let msg = format!("must be at most {MAX_TEXT_SIZE} bytes of text; this has {size}");
        return invalid(msg, "string_too_long");
    }
    let text = match charset::decode(charset, bytes) {
        Ok(text) => text,
        Err(why) => return invalid(why.to_string(), "string_unicode"),
    };
    // Forms send every line end as CR LF. The check and the workflow get the single character that
    // was entered.
    ReceivedText {
        text: text.replace("\r\n", "\n"),
        error: None,
    }
}

fn invalid(msg: String, kind: &'static str) -> ReceivedText {
    ReceivedText {
        text: String::new(),
        error: Some((msg, kind)),
    }
}

/// A text's bytes and size. A text that is too long is not kept.
async fn collect(
    mut part: FormPart<'_>,
    max_upload: usize,
    memory: &mut TextMemory,
) -> Result<(Vec<u8>, usize), ApiError> {
    let (mut bytes, mut size) = (Vec::new(), 0);
    let failed = |error: MultipartError| unreadable(&error, max_upload);
    while let Some(chunk) = part.chunk().await.map_err(failed)? {
        size += chunk.len();
        if size <= MAX_TEXT_SIZE {
            memory.take(chunk.len())?;
            bytes.extend_from_slice(&chunk);
        } else {
            bytes.clear();
        }
    }
    Ok((bytes, size))
}
