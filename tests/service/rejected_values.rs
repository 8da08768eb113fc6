//! Values that only their content or the engine shows to be invalid.

use std::fs;

use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::common::fake_engine::{Answer, FakeEngine};
use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, eventually, field_errors, json, texts};

fn assert_no_uploads(server: &TestServer) {
    let left: Vec<_> = fs::read_dir(server.folder.path().join("data/uploads"))
        .unwrap()
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_text_file_declared_as_an_image_is_an_error_of_its_field() {
    let server = TestServer::start().await;
    for kind in ["image/png", "application/octet-stream"] {
        let form = file("photo", "notes.png", kind, b"just some words".to_vec());
        let errors = field_errors(server.submit("invert", form).await).await;
        assert_eq!(errors[0].0, json!(["body", "photo"]));
        assert_eq!(errors.len(), 1);
    }
    let text = field_errors(server.submit("invert", texts(&[("photo", "words")])).await).await;
    assert_eq!(text, [(json!(["body", "photo"]), "file_type".to_owned())]);
    assert_no_uploads(&server);
}

/// The head of an image of a phone with this brand.
fn of_phone(brand: &[u8; 4]) -> Vec<u8> {
    [&b"\0\0\0\x18ftyp"[..], brand, b"\0\0\0\0mif1", brand].concat()
}

#[tokio::test]
async fn an_image_that_no_engine_reads_is_an_error_of_its_field() {
    let server = TestServer::start().await;
    for (brand, kind, format) in [
        (b"heic", "image/heic", "HEIC"),
        (b"avif", "image/avif", "AVIF"),
        (b"heic", "application/octet-stream", "HEIC"),
        (b"heic", "image/jpeg", "HEIC"),
    ] {
        let form = file("photo", "IMG_1.jpg", kind, of_phone(brand));
        let answer = json(server.submit("invert", form).await).await;
        let error = &answer["detail"][0];
        assert_eq!(error["loc"], json!(["body", "photo"]));
        let msg = error["msg"].as_str().unwrap();
        let expected = format!("is {format}, which ComfyUI cannot read; save it as JPEG or PNG");
        assert!(msg.contains(&expected), "{msg}");
    }
    assert_no_uploads(&server);
}

#[tokio::test]
async fn an_image_that_the_embedded_engines_cannot_read_is_an_error_of_its_field() {
    let server = TestServer::with(1, |mut options| {
        options.embedded = true;
        options
    })
    .await;
    let form = file(
        "photo",
        "scan.tiff",
        "image/tiff",
        b"II*\0\x08\0\0\0".to_vec(),
    );
    let answer = json(server.submit("invert", form).await).await;
    let msg = answer["detail"][0]["msg"].as_str().unwrap();
    let expected =
        "“scan.tiff” is image/tiff, which the embedded engines cannot read; save it as PNG or JPEG";
    assert!(msg.starts_with(expected), "{msg}");
}

#[tokio::test]
async fn an_image_without_a_file_name_is_called_like_its_field() {
    let server = TestServer::start().await;
    for kind in [None, Some("image/png"), Some("application/octet-stream")] {
        let part = Part::bytes(png(&gradient()));
        let part = match kind {
            Some(kind) => part.mime_str(kind).unwrap(),
            None => part,
        };
        let run = server.run("invert", Form::new().part("photo", part)).await;
        let detail = server.wait_for_status(&run, "completed").await;
        assert_eq!(
            detail["inputs"],
            json!([{ "path": "photo", "value": "photo" }]),
            "{kind:?}"
        );
    }
}

#[tokio::test]
async fn an_image_without_a_type_is_recognised_by_its_content() {
    let server = TestServer::start().await;
    let form = file(
        "photo",
        "photo",
        "application/octet-stream",
        png(&gradient()),
    );
    let run = server.run("invert", form).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn a_truncated_image_fails_with_the_engine_s_message() {
    let server = TestServer::start().await;
    let form = file(
        "photo",
        "half.png",
        "image/png",
        png(&gradient())[..60].to_vec(),
    );
    let run = server.run("invert", form).await;
    let detail = server.wait_for_status(&run, "failed").await;
    assert!(
        detail["error"].as_str().unwrap().contains("LoadImage"),
        "{detail}"
    );
    let uploads = server.folder.path().join("data/uploads");
    let gone = async || (fs::read_dir(&uploads).unwrap().count() == 0).then_some(());
    eventually("the uploads of the ended run are removed", gone).await;
}

#[tokio::test]
async fn a_value_that_the_engine_rejects_is_an_error_of_its_field() {
    let server = TestServer::start().await;
    let response = server.submit("wide", texts(&[("width", "99999")])).await;
    assert_eq!(response.status(), 422);
    let item = json(response).await["detail"][0].clone();
    assert_eq!(item["loc"], json!(["body", "width"]));
    assert!(item["msg"].as_str().unwrap().contains("16384"), "{item}");
    let runs = server.get("/api/v1/runs?group_id=g").await["data"]["runs"].clone();
    assert_eq!(runs, json!([]));
}

#[tokio::test]
async fn a_text_that_points_outside_the_output_folder_is_an_error_of_its_field() {
    let server = TestServer::start().await;
    for prefix in ["../../out", "/tmp/out", "a\\..\\b"] {
        let errors = field_errors(
            server
                .submit("prefixed", texts(&[("prefix", prefix)]))
                .await,
        )
        .await;
        assert_eq!(errors[0].0, json!(["body", "prefix"]), "{prefix}");
    }
    let run = server.run("prefixed", texts(&[("prefix", "fine")])).await;
    server.wait_for_status(&run, "completed").await;
}

/// Two texts that feed a number and a choice.
const TYPED: &str = r#"{
    "1": {"class_type": "InputText", "inputs": {"name": "size"}},
    "2": {"class_type": "InputText", "inputs": {"name": "model"}},
    "9": {"class_type": "Odd", "inputs": {"size": ["1", 0], "model": ["2", 0]}},
    "10": {"class_type": "SaveImage", "inputs": {"images": ["9", 0]}}}"#;

fn offer(engine: &FakeEngine, models: &[&str]) {
    let inputs = json!({ "size": ["INT", {}], "model": [models, {}] });
    let odd = json!({ "input": { "required": inputs } });
    let classes = json!({ "SaveImage": { "output_node": true }, "Odd": odd });
    engine.answer("object_info", Answer::Text(200, classes.to_string()));
}

#[tokio::test]
async fn a_value_that_does_not_fit_the_input_it_feeds_is_an_error_of_its_field() {
    let engine = FakeEngine::start().await;
    offer(&engine, &["a", "b"]);
    let mut server = TestServer::with(0, |options| options).await;
    fs::write(server.folder.path().join("workflows/typed.json"), TYPED).unwrap();
    server.restart(std::slice::from_ref(&engine.address)).await;

    let wrong = texts(&[("size", "64.9"), ("model", "c")]);
    let errors = field_errors(server.submit("typed", wrong).await).await;
    let error = |field: &str, kind: &str| (json!(["body", field]), kind.to_owned());
    assert_eq!(
        errors,
        [error("size", "int_parsing"), error("model", "enum")]
    );
    assert_eq!(engine.requests("POST /prompt"), 0);
    assert_no_uploads(&server);

    offer(&engine, &["a", "b", "c"]);
    let run = server
        .run("typed", texts(&[("size", "64"), ("model", "c")]))
        .await;
    server.wait_for_status(&run, "completed").await;
}
