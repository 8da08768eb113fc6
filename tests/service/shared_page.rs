//! The page of a shared result, as somebody without a key opens it.

use std::fs;

use reqwest::Response;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::shares::{SHARES, completed, opened, shared};
use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, json as body_of, texts};

async fn open(server: &TestServer, url: &str) -> Response {
    server.client.get(url).send().await.unwrap()
}

async fn page(server: &TestServer, share: &Value) -> String {
    let response = open(server, share["url"].as_str().unwrap()).await;
    assert_eq!(response.status(), 200);
    response.text().await.unwrap()
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers[name].to_str().unwrap()
}

/// Saves an exposure next to the sample workflow `join`.
fn expose(server: &TestServer, exposure: &Value) {
    let path = server.folder.path().join("workflows/join.form.json");
    fs::write(path, exposure.to_string()).unwrap();
}

#[tokio::test]
async fn the_page_shows_outputs_inputs_and_name_and_nothing_else_can_run_in_it() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a <b>").await;
    let share = shared(&server, &run).await;
    let response = open(&server, share["url"].as_str().unwrap()).await;
    let headers = response.headers().clone();
    assert_eq!(header(&headers, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&headers, "cache-control"), "private, no-store");
    assert_eq!(header(&headers, "x-content-type-options"), "nosniff");
    assert_eq!(header(&headers, "referrer-policy"), "no-referrer");
    assert_eq!(header(&headers, "x-robots-tag"), "noindex");
    let policy = header(&headers, "content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("script"));
    let html = response.text().await.unwrap();
    for text in [
        "<h1 dir=\"auto\">Join</h1>",
        "<dt dir=\"auto\">title</dt><dd dir=\"auto\">a &lt;b&gt;</dd>",
        ">\na &lt;b&gt;-</pre>",
        "This link expires on <time",
        "<meta property=\"og:title\" content=\"Join\">",
    ] {
        assert!(html.contains(text), "{text}: {html}");
    }
    assert!(!html.contains("<script") && !html.contains(&run));
}

#[tokio::test]
async fn an_image_is_shown_without_the_file_it_was_made_of() {
    let server = TestServer::with(1, |options| options).await;
    let form = file("photo", "me.png", "image/png", png(&gradient()));
    let run = server.run("invert", form).await;
    server.wait_for_status(&run, "completed").await;
    let share = shared(&server, &run).await;
    let url = share["url"].as_str().unwrap();
    let html = page(&server, &share).await;
    assert!(html.contains("<dd dir=\"auto\">me.png</dd>"), "{html}");
    assert_eq!(html.matches("<img ").count(), 1);
    let (_, source) = html.split_once("<img src=\"").unwrap();
    let (source, _) = source.split_once('"').unwrap();
    let preview = format!("content=\"{}/shared/{source}\"", server.url);
    assert!(html.contains(&preview), "{preview} {html}");

    let file = reqwest::Url::parse(url).unwrap().join(source).unwrap();
    let whole = open(&server, file.as_str()).await;
    assert_eq!(whole.status(), 200);
    let headers = whole.headers();
    assert_eq!(header(headers, "content-type"), "image/png");
    assert_eq!(header(headers, "cache-control"), "private, no-cache");
    assert_eq!(header(headers, "x-content-type-options"), "nosniff");
    assert_eq!(header(headers, "x-robots-tag"), "noindex");
    let sandbox = "sandbox; default-src 'none'";
    assert_eq!(header(headers, "content-security-policy"), sandbox);
    let part = server
        .client
        .get(file.as_str())
        .header("Range", "bytes=1-3");
    let part = part.send().await.unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().await.unwrap().as_ref(), b"PNG");

    let revoked = format!("{SHARES}/{}", share["id"].as_str().unwrap());
    server.request("DELETE", &revoked).send().await.unwrap();
    assert_eq!(open(&server, file.as_str()).await.status(), 404);
}

#[tokio::test]
async fn links_that_open_nothing_look_the_same() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    let (revoked, share) = (shared(&server, &run).await, shared(&server, &run).await);
    let path = format!("{SHARES}/{}", revoked["id"].as_str().unwrap());
    server.request("DELETE", &path).send().await.unwrap();
    let url = share["url"].as_str().unwrap();
    let guess = format!("{}A", &url[..url.len() - 2]);
    let mut pages = Vec::new();
    for url in [
        revoked["url"].as_str().unwrap().to_owned(),
        guess,
        format!("{}/shared/x", server.url),
        format!("{}/shared/{}", server.url, share["id"].as_str().unwrap()),
        format!("{url}/files/other.txt"),
        format!("{url}/files/..%2F..%2F..%2Fflowdeck.sqlite"),
    ] {
        let response = open(&server, &url).await;
        assert_eq!(response.status(), 404, "{url}");
        assert_eq!(header(response.headers(), "x-robots-tag"), "noindex");
        pages.push(response.text().await.unwrap());
    }
    assert!(pages[0].contains("This link doesn’t work"));
    assert!(pages.iter().all(|page| *page == pages[0]));
    let german = server.client.get(revoked["url"].as_str().unwrap());
    let german = german.header("Accept-Language", "de-DE,de;q=0.9");
    let german = german.send().await.unwrap().text().await.unwrap();
    assert!(german.contains("Dieser Link funktioniert nicht"));
}

#[tokio::test]
async fn an_exposure_hides_the_inputs_of_links_that_exist_already() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    let share = shared(&server, &run).await;
    assert!(page(&server, &share).await.contains("<h2>Inputs</h2>"));
    expose(
        &server,
        &json!({ "flowdeck": 1, "share": { "inputs": false } }),
    );
    assert!(!page(&server, &share).await.contains("Inputs"));
    let listed = server.get("/api/v1/comfy/workflows/join").await;
    assert_eq!(listed["data"]["share"], json!({ "inputs": false }));
}

#[tokio::test]
async fn a_link_without_inputs_has_images_without_them_too() {
    let server = TestServer::with(1, |options| options).await;
    let form = file("photo", "me.png", "image/png", png(&gradient()));
    let run = server.run("invert", form).await;
    server.wait_for_status(&run, "completed").await;
    let share = shared(&server, &run).await;
    let html = page(&server, &share).await;
    let (_, source) = html.split_once("<img src=\"").unwrap();
    let (source, _) = source.split_once('"').unwrap();
    let page = reqwest::Url::parse(share["url"].as_str().unwrap()).unwrap();
    let image = page.join(source).unwrap();
    let bytes = async || {
        let response = open(&server, image.as_str()).await;
        assert_eq!(header(response.headers(), "content-type"), "image/png");
        response.bytes().await.unwrap()
    };
    let has_text = |bytes: &[u8], text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
    let whole = bytes().await;
    assert!(has_text(&whole, b"flowdeck") && has_text(&whole, b"prompt"));
    let path = server.folder.path().join("workflows/invert.form.json");
    let exposure = json!({ "flowdeck": 1, "share": { "inputs": false } });
    fs::write(path, exposure.to_string()).unwrap();
    let plain = bytes().await;
    assert!(!has_text(&plain, b"flowdeck") && !has_text(&plain, b"prompt"));
    assert!(has_text(&plain, b"IDAT") && plain.ends_with(&whole[whole.len() - 12..]));

    // It is a file like others, as long as it is shared.
    let part = server
        .client
        .get(image.clone())
        .header("Range", "bytes=1-3");
    let part = part.send().await.unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().await.unwrap(), plain[1..=3]);
    let head = server.client.head(image.clone()).send().await.unwrap();
    let length = plain.len().to_string();
    assert_eq!(header(head.headers(), "content-length"), length);
    let time = header(head.headers(), "last-modified").to_owned();
    let known = server.client.get(image).header("If-Modified-Since", time);
    assert_eq!(known.send().await.unwrap().status(), 304);
    let copies = server.folder.path().join("data/plain").join(&run);
    assert_eq!(fs::read_dir(&copies).unwrap().count(), 1);
    let path = format!("{SHARES}/{}", share["id"].as_str().unwrap());
    let revoked = server.request("DELETE", &path).send().await.unwrap();
    assert_eq!(revoked.status(), 200);
    assert!(!copies.exists(), "the copy ends with the link");
}

#[tokio::test]
async fn an_exposure_forbids_links_and_closes_those_that_exist() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    let share = shared(&server, &run).await;
    expose(&server, &json!({ "flowdeck": 1, "share": false }));
    let listed = server.get("/api/v1/comfy/workflows/join").await;
    assert_eq!(listed["data"]["share"], false);
    assert_eq!(opened(&server, &share).await, 404);
    let request = server.request("POST", SHARES);
    let response = request.json(&json!({ "run_id": run })).send().await;
    let response = response.unwrap();
    assert_eq!(response.status(), 409);
    let error = body_of(response).await["errors"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(error.contains("its workflow does not allow it"), "{error}");
    // Deleting the workflow does not open them again.
    let deleted = server.request("DELETE", "/api/v1/comfy/workflows/join");
    assert_eq!(deleted.send().await.unwrap().status(), 200);
    assert_eq!(opened(&server, &share).await, 404);
}

#[tokio::test]
async fn a_deleted_workflow_keeps_its_links_with_their_labels() {
    let server = TestServer::with(1, |options| options).await;
    let run = completed(&server, "a").await;
    let share = shared(&server, &run).await;
    let deleted = server.request("DELETE", "/api/v1/comfy/workflows/join");
    assert_eq!(deleted.send().await.unwrap().status(), 200);
    let html = page(&server, &share).await;
    assert!(html.contains("<h1 dir=\"auto\">Join</h1>") && html.contains("<h2>Inputs</h2>"));
}

#[tokio::test]
async fn behind_a_proxy_links_start_with_the_public_address_or_stay_relative() {
    let server = TestServer::with(1, |mut options| {
        options.public_url = Some("https://example.org/flow".to_owned());
        options
    });
    let server = server.await;
    let run = completed(&server, "a").await;
    let share = shared(&server, &run).await;
    let url = share["url"].as_str().unwrap();
    let path = url.strip_prefix("https://example.org/flow").unwrap();
    // The proxy removes the prefix.
    let html = open(&server, &format!("{}{path}", server.url)).await;
    let html = html.text().await.unwrap();
    let token = path.rsplit('/').next().unwrap();
    assert!(html.contains(&format!("href=\"{token}/files/")), "{html}");

    let server = TestServer::with(1, |options| options).await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    let request = server.request("POST", SHARES).header("Via", "1.1 proxy");
    let response = request.json(&json!({ "run_id": run })).send().await;
    let body = body_of(response.unwrap()).await;
    let url = body["data"]["url"].as_str().unwrap();
    assert!(url.starts_with("/shared/"), "{url}");
}
