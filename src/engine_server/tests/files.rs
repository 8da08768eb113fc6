//! `/upload/image`, `/view`, and the routes that describe the engine.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::test_engine::TestEngine;

fn file(name: &str, content: &str) -> Form {
    Form::new().part(
        "image",
        Part::bytes(content.as_bytes().to_vec()).file_name(name.to_owned()),
    )
}

async fn uploaded_name(engine: &TestEngine, form: Form) -> Value {
    let (status, answer) = engine.upload(form).await;
    assert_eq!(status, 200, "{answer}");
    answer["name"].clone()
}

#[tokio::test]
async fn an_upload_can_be_viewed() {
    let engine = TestEngine::start().await;
    let form = file("notes.txt", "hello")
        .text("subfolder", "a/b")
        .text("type", "temp");
    let expected = json!({ "name": "notes.txt", "subfolder": "a/b", "type": "temp" });
    assert_eq!(engine.upload(form).await, (200, expected));
    let response = engine
        .get("/view?filename=notes.txt&subfolder=a/b&type=temp")
        .await;
    assert_eq!(
        response.headers()["content-disposition"],
        "filename=\"notes.txt\""
    );
    assert_eq!(response.text().await.unwrap(), "hello");
}

#[tokio::test]
async fn a_name_outside_ascii_is_read_as_clients_encode_it() {
    let engine = TestEngine::start().await;
    let upload = async |names: &str| {
        let body = format!(
            "--=_B\r\nContent-Disposition: form-data; name=image; {names}\r\n\r\nhello\r\n--=_B--\r\n"
        );
        let request = super::test_engine::client()
            .post(engine.url("/upload/image"))
            .header("content-type", "multipart/form-data; boundary==_B")
            .body(body);
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let answer: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        (status, answer["name"].clone())
    };
    for names in [
        "filename*=utf-8''%E6%B5%B7.png",
        "filename=\"=?utf-8?B?5rW3LnBuZw==?=\"; filename*=utf-8''%E6%B5%B7.png",
    ] {
        assert_eq!(upload(names).await, (200, json!("海.png")), "{names}");
    }
    let (status, _) = upload("filename*=utf-8''..%2F..%2Fa.png").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn an_existing_name_is_reused_only_for_the_same_content() {
    let engine = TestEngine::start().await;
    assert_eq!(uploaded_name(&engine, file("a.png", "one")).await, "a.png");
    assert_eq!(uploaded_name(&engine, file("a.png", "one")).await, "a.png");
    assert_eq!(
        uploaded_name(&engine, file("a.png", "two")).await,
        "a (1).png"
    );
    assert_eq!(
        uploaded_name(&engine, file("a.png", "two")).await,
        "a (1).png"
    );
    assert_eq!(
        uploaded_name(&engine, file("a.png", "three").text("overwrite", "true")).await,
        "a.png"
    );
    let content = engine
        .get("/view?filename=a.png%20[input]")
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(content, "three");
}

#[tokio::test]
async fn an_upload_leaves_no_temporary_file() {
    let engine = TestEngine::start().await;
    uploaded_name(&engine, file("a.png", "one")).await;
    engine.upload(file("../a.png", "two")).await;
    let left = std::fs::read_dir(engine.home.path().join("uploads"))
        .unwrap()
        .count();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn an_upload_cannot_leave_its_folder() {
    let engine = TestEngine::start().await;
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
        Form::new().text("image", "not a file"),
        Form::new().text("other", "x"),
    ];
    for form in forms {
        let shown = format!("{form:?}");
        let (status, answer) = engine.upload(form).await;
        assert_eq!(status, 400, "{shown}");
        assert!(answer["error"]["message"].is_string());
    }
    assert_eq!(
        std::fs::read_dir(engine.home.path().join("input"))
            .unwrap()
            .count(),
        0
    );
}

#[tokio::test]
async fn a_body_that_is_not_a_form_is_rejected() {
    let engine = TestEngine::start().await;
    let (status, answer) = engine.post("/upload/image", "x").await;
    assert_eq!(
        (status, &answer["error"]["type"]),
        (400, &json!("invalid_upload"))
    );
}

#[tokio::test]
async fn a_view_cannot_leave_its_folder() {
    let engine = TestEngine::start().await;
    std::fs::write(engine.home.path().join("secret.txt"), "secret").unwrap();
    let requests = [
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
    for (query, status) in requests {
        assert_eq!(
            engine.get(&format!("/view{query}")).await.status(),
            status,
            "{query}"
        );
    }
}

#[tokio::test]
async fn html_is_served_as_plain_bytes() {
    let engine = TestEngine::start().await;
    uploaded_name(&engine, file("x.html", "<script>1</script>")).await;
    let response = engine.get("/view?filename=x.html&type=input").await;
    assert_eq!(
        response.headers()["content-type"],
        "application/octet-stream"
    );
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn a_range_of_a_file_can_be_requested() {
    let engine = TestEngine::start().await;
    uploaded_name(&engine, file("a.txt", "hello")).await;
    let url = engine.url("/view?filename=a.txt&type=input");
    let response = super::test_engine::client()
        .get(url)
        .header("range", "bytes=1-3")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 206);
    assert_eq!(response.text().await.unwrap(), "ell");
}

#[tokio::test]
async fn an_image_is_previewed_in_another_format() {
    let engine = TestEngine::start().await;
    let entry = engine.run(super::test_engine::quick(0x0000ff)).await;
    let name = entry["outputs"]["2"]["images"][0]["filename"]
        .as_str()
        .unwrap();
    for (preview, kind) in [("webp;90", "image/webp"), ("jpeg;80", "image/jpeg")] {
        let response = engine
            .get(&format!("/view?filename={name}&preview={preview}"))
            .await;
        assert_eq!(response.headers()["content-type"], kind);
        let image = image::load_from_memory(&response.bytes().await.unwrap())
            .unwrap()
            .into_rgb8();
        let [red, green, blue] = image.get_pixel(0, 0).0;
        assert!(red < 8 && green < 8 && blue > 247, "{preview}");
    }
}

#[tokio::test]
async fn the_input_folder_is_listed_for_load_image() {
    let engine = TestEngine::start().await;
    uploaded_name(&engine, file("b.png", "b")).await;
    uploaded_name(&engine, file("a.png", "a")).await;
    let info = engine.json("/object_info/LoadImage").await;
    let config = &info["LoadImage"]["input"]["required"]["image"];
    assert_eq!(
        *config,
        json!([["a.png", "b.png"], { "image_upload": true }])
    );
    assert_eq!(engine.json("/object_info/Nope").await, json!({}));
}

#[tokio::test]
async fn the_engine_describes_itself() {
    let engine = TestEngine::start().await;
    assert_eq!(
        engine.json("/features").await["max_upload_size"],
        104_857_600
    );
    assert!(engine.json("/api/system_stats").await["system"]["comfyui_version"].is_string());
    let info = engine.json("/object_info").await;
    assert_eq!(info["SaveImage"]["output_node"], true);
    assert_eq!(
        info["SaveImage"]["input_order"]["required"],
        json!(["images", "filename_prefix"])
    );
}
