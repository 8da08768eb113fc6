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
