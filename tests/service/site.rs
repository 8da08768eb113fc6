//! The playground's files.

use std::fs;

use crate::common::TestServer;

#[tokio::test]
async fn without_the_playground_the_root_explains_how_to_build_it() {
    let server = TestServer::with(1, |options| options).await;
    let response = server.client.get(&server.url).send().await.unwrap();
    assert_eq!(response.status(), 404);
    let text = response.text().await.unwrap();
    assert!(text.contains("make play"), "{text}");
    // Visitors need not know where the service's files are.
    assert!(
        !text.contains(server.folder.path().to_str().unwrap()),
        "{text}"
    );
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
