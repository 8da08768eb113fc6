//! Collects one text of a form.

use axum::extract::multipart::{Field as Part, MultipartError};

use super::{LONGEST_TEXT, unreadable};
use crate::service::answer::Refusal;

/// A text's bytes, none when it is too long, and its size.
pub(super) async fn collect(mut part: Part<'_>, most: usize) -> Result<(Vec<u8>, usize), Refusal> {
    let (mut bytes, mut size) = (Vec::new(), 0);
    let failed = |error: MultipartError| unreadable(&error, most);
    while let Some(chunk) = part.chunk().await.map_err(failed)? {
        size += chunk.len();
        if size <= LONGEST_TEXT {
            bytes.extend_from_slice(&chunk);
        } else {
            bytes.clear();
        }
    }
    Ok((bytes, size))
}
