//! The head of the answer to a request for a file, and which bytes of the file follow it. Reads no file.

use std::future::{Ready, ready};
use std::io::{self, ErrorKind, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::SystemTime;

use axum::extract::Request;
use axum::http::response::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::io::{AsyncRead, AsyncSeek, Empty, ReadBuf, empty};
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, File, Metadata};

use super::byte_range;

/// What the head of an answer depends on.
#[derive(Clone, Copy, Debug)]
pub struct FileInfo {
    /// In bytes.
    pub size: u64,
    /// When it was last written, if that is known.
    pub modified: Option<SystemTime>,
}

/// The head of the answer to a request for a file with this name, and the bytes of the file that follow it; `None` if
/// none do. Conditions, ranges and headers are those of a file service.
///
/// # Errors
/// When no head can be made for this name.
pub async fn head(
    name: &str,
    info: FileInfo,
    request: Request,
) -> io::Result<(Parts, Option<Range<u64>>)> {
    let is_get = request.method() == Method::GET;
    let path = format!("/{}", utf8_percent_encode(name, NON_ALPHANUMERIC));
    let path: PathAndQuery = path.parse().map_err(io::Error::other)?;
    let files = ServeDir::with_backend("", Described(info));
    // The headers alone; which bytes follow them can be read from them.
    let headers_of = |mut request: Request| {
        *request.method_mut() = Method::HEAD;
        *request.uri_mut() = Uri::from(path.clone());
        files.clone().try_call(request)
    };
    let response = byte_range::serve(request, headers_of).await?;
    let (head, _) = response.into_parts();
    let bytes = content(head.status, &head.headers, info.size).filter(|_| is_get);
    Ok((head, bytes))
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

/// Describes one file to a file service, whatever the path is.
#[derive(Clone, Copy, Debug)]
struct Described(FileInfo);

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
        self.0.modified.ok_or_else(|| ErrorKind::Unsupported.into())
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
