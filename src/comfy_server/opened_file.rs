//! Answers a request with an open file, or with the range of it that the request wants. Does not know where the file is.

use std::fs::File;
use std::io::{self, SeekFrom};

use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use http_server::file_head::{self, FileInfo};
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

/// How much of a file is read at once, in bytes.
const CHUNK: usize = 64 << 10;

/// The answer to a request for a file with this name.
///
/// # Errors
/// When the file cannot be read.
pub(super) async fn answer(file: File, name: &str, request: Request) -> io::Result<Response<Body>> {
    let metadata = file.metadata()?;
    let info = FileInfo {
        size: metadata.len(),
        modified: metadata.modified().ok(),
    };
    let (head, bytes) = file_head::head(name, info, request).await?;
    let Some(range) = bytes else {
        return Ok(Response::from_parts(head, Body::empty()));
    };
    let mut file = tokio::fs::File::from(file);
    file.seek(SeekFrom::Start(range.start)).await?;
    let content = file.take(range.end - range.start);
    let content = ReaderStream::with_capacity(content, CHUNK);
    Ok(Response::from_parts(head, Body::from_stream(content)))
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::http::header::{self, HeaderName};
    use axum::http::{Method, StatusCode};
    use http_server::byte_range;
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
