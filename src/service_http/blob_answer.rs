//! Answers a request with a blob, or with the range of it that the request wants. Does not know what the blob is.

use std::future::{Ready, ready};
use std::io::{self, ErrorKind, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::SystemTime;

use axum::body::Body;
use axum::extract::Request;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri, header};
use blobs::{BlobInfo, BlobName, Blobs};
use tokio::io::{AsyncRead, AsyncSeek, Empty, ReadBuf, empty};
use tokio_util::io::ReaderStream;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, File, Metadata};

use http_server::byte_range;
use service::percent_encoded;

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
    let is_get = request.method() == Method::GET;
    let path = format!("/{}", percent_encoded(file_name));
    let path: PathAndQuery = path.parse().map_err(io::Error::other)?;
    let files = ServeDir::with_backend("", Described(info));
    // The headers alone; what the body is follows from them.
    let headers_of = |mut request: Request| {
        *request.method_mut() = Method::HEAD;
        *request.uri_mut() = Uri::from(path.clone());
        files.clone().try_call(request)
    };
    let response = byte_range::serve(request, headers_of).await?;
    let (mut head, _) = response.into_parts();
    let Some(range) = content(head.status, &head.headers, info.size).filter(|_| is_get) else {
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

/// The bytes that an answer with this head has; `None` if it has no content.
fn content(status: StatusCode, headers: &HeaderMap, size: u64) -> Option<Range<u64>> {
    match status {
        StatusCode::OK => Some(0..size),
        StatusCode::PARTIAL_CONTENT => {
            let range = headers.get(header::CONTENT_RANGE)?.to_str().ok()?;
            let (range, _) = range.strip_prefix("bytes ")?.split_once('/')?;
            let (first, last) = range.split_once('-')?;
            let end = last.parse::<u64>().ok()?.checked_add(1)?;
            Some(first.parse().ok()?..end)
        }
        _ => None,
    }
}

/// Describes one blob to a file service, whatever the path is.
#[derive(Clone, Copy, Debug)]
struct Described(BlobInfo);

impl Backend for Described {
    type File = Unread;
    type Metadata = Self;
    type OpenFuture = Ready<io::Result<Unread>>;
    type MetadataFuture = Ready<io::Result<Self>>;

    fn open(&self, _path: PathBuf) -> Self::OpenFuture {
        let content = empty();
        ready(Ok(Unread {
            described: *self,
            content,
        }))
    }

    fn metadata(&self, _path: PathBuf) -> Self::MetadataFuture {
        ready(Ok(*self))
    }
}

impl Metadata for Described {
    fn is_dir(&self) -> bool {
        false
    }

    fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.0.written)
    }

    fn len(&self) -> u64 {
        self.0.size
    }
}

/// The file of the answer to `HEAD`, which is not read.
#[derive(Debug)]
struct Unread {
    described: Described,
    content: Empty,
}

impl File for Unread {
    type Metadata = Described;
    type MetadataFuture<'a> = Ready<io::Result<Described>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(Ok(self.described))
    }
}

impl AsyncRead for Unread {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.content).poll_read(context, buffer)
    }
}

impl AsyncSeek for Unread {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.content).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.content).poll_complete(context)
    }
}

#[cfg(test)]
mod tests;
