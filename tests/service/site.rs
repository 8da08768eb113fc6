//! The playground's files.

use std::fs;

use embedded::{EmbeddedFile, EmbeddedFiles, Site};
use reqwest::StatusCode;
use service::Options;

use crate::common::TestServer;

#[tokio::test]
async fn without_the_playground_the_root_explains_how_to_build_it() {
    let server = TestServer::with(1, |options| options).await;
    let response = server.client.get(&server.url).send().await.unwrap();
    assert_eq!(response.status(), 404);
    let text = response.text().await.unwrap();
    assert!(text.contains("make program"), "{text}");
    // Visitors need not know where the service's files are.
    assert!(
        !text.contains(server.folder.path().to_str().unwrap()),
        "{text}"
    );
    for path in ["docs", "docs/"] {
        let response = server.client.get(format!("{}/{path}", server.url));
        let response = response.send().await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(response.text().await.unwrap(), text, "{path}");
    }
}

#[tokio::test]
async fn the_address_of_the_reference_leads_to_its_folder_below_any_path() {
    let mut server = TestServer::with(0, |options| options).await;
    let site = server.folder.path().join("site");
    fs::create_dir_all(site.join("docs")).unwrap();
    fs::write(site.join("index.html"), "<!doctype html>").unwrap();
    fs::write(site.join("docs/index.html"), "reference").unwrap();
    server.restart_without_waiting(&[]).await;
    let client = reqwest::Client::builder().no_proxy();
    let client = client.redirect(reqwest::redirect::Policy::none());
    let client = client.build().unwrap();
    let get = async |path: &str| client.get(format!("{}{path}", server.url)).send().await;
    let response = get("/docs").await.unwrap();
    assert_eq!(response.status(), 307);
    assert_eq!(response.headers()["location"], "docs/");
    for path in ["//docs", "/docs//", "/docs%2F"] {
        let response = get(path).await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
    }
    let response = get("/docs/").await.unwrap();
    let policy = response.headers()["content-security-policy"].clone();
    let policy = policy.to_str().unwrap();
    assert!(policy.contains("script-src 'self';") && policy.contains("connect-src 'self';"));
    assert_eq!(response.text().await.unwrap(), "reference");
    // An address that only looks like one of the folder.
    let response = get("/docs/../index.html").await.unwrap();
    let policy = response.headers()["content-security-policy"].clone();
    assert!(policy.to_str().unwrap().contains("'wasm-unsafe-eval'"));
}

#[tokio::test]
async fn no_path_of_the_site_redirects() {
    let mut server = TestServer::with(0, |options| options).await;
    let site = server.folder.path().join("site");
    fs::create_dir_all(site.join("pkg")).unwrap();
    fs::write(site.join("index.html"), "<!doctype html>").unwrap();
    fs::write(site.join("pkg/deck.js"), "1").unwrap();
    server.restart_without_waiting(&[]).await;
    let client = reqwest::Client::builder().no_proxy();
    let client = client
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let status = async |path: &str| {
        let response = client
            .get(format!("{}{path}", server.url))
            .send()
            .await
            .unwrap();
        assert!(response.headers().get("location").is_none(), "{path}");
        response.status().as_u16()
    };
    for path in [
        "/pkg",
        "/pkg/",
        "//pkg",
        "//pkg/",
        "//pkg/..",
        "//evil.example/%2e%2e",
        "///pkg",
        "/.//pkg",
        "/%5Cpkg",
        "/%5c%5cpkg",
        "/pkg%2F",
        "//pkg/deck.js",
        "/pkg//deck.js",
        "//evil.example/pkg",
    ] {
        assert_eq!(status(path).await, 404, "{path}");
    }
    for path in ["/", "/index.html", "/pkg/deck.js", "/pkg/deck.js?a=//b"] {
        assert_eq!(status(path).await, 200, "{path}");
    }
}

#[tokio::test]
async fn the_playground_is_served_compressed_and_revalidated() {
    let mut server = TestServer::with(1, |options| options).await;
    let site = server.folder.path().join("site");
    fs::create_dir(&site).unwrap();
    fs::write(
        site.join("index.html"),
        "<!doctype html><title>deck</title>",
    )
    .unwrap();
    fs::write(site.join("deck.wasm"), b"\0asm").unwrap();
    fs::write(site.join("deck.wasm.br"), b"squeezed").unwrap();
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    let page = server.client.get(&server.url).send().await.unwrap();
    assert_eq!(page.headers()["cache-control"], "no-cache");
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("base-uri 'self'"));
    assert!(page.text().await.unwrap().contains("deck"));
    let module = server
        .client
        .get(format!("{}/deck.wasm", server.url))
        .header("Accept-Encoding", "br")
        .send()
        .await
        .unwrap();
    assert_eq!(
        (
            &module.headers()["content-encoding"],
            &module.headers()["content-type"]
        ),
        (&"br".parse().unwrap(), &"application/wasm".parse().unwrap())
    );
    assert_eq!(
        server
            .client
            .get(format!("{}/nothing.js", server.url))
            .send()
            .await
            .unwrap()
            .status(),
        404
    );
}

/// A site with a page, a module that is compressed in both ways, the reference, and the npm package.
const EMBEDDED: EmbeddedFiles = EmbeddedFiles {
    modified: 1_700_000_000,
    files: &[
        EmbeddedFile::plain("docs/index.html", b"reference"),
        EmbeddedFile::plain("flowdeck.tgz", b"package"),
        EmbeddedFile::plain("index.html", b"<!doctype html>"),
        EmbeddedFile {
            is_gzip: true,
            brotli: Some(b"squeezed"),
            ..EmbeddedFile::plain("pkg/deck.js", GZIP)
        },
    ],
};

/// `let deck = 1;`, compressed.
const GZIP: &[u8] = &[
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff, 0x01, 13, 0, 0xf2, 0xff, b'l', b'e', b't', b' ', b'd',
    b'e', b'c', b'k', b' ', b'=', b' ', b'1', b';', 0x06, 0x6c, 0x18, 0xe7, 13, 0, 0, 0,
];

async fn with_embedded() -> TestServer {
    TestServer::with(0, |options| Options {
        site: Site::Embedded(EMBEDDED),
        ..options
    })
    .await
}

#[tokio::test]
async fn the_playground_in_the_program_is_served_like_a_folder() {
    let server = with_embedded().await;
    let get = async |path: &str, name: &str, value: &str| {
        let request = server.client.get(format!("{}{path}", server.url));
        request.header(name, value).send().await.unwrap()
    };
    let page = get("/", "x-none", "1").await;
    assert_eq!(page.headers()["content-type"], "text/html");
    assert_eq!(page.headers()["cache-control"], "no-cache");
    assert!(page.headers().contains_key("content-security-policy"));
    let tag = page.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(page.text().await.unwrap(), "<!doctype html>");
    let again = get("/", "if-none-match", &tag).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(
        get("/docs/", "x-none", "1").await.text().await.unwrap(),
        "reference"
    );
    for path in [
        "/nothing.js",
        "/pkg",
        "/pkg/",
        "/pkg/deck.js/",
        "/../index.html.br",
        "/docs/../../key",
    ] {
        assert_eq!(
            get(path, "x-none", "1").await.status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_file_in_the_program_is_sent_as_the_client_wants_it() {
    let server = with_embedded().await;
    let get = async |name: &str, value: &str| {
        let request = server.client.get(format!("{}/pkg/deck.js", server.url));
        request.header(name, value).send().await.unwrap()
    };
    for (wanted, encoding, bytes) in [
        ("br, gzip", Some("br"), &b"squeezed"[..]),
        ("gzip", Some("gzip"), GZIP),
        ("identity", None, b"let deck = 1;"),
    ] {
        let response = get("accept-encoding", wanted).await;
        let found = response.headers().get("content-encoding");
        assert_eq!(found.map(|value| value.to_str().unwrap()), encoding);
        assert_eq!(
            response.headers()["content-length"],
            bytes.len().to_string()
        );
        assert_eq!(response.headers()["content-type"], "text/javascript");
        assert_eq!(response.bytes().await.unwrap(), bytes);
    }
    let part = get("range", "bytes=4-7").await;
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(part.text().await.unwrap(), "deck");
}

#[tokio::test]
async fn the_npm_package_has_its_registered_type() {
    let server = with_embedded().await;
    let url = format!("{}/flowdeck.tgz", server.url);
    let origin = "https://example.org";
    let head = server.client.head(&url).header("origin", origin);
    let head = head.send().await.unwrap();
    assert_eq!(head.headers()["content-type"], "application/gzip");
    assert_eq!(head.headers()["content-length"], "7");
    assert_eq!(head.headers()["access-control-allow-origin"], "*");
    let response = server.client.get(&url).send().await.unwrap();
    assert_eq!(response.text().await.unwrap(), "package");
    let missing = server.client.head(format!("{}/flowdeck-1.tgz", server.url));
    assert_eq!(
        missing.send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_program_without_the_playground_says_so() {
    let server = TestServer::with(0, |options| Options {
        site: Site::Embedded(EmbeddedFiles::NONE),
        ..options
    });
    let server = server.await;
    let response = server.client.get(&server.url).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    let text = response.text().await.unwrap();
    assert!(text.contains("the program was built without it"), "{text}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_pipe_in_the_folder_keeps_no_thread_waiting() {
    let mut server = TestServer::with(0, |options| options).await;
    let site = server.folder.path().join("site");
    fs::create_dir_all(&site).unwrap();
    fs::write(site.join("index.html"), "<!doctype html>").unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(site.join("pipe"))
        .status();
    assert!(made.unwrap().success());
    server.restart_without_waiting(&[]).await;
    let url = format!("{}/pipe", server.url);
    let response = server.client.get(url).send().await.unwrap();
    assert_eq!(response.status(), 404);
    let page = server.client.get(&server.url).send().await.unwrap();
    assert_eq!(page.status(), 200);
}

#[tokio::test]
async fn a_visitor_of_an_unknown_path_gets_a_page_that_leads_back() {
    let mut server = TestServer::with(0, |options| options).await;
    let site = server.folder.path().join("site");
    fs::create_dir_all(&site).unwrap();
    fs::write(site.join("index.html"), "<!doctype html>").unwrap();
    server.restart_without_waiting(&[]).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = async |path: &str, accept: &str| {
        let request = client.get(format!("{}{path}", server.url));
        let response = request.header("accept", accept).send().await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
        response.text().await.unwrap()
    };
    let page = "text/html,application/xhtml+xml";
    assert!(get("/form", page).await.contains("<a href=\"./\">"));
    assert!(get("/a/b/c", page).await.contains("<a href=\"../../\">"));
    assert_eq!(get("/pkg/gone.js", "*/*").await, "");
}
