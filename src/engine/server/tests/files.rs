//! Uploads and views.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::bench::Bench;

fn file(name: &str, content: &str) -> Form {
    Form::new().part(
        "image",
        Part::bytes(content.as_bytes().to_vec()).file_name(name.to_owned()),
    )
}

async fn name(bench: &Bench, form: Form) -> Value {
    let (status, answer) = bench.upload(form).await;
    assert_eq!(status, 200, "{answer}");
    answer["name"].clone()
}

#[tokio::test]
async fn an_upload_can_be_seen_again() {
    let bench = Bench::start().await;
    let form = file("notes.txt", "hello")
        .text("subfolder", "a/b")
        .text("type", "temp");
    let expected = json!({ "name": "notes.txt", "subfolder": "a/b", "type": "temp" });
    assert_eq!(bench.upload(form).await, (200, expected));
    let response = bench
        .get("/view?filename=notes.txt&subfolder=a/b&type=temp")
        .await;
    assert_eq!(
        response.headers()["content-disposition"],
        "filename=\"notes.txt\""
    );
    assert_eq!(response.text().await.unwrap(), "hello");
}

#[tokio::test]
async fn the_same_name_is_used_again_only_for_the_same_content() {
    let bench = Bench::start().await;
    assert_eq!(name(&bench, file("a.png", "one")).await, "a.png");
    assert_eq!(name(&bench, file("a.png", "one")).await, "a.png");
    assert_eq!(name(&bench, file("a.png", "two")).await, "a (1).png");
    assert_eq!(name(&bench, file("a.png", "two")).await, "a (1).png");
    assert_eq!(
        name(&bench, file("a.png", "three").text("overwrite", "true")).await,
        "a.png"
    );
    let seen = bench
        .get("/view?filename=a.png%20[input]")
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(seen, "three");
}

#[tokio::test]
async fn an_upload_leaves_nothing_behind_but_the_file() {
    let bench = Bench::start().await;
    name(&bench, file("a.png", "one")).await;
    bench.upload(file("../a.png", "two")).await;
    let left = std::fs::read_dir(bench.home.path().join("uploads"))
        .unwrap()
        .count();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn an_upload_cannot_leave_its_folder() {
    let bench = Bench::start().await;
    let forms = [
        file("../../evil.png", "x"),
        file("/tmp/evil.png", "x"),
        file("sub/evil.png", "x"),
        file("..", "x"),
        file("", "x"),
        file("evil.png", "x").text("subfolder", "../.."),
        file("evil.png", "x").text("subfolder", "/tmp"),
        file("evil.png", "x").text("subfolder", "a\\..\\.."),
        file("evil.png", "x").text("type", "nope"),
        Form::new().text("image", "no file"),
        Form::new().text("other", "x"),
    ];
    for form in forms {
        let shown = format!("{form:?}");
        let (status, answer) = bench.upload(form).await;
        assert_eq!(status, 400, "{shown}");
        assert!(answer["error"]["message"].is_string());
    }
    assert_eq!(
        std::fs::read_dir(bench.home.path().join("input"))
            .unwrap()
            .count(),
        0
    );
}

#[tokio::test]
async fn what_is_no_form_is_no_upload() {
    let bench = Bench::start().await;
    let (status, answer) = bench.post("/upload/image", "x").await;
    assert_eq!(
        (status, &answer["error"]["type"]),
        (400, &json!("invalid_upload"))
    );
}

#[tokio::test]
async fn a_view_cannot_leave_its_folder() {
    let bench = Bench::start().await;
    std::fs::write(bench.home.path().join("secret.txt"), "secret").unwrap();
    let asked = [
        ("", 404),
        ("?filename=", 400),
        ("?filename=missing.png", 404),
        ("?filename=../secret.txt", 400),
        ("?filename=..%2fsecret.txt", 400),
        ("?filename=..%5csecret.txt", 400),
        ("?filename=/etc/passwd", 400),
        ("?filename=secret.txt&subfolder=..", 403),
        ("?filename=passwd&subfolder=/etc", 403),
        ("?filename=secret.txt&type=nope", 400),
        ("?filename=input", 404),
        ("?filename=secret.txt%20[temp]&subfolder=../", 403),
    ];
    for (query, status) in asked {
        assert_eq!(
            bench.get(&format!("/view{query}")).await.status(),
            status,
            "{query}"
        );
    }
}

#[tokio::test]
async fn a_page_is_sent_as_mere_bytes() {
    let bench = Bench::start().await;
    name(&bench, file("x.html", "<script>1</script>")).await;
    let response = bench.get("/view?filename=x.html&type=input").await;
    assert_eq!(
        response.headers()["content-type"],
        "application/octet-stream"
    );
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn a_part_of_a_file_can_be_asked_for() {
    let bench = Bench::start().await;
    name(&bench, file("a.txt", "hello")).await;
    let url = bench.url("/view?filename=a.txt&type=input");
    let response = reqwest::Client::new()
        .get(url)
        .header("range", "bytes=1-3")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 206);
    assert_eq!(response.text().await.unwrap(), "ell");
}

#[tokio::test]
async fn a_picture_is_previewed_in_another_format() {
    let bench = Bench::start().await;
    let entry = bench.run(super::bench::quick(0x0000ff)).await;
    let name = entry["outputs"]["2"]["images"][0]["filename"]
        .as_str()
        .unwrap();
    for (preview, kind) in [("webp;90", "image/webp"), ("jpeg;80", "image/jpeg")] {
        let response = bench
            .get(&format!("/view?filename={name}&preview={preview}"))
            .await;
        assert_eq!(response.headers()["content-type"], kind);
        let picture = image::load_from_memory(&response.bytes().await.unwrap())
            .unwrap()
            .into_rgb8();
        let [red, green, blue] = picture.get_pixel(0, 0).0;
        assert!(red < 8 && green < 8 && blue > 247, "{preview}");
    }
}

#[tokio::test]
async fn the_input_folder_is_listed_for_load_image() {
    let bench = Bench::start().await;
    name(&bench, file("b.png", "b")).await;
    name(&bench, file("a.png", "a")).await;
    let info = bench.json("/object_info/LoadImage").await;
    let config = &info["LoadImage"]["input"]["required"]["image"];
    assert_eq!(
        *config,
        json!([["a.png", "b.png"], { "image_upload": true }])
    );
    assert_eq!(bench.json("/object_info/Nope").await, json!({}));
}

#[tokio::test]
async fn what_the_engine_is_can_be_asked() {
    let bench = Bench::start().await;
    assert_eq!(
        bench.json("/features").await["max_upload_size"],
        104_857_600
    );
    assert!(bench.json("/api/system_stats").await["system"]["comfyui_version"].is_string());
    let info = bench.json("/object_info").await;
    assert_eq!(info["SaveImage"]["output_node"], true);
    assert_eq!(
        info["SaveImage"]["input_order"]["required"],
        json!(["images", "filename_prefix"])
    );
}
