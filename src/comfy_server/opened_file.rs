//! Answers a request with an open file, or with the range of it that the request wants. Does not know where the file is.

use std::fs::{File, Metadata};
use std::future::{Ready, ready};
use std::io::{self, Seek, SeekFrom};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::Request;
use axum::http::uri::PathAndQuery;
use axum::http::{Response, Uri};
use http_server::byte_range;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::ServeDir;
use tower_http::services::fs::{self, Backend};

/// The answer to a request for a file with this name.
///
/// # Errors
/// When the file cannot be read.
pub(super) async fn answer(
    file: File,
    name: &str,
    mut request: Request,
) -> io::Result<Response<Body>> {
    let path = format!("/{}", utf8_percent_encode(name, NON_ALPHANUMERIC));
    let path: PathAndQuery = path.parse().map_err(io::Error::other)?;
    *request.uri_mut() = Uri::from(path);
    let files = ServeDir::with_backend("", OneFile(Arc::new(file)));
    let served = byte_range::serve(request, |request| files.clone().try_call(request)).await;
    served.map(|response| response.map(Body::new))
}

/// A folder in which every path is this file.
#[derive(Clone, Debug)]
struct OneFile(Arc<File>);

impl Backend for OneFile {
    type File = OpenedFile;
    type Metadata = Metadata;
    type OpenFuture = Ready<io::Result<OpenedFile>>;
    type MetadataFuture = Ready<io::Result<Metadata>>;

    fn open(&self, _path: PathBuf) -> Self::OpenFuture {
        ready(OpenedFile::from_start(&self.0))
    }

    fn metadata(&self, _path: PathBuf) -> Self::MetadataFuture {
        ready(self.0.metadata())
    }
}

/// The file of one answer.
#[derive(Debug)]
struct OpenedFile {
    content: tokio::fs::File,
    file: Arc<File>,
}

impl OpenedFile {
    fn from_start(file: &Arc<File>) -> io::Result<Self> {
        // An answer that was replaced by another one may have moved the position, which all handles share.
        file.as_ref().rewind()?;
        Ok(Self {
            content: file.try_clone()?.into(),
            file: Arc::clone(file),
        })
    }
}

impl fs::File for OpenedFile {
    type Metadata = Metadata;
    type MetadataFuture<'a> = Ready<io::Result<Metadata>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(self.file.metadata())
    }
}

impl AsyncRead for OpenedFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.content).poll_read(context, buffer)
    }
}

impl AsyncSeek for OpenedFile {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.content).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.content).poll_complete(context)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::http::header::{self, HeaderName};
    use axum::http::{Method, StatusCode};
    use tower_http::services::ServeFile;

    use super::*;

    type Seen = (StatusCode, Vec<(String, String)>, Vec<u8>);

    async fn seen(response: Response<Body>) -> Seen {
        let (head, body) = response.into_parts();
        let headers = head.headers.iter();
        let text = |(name, value): (&HeaderName, &header::HeaderValue)| {
            (name.to_string(), value.to_str().unwrap().to_owned())
        };
        let headers = headers.map(text).collect();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        (head.status, headers, body.to_vec())
    }

    fn request(method: &Method, headers: &[(HeaderName, &str)]) -> Request {
        let mut request = Request::builder().method(method).uri("/view?filename=x");
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        request.body(Body::empty()).unwrap()
    }

    #[tokio::test]
    async fn an_open_file_is_served_like_one_with_a_path() {
        let folder = tempfile::tempdir().unwrap();
        let name = "ä %41 b.txt";
        let path = folder.path().join(name);
        std::fs::write(&path, "hello").unwrap();
        let cases: [&[(HeaderName, &str)]; 8] = [
            &[],
            &[(header::RANGE, "bytes=1-3")],
            &[(header::RANGE, "bytes=-2")],
            &[(header::RANGE, "bytes=-9")],
            &[(header::RANGE, "bytes=9-")],
            &[
                (header::RANGE, "bytes=1-3"),
                (header::IF_RANGE, "\"other\""),
            ],
            &[(header::IF_NONE_MATCH, "*")],
            &[(header::IF_MATCH, "\"other\"")],
        ];
        for method in [Method::GET, Method::HEAD] {
            for headers in cases {
                let file = File::open(&path).unwrap();
                let answer = answer(file, name, request(&method, headers)).await;
                let files = ServeFile::new(&path);
                let by_path = byte_range::serve(request(&method, headers), |request| {
                    files.clone().try_call(request)
                });
                let by_path = by_path.await.unwrap().map(Body::new);
                let [answer, by_path] = [seen(answer.unwrap()).await, seen(by_path).await];
                assert_eq!(answer, by_path, "{method} {headers:?}");
            }
        }
    }
}
