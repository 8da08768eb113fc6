//! `/upload/image` and `/view`.

use reqwest::header::{CONTENT_TYPE, IF_RANGE, RANGE};
use reqwest::multipart::{Form, Part};
use serde_json::json;

use super::test_server::{TestServer, client};

fn file(name: &str, content: &str) -> Form {
    let part = Part::bytes(content.as_bytes().to_vec());
    Form::new().part("image", part.file_name(name.to_owned()))
}

#[tokio::test]
async fn an_upload_can_be_viewed() {
    let server = TestServer::start().await;
    // The folder follows the file.
    let form = file("ä %41.txt", "hello")
        .text("subfolder", "a/b")
        .text("type", "temp");
    let path = json!({ "name": "ä %41.txt", "subfolder": "a/b", "type": "temp" });
    assert_eq!(server.upload(form).await, (200, path));
    let view = "/view?filename=%C3%A4%20%2541.txt&subfolder=a/b&type=temp";
    let response = server.get(view).await;
    assert_eq!(response.headers()[CONTENT_TYPE], "text/plain");
    assert_eq!(response.text().await.unwrap(), "hello");
    assert_eq!(
        server.get(&view.replace("temp", "input")).await.status(),
        404
    );
}

#[tokio::test]
async fn the_backend_decides_about_a_name_that_exists() {
    let server = TestServer::start().await;
    let mut names = Vec::new();
    for form in [
        file("a.txt", "1"),
        file("a.txt", "2"),
        file("a.txt", "3").text("overwrite", "1"),
    ] {
        let (_, mut kept) = server.upload(form).await;
        names.push(kept["name"].take());
    }
    assert_eq!(names, ["a.txt", "another a.txt", "a.txt"]);
    let content = server.get("/view?filename=a.txt%20[input]").await;
    assert_eq!(content.text().await.unwrap(), "3");
}

#[tokio::test]
async fn a_range_is_served_unless_the_file_has_changed() {
    let server = TestServer::start().await;
    server.upload(file("a.txt", "hello")).await;
    let url = server.url("/view?filename=a.txt&type=input");
    let part = client().get(&url).header(RANGE, "bytes=1-3");
    let response = part.send().await.unwrap();
    assert_eq!(response.status(), 206);
    assert_eq!(response.text().await.unwrap(), "ell");
    let changed = client()
        .get(&url)
        .header(RANGE, "bytes=1-3")
        .header(IF_RANGE, "\"other\"");
    let response = changed.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.text().await.unwrap(), "hello");
    let head = client().head(&url).send().await.unwrap();
    assert_eq!(head.headers()["content-length"], "5");
}

#[tokio::test]
async fn a_rejected_upload_leaves_nothing_behind() {
    let server = TestServer::start().await;
    let forms = [
        file("../evil.png", "x"),
        file("evil.png", "x").text("subfolder", "../.."),
        file("evil.png", "x").text("type", "nope"),
        Form::new().text("image", "not a file"),
    ];
    for form in forms {
        let shown = format!("{form:?}");
        let (status, answer) = server.upload(form).await;
        assert_eq!(status, 400, "{shown}");
        assert!(answer["error"]["message"].is_string());
    }
    assert_eq!(server.backend.files.count(), 0);
    assert_eq!(server.backend.files.uploads(), 0);
}
