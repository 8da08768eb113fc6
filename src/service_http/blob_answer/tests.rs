use axum::body::to_bytes;
use axum::http::Method;
use blobs::{FolderBlobs, write};

use super::*;

const CONTENT: &[u8] = b"0123456789";

/// A blob with ten bytes, and how a request with these headers for it is answered.
struct Kept {
    _folder: tempfile::TempDir,
    blobs: FolderBlobs,
    name: BlobName,
    info: BlobInfo,
}

impl Kept {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::open(folder.path().to_owned()).unwrap();
        let mut group = blobs.begin("run").unwrap();
        write(&mut *group, "a", CONTENT).await.unwrap();
        group.commit().await.unwrap();
        let name = BlobName::new("run", "a").unwrap();
        let info = blobs.info(&name).await.unwrap().unwrap();
        Self {
            _folder: folder,
            blobs,
            name,
            info,
        }
    }

    async fn answer(&self, method: Method, headers: &[(&str, &str)]) -> Response<Body> {
        let mut request = Request::builder().method(method).uri("/any/path?query");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        let blob = (&self.name, self.info);
        let answer = blob_answer(&self.blobs, blob, "ü (1).png", request);
        answer.await.unwrap()
    }

    /// The status and the body of the answer to `GET`.
    async fn get(&self, headers: &[(&str, &str)]) -> (u16, String) {
        let (head, body) = self.answer(Method::GET, headers).await.into_parts();
        let bytes = to_bytes(body, 100).await.unwrap();
        (
            head.status.as_u16(),
            String::from_utf8(bytes.into()).unwrap(),
        )
    }
}

fn header<'a>(answer: &'a Response<Body>, name: &str) -> &'a str {
    answer.headers()[name].to_str().unwrap()
}

#[tokio::test]
async fn ranges_end_where_the_blob_ends() {
    let kept = Kept::new().await;
    for (range, status, expected) in [
        ("bytes=0-0", 206, "0"),
        ("bytes=9-", 206, "9"),
        ("bytes=8-99", 206, "89"),
        ("bytes=-3", 206, "789"),
        ("bytes=-99", 200, "0123456789"),
        ("bytes=10-", 416, ""),
        ("bytes=1-2,4-5", 200, "0123456789"),
    ] {
        let (found, text) = kept.get(&[("range", range)]).await;
        assert_eq!((found, &*text), (status, expected), "{range}");
    }
}

#[tokio::test]
async fn the_head_describes_the_content_that_a_get_has() {
    let kept = Kept::new().await;
    let whole = kept.answer(Method::GET, &[]).await;
    let head = kept.answer(Method::HEAD, &[]).await;
    assert_eq!(whole.headers(), head.headers());
    assert_eq!(header(&whole, "content-type"), "image/png");
    assert_eq!(header(&whole, "content-length"), "10");
    assert_eq!(header(&whole, "accept-ranges"), "bytes");
    let part = kept.answer(Method::GET, &[("range", "bytes=2-4")]).await;
    assert_eq!(header(&part, "content-length"), "3");
    assert_eq!(header(&part, "content-range"), "bytes 2-4/10");
    let tag = header(&whole, "etag").to_owned();
    let same = [("range", "bytes=2-4"), ("if-range", &*tag)];
    assert_eq!(kept.get(&same).await, (206, "234".to_owned()));
    let unchanged = kept.get(&[("if-none-match", &tag)]).await;
    assert_eq!(unchanged, (304, String::new()));
}

#[tokio::test]
async fn a_blob_that_was_removed_after_it_was_found_is_not_found() {
    let kept = Kept::new().await;
    kept.blobs.remove(&["run".to_owned()]).await;
    let answer = kept.answer(Method::GET, &[]).await;
    assert_eq!(answer.status(), 404);
    assert!(answer.headers().is_empty());
}
