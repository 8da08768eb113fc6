//! Answers a request with a blob, or with the range of it that the request wants. Does not know what the blob is.

use std::io::{self, ErrorKind};

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Response, StatusCode};
use blobs::{BlobInfo, BlobName, Blobs};
use tokio_util::io::ReaderStream;

use http_server::file_head::{self, FileInfo};

/// How much of a blob is read at once, in bytes: a caller that reads slowly keeps a few of these in memory.
const CHUNK: usize = 16 << 10;

/// The answer to a request for a blob that was found, as a file with this name: conditions, ranges and headers are
/// those of a file service.
///
/// # Errors
/// When the blob cannot be read.
pub(crate) async fn blob_answer(
    blobs: &dyn Blobs,
    (blob, info): (&BlobName, BlobInfo),
    file_name: &str,
    request: Request,
) -> io::Result<Response<Body>> {
    let described = FileInfo {
        size: info.size,
        modified: Some(info.written),
    };
    let (mut head, bytes) = file_head::head(file_name, described, request).await?;
    let Some(range) = bytes else {
        return Ok(Response::from_parts(head, Body::empty()));
    };
    let body = match blobs.read(blob, range).await {
        Ok(reader) => Body::from_stream(ReaderStream::with_capacity(reader, CHUNK)),
        // It was removed in the meantime.
        Err(why) if why.kind() == ErrorKind::NotFound => {
            (head.status, head.headers) = (StatusCode::NOT_FOUND, HeaderMap::new());
            Body::empty()
        }
        Err(why) => return Err(why),
    };
    Ok(Response::from_parts(head, body))
}

#[cfg(test)]
mod tests;
