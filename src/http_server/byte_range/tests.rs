use std::path::PathBuf;

use tower_http::services::ServeFile;

use super::*;

const CONTENT: &str = "0123456789";

/// A file, and its answers to requests.
struct Served(tempfile::TempDir);

impl Served {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file.txt"), CONTENT).unwrap();
        Self(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("file.txt")
    }

    async fn get(&self, headers: &[(&str, &str)]) -> Response<Body> {
        self.request(Method::GET, headers).await
    }

    async fn request(&self, method: Method, headers: &[(&str, &str)]) -> Response<Body> {
        let mut request = Request::builder().method(method);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        let response = serve(request, |request| {
            ServeFile::new(self.path()).try_call(request)
        });
        response.await.unwrap().map(Body::new)
    }

    /// The status and the body of an answer.
    async fn answer(&self, headers: &[(&str, &str)]) -> (u16, String) {
        let response = self.get(headers).await;
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), 100).await;
        (status, String::from_utf8(body.unwrap().to_vec()).unwrap())
    }
}

#[tokio::test]
async fn one_range_is_served_however_it_is_written() {
    let served = Served::new();
    for (range, part) in [
        ("bytes=1-3", "123"),
        ("bytes=7-", "789"),
        ("bytes=-2", "89"),
        ("Bytes = 01 - 3", "123"),
        ("bytes=8-99999999999999999999999", "89"),
    ] {
        let answer = served.answer(&[("range", range)]).await;
        assert_eq!(answer, (206, part.to_owned()), "{range}");
    }
}

#[tokio::test]
async fn several_ranges_unknown_units_and_other_texts_get_the_whole_file() {
    let served = Served::new();
    for range in [
        "bytes=0-1,4-5",
        "bytes=0-1, -1",
        "lines=1-2",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=x-3",
        "bytes=1-x",
        "bytes=+1-3",
        "bytes=3-1",
        "bytes=1",
        "bytes=--1",
    ] {
        let answer = served.answer(&[("range", range)]).await;
        assert_eq!(answer, (200, CONTENT.to_owned()), "{range}");
    }
    let twice = [("range", "bytes=0-1"), ("range", "bytes=4-5")];
    assert_eq!(served.answer(&twice).await.0, 200);
}

#[tokio::test]
async fn a_suffix_longer_than_the_file_is_the_file() {
    let served = Served::new();
    let (status, body) = served.answer(&[("range", "bytes=-11")]).await;
    assert!(matches!(status, 200 | 206), "{status}");
    assert_eq!(body, CONTENT);
}

#[tokio::test]
async fn a_range_beyond_the_file_cannot_be_served() {
    let served = Served::new();
    for range in ["bytes=10-", "bytes=99999999999999999999999-", "bytes=-0"] {
        let response = served.get(&[("range", range)]).await;
        assert_eq!(response.status(), 416, "{range}");
        assert_eq!(response.headers()["content-range"], "bytes */10", "{range}");
    }
}

#[tokio::test]
async fn a_range_of_a_file_that_has_changed_is_the_whole_file() {
    let served = Served::new();
    let headers = served.get(&[]).await.headers().clone();
    let known = |name: &str| headers[name].to_str().unwrap().to_owned();
    let (tag, date) = (known("etag"), known("last-modified"));
    for current in [&tag, &date] {
        let answer = served
            .answer(&[("range", "bytes=1-3"), ("if-range", current)])
            .await;
        assert_eq!(answer, (206, "123".to_owned()), "{current}");
    }
    let weak = format!("W/{tag}");
    for other in ["\"other\"", &weak, "Sat, 01 Jan 2000 00:00:00 GMT", "*", ""] {
        for range in ["bytes=1-3", "bytes=10-"] {
            let answer = served
                .answer(&[("range", range), ("if-range", other)])
                .await;
            assert_eq!(answer, (200, CONTENT.to_owned()), "{other} {range}");
        }
    }
}

#[tokio::test]
async fn other_conditions_and_methods_stay_as_they_are() {
    let served = Served::new();
    let tag = served.get(&[]).await.headers()["etag"].clone();
    let known = [
        ("range", "bytes=1-3"),
        ("if-none-match", tag.to_str().unwrap()),
    ];
    assert_eq!(served.get(&known).await.status(), 304);
    let head = served
        .request(Method::HEAD, &[("range", "bytes=1-3")])
        .await;
    assert_eq!(
        (head.status().as_u16(), &head.headers()["content-length"]),
        (200, &"10".parse().unwrap())
    );
    let other = [("range", "bytes=1-3"), ("if-match", "\"other\"")];
    assert_eq!(served.get(&other).await.status(), 412);
}
