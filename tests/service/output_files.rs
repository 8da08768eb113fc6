//! Output files and the links to them.

use hmac::{Hmac, KeyInit, Mac};
use reqwest::multipart::Form;
use serde_json::json;
use service::{Options, percent_encoded};
use sha2::{Digest, Sha256};
use workflow::{SavedRun, Workflow};

use crate::common::images::{self, file, gradient};
use crate::common::{KEY, TestServer, json, no_inputs};

async fn output(server: &TestServer, filename: &str) -> reqwest::Response {
    let url =
        reqwest::Url::parse_with_params("http://x/api/v1/runs/output", [("filename", filename)])
            .unwrap();
    let path = format!("{}?{}", url.path(), url.query().unwrap());
    server.request("GET", &path).send().await.unwrap()
}

async fn run_output(server: &TestServer) -> (String, String) {
    let run = server
        .run(
            "invert",
            file("photo", "p.png", "image/png", images::png(&gradient())),
        )
        .await;
    let output = server.wait_for_status(&run, "completed").await["outputs"][0].clone();
    (
        output["filename"].as_str().unwrap().to_owned(),
        output["url"].as_str().unwrap().to_owned(),
    )
}

#[tokio::test]
async fn an_output_is_found_by_name_and_its_link_needs_no_key() {
    let server = TestServer::start().await;
    let (filename, _) = run_output(&server).await;
    let data = json(output(&server, &filename).await).await["data"].clone();
    assert_eq!(data["generation_status"], "completed");
    let url = data["download_url"].as_str().unwrap().to_owned();
    assert!(url.starts_with(&server.url), "{url}");
    let response = server.client.get(url).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "image/png");
}

#[tokio::test]
async fn a_small_picture_of_an_image_is_served_by_its_width() {
    let server = TestServer::start().await;
    let (_, url) = run_output(&server).await;
    let get = |query: &str| {
        let url = format!("{}{url}{query}", server.url);
        let client = server.client.clone();
        async move { client.get(url).send().await.unwrap() }
    };
    let small = get("&width=16").await;
    assert_eq!(small.status(), 200);
    assert_eq!(small.headers()["content-type"], "image/jpeg");
    assert_eq!(small.headers()["x-content-type-options"], "nosniff");
    let bytes = small.bytes().await.unwrap();
    assert_eq!(image::load_from_memory(&bytes).unwrap().width(), 16);
    for width in ["0", "15", "1025", "wide", ""] {
        let refused = get(&format!("&width={width}")).await;
        assert_eq!(refused.status(), 422, "{width}");
        let msg = json(refused).await["detail"][0]["msg"].to_string();
        assert!(msg.contains("16 to 1024"), "{msg}");
    }
}

/// The start of a PNG with so many pixels that it is not reduced.
fn huge_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8000, 7000);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    let start = [0x78, 0x9c];
    writer.write_chunk(png::chunk::IDAT, &start).unwrap();
    drop(writer);
    bytes
}

#[tokio::test]
async fn an_image_with_too_many_pixels_is_not_reduced() {
    let server = TestServer::with(1, |options| options).await;
    let (filename, url) = run_output(&server).await;
    let path = server.folder.path().join("data/outputs").join(filename);
    std::fs::write(path, huge_png()).unwrap();
    let url = format!("{}{url}", server.url);
    let small = server.client.get(format!("{url}&width=320")).send().await;
    assert_eq!(small.unwrap().status(), 422);
    assert_eq!(server.client.get(url).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn only_images_offer_small_pictures() {
    let server = TestServer::start().await;
    let form = Form::new().text("width", "9");
    let run = server.run("wide", form).await;
    let outputs = server.wait_for_status(&run, "completed").await["outputs"].clone();
    assert_eq!(outputs[0]["thumbnail"], outputs[0]["url"]);
}

#[tokio::test]
async fn behind_a_proxy_of_unknown_address_the_link_stays_relative() {
    let server = TestServer::start().await;
    let (filename, _) = run_output(&server).await;
    let path = format!("/api/v1/runs/output?filename={filename}");
    for header in ["X-Forwarded-Proto", "Forwarded", "Via"] {
        let request = server.request("GET", &path).header(header, "https");
        let body = json(request.send().await.unwrap()).await;
        let url = body["data"]["download_url"].as_str().unwrap();
        assert!(url.starts_with('/'), "{url}");
    }
}

#[tokio::test]
async fn an_image_contains_the_run_that_made_it() {
    let server = TestServer::start().await;
    let form = Form::new().text("width", "9");
    let run = server.run("wide", form).await;
    let output = server.wait_for_status(&run, "completed").await["outputs"][0].clone();
    let url = format!("{}{}", server.url, output["url"].as_str().unwrap());
    let image = server
        .client
        .get(url)
        .send()
        .await
        .unwrap()
        .bytes()
        .await
        .unwrap();
    let saved = SavedRun::read(&image).unwrap();
    assert_eq!((saved.run_id, &*saved.workflow_id), (run, "wide"));
    assert_eq!(saved.values, [("width".to_owned(), "9".to_owned())].into());
    // As it was deployed, with its mark.
    assert_eq!(Workflow::read(&image).0.nodes[0].class, "InputNumber");
}

#[tokio::test]
async fn an_unfinished_output_is_204_and_an_unknown_one_404() {
    let server = TestServer::start().await;
    let run = server.run("slow", no_inputs()).await;
    assert_eq!(
        output(&server, &format!("{run}/blurred_00001_.png"))
            .await
            .status(),
        204
    );
    for unknown in ["nobody/a.png", "a.png", "../../etc/passwd"] {
        assert_eq!(output(&server, unknown).await.status(), 404, "{unknown}");
    }
}

#[tokio::test]
async fn a_modified_link_opens_nothing() {
    let server = TestServer::start().await;
    let (_, url) = run_output(&server).await;
    let (path, query) = url.split_once('?').unwrap();
    let expires: u64 = query.split(['=', '&']).nth(1).unwrap().parse().unwrap();
    let later = query.replace(&expires.to_string(), &(expires + 1).to_string());
    for changed in [
        path.to_owned(),
        format!("{path}?{later}"),
        format!("{path}x?{query}"),
        format!("{path}?expires=x&signature=y"),
    ] {
        let response = server
            .client
            .get(format!("{}{changed}", server.url))
            .send()
            .await
            .unwrap();
        assert!(
            matches!(response.status().as_u16(), 400 | 404),
            "{changed} {}",
            response.status()
        );
    }
}

#[tokio::test]
async fn a_file_supports_ranges_and_cannot_act_as_a_page() {
    let server = TestServer::start().await;
    let (_, url) = run_output(&server).await;
    let response = server
        .client
        .get(format!("{}{url}", server.url))
        .header("Range", "bytes=1-3")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 206);
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    assert_eq!(
        response.headers()["content-security-policy"],
        "sandbox; default-src 'none'"
    );
    assert!(
        response.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("inline")
    );
    assert_eq!(response.bytes().await.unwrap().as_ref(), b"PNG");
}

#[tokio::test]
async fn what_is_not_one_range_of_the_same_file_is_the_whole_file() {
    let server = TestServer::start().await;
    let (_, url) = run_output(&server).await;
    let status = async |headers: &[(&str, &str)]| {
        let mut request = server.client.get(format!("{}{url}", server.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(status(&[("Range", "bytes=0-1,3-4")]).await, 200);
    assert_eq!(status(&[("Range", "lines=1-2")]).await, 200);
    let other = [("Range", "bytes=1-3"), ("If-Range", "\"other\"")];
    assert_eq!(status(&other).await, 200);
    assert_eq!(status(&[("Range", "bytes=9999999-")]).await, 416);
}

#[tokio::test]
async fn an_unchanged_file_is_304_without_headers_of_its_content() {
    let server = TestServer::start().await;
    let (_, url) = run_output(&server).await;
    let get = || server.client.get(format!("{}{url}", server.url));
    let whole = get().send().await.unwrap();
    assert!(
        whole.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("inline")
    );
    let modified = &whole.headers()["last-modified"];
    let unchanged = get()
        .header("If-Modified-Since", modified)
        .send()
        .await
        .unwrap();
    assert_eq!(unchanged.status(), 304);
    assert!(!unchanged.headers().contains_key("content-disposition"));
}

#[tokio::test]
async fn links_survive_a_restart() {
    let mut server = TestServer::start().await;
    let (_, url) = run_output(&server).await;
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    assert_eq!(
        server
            .client
            .get(format!("{}{url}", server.url))
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
}

/// A link to a file, signed as the service signs it, by somebody who can read its secret.
fn forged_link(server: &TestServer, run: &str, name: &str) -> String {
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let store = rusqlite::Connection::open(store).unwrap();
    let sql = "SELECT value FROM secrets WHERE name = 'links'";
    let secret: Vec<u8> = store.query_row(sql, [], |row| row.get(0)).unwrap();
    let mac = |secret: &[u8], text: String| {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).unwrap();
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().to_vec()
    };
    let id = hex::encode(&Sha256::digest(Sha256::digest(KEY))[..8]);
    let secret = mac(&secret, format!("links of the key {id}"));
    let expires = 1_u64 << 40;
    let signature = hex::encode(mac(&secret, format!("{run}/{name}\n{expires}")));
    let [run, name] = [run, name].map(percent_encoded);
    format!(
        "{}/api/v1/files/{run}/{name}?expires={expires}&key={id}&signature={signature}",
        server.url
    )
}

#[tokio::test]
async fn a_validly_signed_path_opens_nothing_outside_the_outputs() {
    let server = TestServer::start().await;
    let (filename, _) = run_output(&server).await;
    let (run, name) = filename.split_once('/').unwrap();
    let status = async |run: &str, name: &str| {
        let url = forged_link(&server, run, name);
        server.client.get(url).send().await.unwrap().status()
    };
    assert_eq!(
        status(run, name).await,
        200,
        "the forged signature is valid"
    );
    let outside = server.folder.path().join("data/flowdeck.sqlite");
    for (run, name) in [
        ("..", "flowdeck.sqlite"),
        (run, "../../flowdeck.sqlite"),
        (run, outside.to_str().unwrap()),
        ("../outputs", name),
        (run, ""),
    ] {
        assert_eq!(status(run, name).await, 404, "{run} {name}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_symbolic_link_in_place_of_an_output_is_not_followed() {
    let server = TestServer::start().await;
    let (filename, url) = run_output(&server).await;
    let path = server.folder.path().join("data/outputs").join(&filename);
    let moved = path.with_extension("moved");
    std::fs::rename(&path, &moved).unwrap();
    std::os::unix::fs::symlink(&moved, &path).unwrap();
    let response = server.client.get(format!("{}{url}", server.url)).send();
    assert_eq!(response.await.unwrap().status(), 404);
    assert_eq!(output(&server, &filename).await.status(), 404);
}

#[tokio::test]
async fn another_key_invalidates_links() {
    let mut server = TestServer::start().await;
    let (_, url) = run_output(&server).await;
    let addresses = server.addresses.clone();
    server.options = |options| Options {
        key: "another-key-of-this-service".to_owned(),
        ..options
    };
    server.restart_without_waiting(&addresses).await;
    let status = async |server: &TestServer| {
        let url = format!("{}{url}", server.url);
        server.client.get(url).send().await.unwrap().status()
    };
    assert_eq!(status(&server).await, 404);
    server.options = |options| options;
    server.restart(&addresses).await;
    assert_eq!(status(&server).await, 200);
}

#[tokio::test]
async fn the_uploads_are_removed_after_a_run() {
    let server = TestServer::start().await;
    run_output(&server).await;
    let uploads = server.folder.path().join("data/uploads");
    let gone = async || (std::fs::read_dir(&uploads).unwrap().count() == 0).then_some(json!(null));
    crate::common::eventually("the uploads are removed", gone).await;
}
