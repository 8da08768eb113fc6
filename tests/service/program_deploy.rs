//! The commands `flowdeck deploy`, `flowdeck workflows` and `flowdeck check`.

use std::fs;

use serde_json::json;

use super::program::flowdeck;
use crate::common::fake_engine::FakeEngine;
use crate::common::{KEY, TestServer};

fn workflow(field: &str) -> String {
    json!({
        "1": { "class_type": "InputText", "inputs": { "name": field } },
        "2": { "class_type": "SaveText", "inputs": { "text": ["1", 0], "filename_prefix": "x" } },
    })
    .to_string()
}

#[tokio::test]
async fn a_file_is_deployed_twice_and_listed() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let deploy = async |field: &str, more: &[&str]| {
        fs::write(folder.path().join("my workflow.json"), workflow(field)).unwrap();
        let arguments = [&["deploy", "my workflow.json", "--url", &server.url], more].concat();
        flowdeck(folder.path(), &arguments, Some(KEY)).await
    };
    let (succeeded, text) = deploy("name", &["--id", "greeting"]).await;
    assert!(succeeded, "{text}");
    assert_eq!(text, "deployed greeting, version 1\n");
    let run = crate::common::texts(&[("name", "x")]);
    server.run("greeting", run).await;
    let (_, text) = deploy("word", &["--id", "greeting"]).await;
    assert!(
        text.starts_with("deployed greeting, version 2\n  breaking: "),
        "{text}"
    );
    let (_, text) = deploy("word", &[]).await;
    assert_eq!(text, "deployed my workflow, version 1\n");

    let (succeeded, text) = flowdeck(
        folder.path(),
        &["workflows", "--url", &server.url],
        Some(KEY),
    )
    .await;
    assert!(succeeded, "{text}");
    let line = text
        .lines()
        .find(|line| line.starts_with("greeting"))
        .unwrap();
    assert_eq!(
        line.split_whitespace().collect::<Vec<_>>(),
        ["greeting", "v2", "ready"]
    );
}

#[tokio::test]
async fn a_version_is_deployed_again_unless_a_file_has_its_name() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let deploy = async |arguments: &[&str]| {
        let arguments = [&["deploy", "--url", &server.url], arguments].concat();
        flowdeck(folder.path(), &arguments, Some(KEY)).await
    };
    for field in ["name", "word"] {
        fs::write(folder.path().join("my greeting.json"), workflow(field)).unwrap();
        deploy(&["my greeting.json"]).await;
    }
    let (succeeded, text) = deploy(&["my greeting@v1"]).await;
    assert!(
        succeeded && text.starts_with("deployed my greeting, version 3\n  breaking: "),
        "{text}"
    );
    let (succeeded, text) = deploy(&["my greeting@v9"]).await;
    assert!(
        !succeeded && text.contains("there is no version “my greeting@v9”"),
        "{text}"
    );
    let (succeeded, text) = deploy(&["my greeting@v1", "--id", "other"]).await;
    assert!(!succeeded && text.contains("--id is for a file"), "{text}");

    fs::write(folder.path().join("my greeting@v1"), workflow("name")).unwrap();
    let (succeeded, text) = deploy(&["my greeting@v1", "--id", "other"]).await;
    assert_eq!((succeeded, &*text), (true, "deployed other, version 1\n"));
}

#[tokio::test]
async fn examples_are_deployed_with_their_files() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let picture = workflow("photo")
        .replace("InputText", "InputImage")
        .replace("SaveText", "SaveImage");
    fs::write(
        folder.path().join("w.json"),
        picture.replace("\"text\"", "\"images\""),
    )
    .unwrap();
    fs::create_dir(folder.path().join("files")).unwrap();
    fs::write(
        folder.path().join("files/dusk.png"),
        b"\x89PNG\r\n\x1a\n and so on",
    )
    .unwrap();
    let list = r#"[{"name": "Dusk", "values": {"photo": {"file": "files/dusk.png"}}}]"#;
    fs::write(folder.path().join("e.json"), list).unwrap();
    let deploy = [
        "deploy",
        "w.json",
        "--examples",
        "e.json",
        "--url",
        &server.url,
    ];
    let (succeeded, text) = flowdeck(folder.path(), &deploy, Some(KEY)).await;
    assert!(succeeded, "{text}");
    let detail = server.get("/api/v1/comfy/workflows/w").await;
    assert_eq!(detail["data"]["examples"][0]["name"], "Dusk");
}

/// A folder with a bundle: a workflow beside files that it may not name, links out of it, and a secret.
#[cfg(unix)]
fn bundle_with_links() -> tempfile::TempDir {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let bundle = folder.path().join("bundle");
    fs::create_dir(&bundle).unwrap();
    let write = |name: &str, content: &[u8]| fs::write(bundle.join(name), content).unwrap();
    write("w.json", workflow("name").as_bytes());
    write("photo.png", b"-----BEGIN PRIVATE KEY-----");
    write("notes.txt", b"Call Ann back.");
    let picture = folder.path().join("secret.png");
    fs::write(&picture, b"\x89PNG\r\n\x1a\n and so on").unwrap();
    symlink(&picture, bundle.join("link.png")).unwrap();
    symlink(folder.path(), bundle.join("out")).unwrap();
    folder
}

#[cfg(unix)]
async fn deploy_bundle(server: &TestServer, folder: &tempfile::TempDir) -> (bool, String) {
    let arguments = ["deploy", "bundle/w.json", "--url", &server.url];
    flowdeck(folder.path(), &arguments, Some(KEY)).await
}

#[cfg(unix)]
#[tokio::test]
async fn a_bundle_that_names_other_files_is_refused_and_nothing_is_sent() {
    let server = TestServer::with(1, |options| options).await;
    let folder = bundle_with_links();
    let refused = async |place: &str, document: serde_json::Value, reason: &str| {
        let path = folder.path().join("bundle").join(place);
        fs::write(&path, document.to_string()).unwrap();
        let (succeeded, text) = deploy_bundle(&server, &folder).await;
        let says_why = text.contains(reason) && text.contains(place);
        assert!(!succeeded && says_why, "{text}");
        fs::remove_file(path).unwrap();
        let detail = server.request("GET", "/api/v1/comfy/workflows/w");
        assert_eq!(detail.send().await.unwrap().status(), 404);
    };
    let secret = folder.path().join("secret.png");
    for (file, reason) in [
        ("../secret.png", "“../secret.png” is outside"),
        (secret.to_str().unwrap(), "is outside"),
        ("link.png", "“link.png” is outside"),
        ("out/secret.png", "“out/secret.png” is outside"),
        ("photo.png", "“photo.png” is not an image"),
        ("notes.txt", "“notes.txt” is not an image"),
        ("gone.png", "“gone.png” cannot be read"),
        ("nul.png", "“nul.png” cannot be stored on every system"),
    ] {
        let value = |value| json!([{ "name": "x", "values": { "photo": value } }]);
        let result = json!([{ "name": "x", "values": {}, "result": file }]);
        for examples in [
            value(json!({ "file": file })),
            value(json!({ "thumbnail": file })),
            result,
        ] {
            refused("w.examples.json", examples, reason).await;
        }
        let cover = json!({ "flowdeck": 1, "cover": file });
        refused("w.form.json", cover, reason).await;
    }
    let (succeeded, text) = deploy_bundle(&server, &folder).await;
    assert!(succeeded, "{text}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_beside_the_workflow_that_leads_elsewhere_is_refused() {
    let server = TestServer::with(1, |options| options).await;
    let folder = bundle_with_links();
    let elsewhere = folder.path().join("elsewhere.json");
    fs::write(&elsewhere, "[]").unwrap();
    for (place, option) in [
        ("w.form.json", "--exposure"),
        ("w.examples.json", "--examples"),
    ] {
        let link = folder.path().join("bundle").join(place);
        std::os::unix::fs::symlink(&elsewhere, &link).unwrap();
        let (succeeded, text) = deploy_bundle(&server, &folder).await;
        assert!(!succeeded && text.contains(option), "{text}");
        fs::remove_file(link).unwrap();
    }
}

#[tokio::test]
async fn the_exposure_beside_a_file_is_deployed_and_checked_with_it() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
    let plain = json!({
        "1": { "class_type": "EmptyImage", "inputs": { "width": 64, "height": 64, "batch_size": 1, "color": 0 } },
        "2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "x" } },
    });
    let exposure = |name: &str| {
        json!({ "flowdeck": 1, "cover": "c.png", "fields": [{ "node": "1", "input": "width", "name": name }],
            "examples": [{ "name": "Wide", "values": { (name): 90 } }] })
        .to_string()
    };
    write("plain.json", plain.to_string().as_bytes());
    write("c.png", b"\x89PNG\r\n\x1a\n and so on");
    write("plain.form.json", exposure("size").as_bytes());
    write("other.json", exposure("file").as_bytes());
    let run = async |arguments: &[&str]| flowdeck(folder.path(), arguments, Some(KEY)).await;
    let deployed = async |more: &[&str]| {
        let arguments = [&["deploy", "plain.json", "--url", &server.url], more].concat();
        let (succeeded, text) = run(&arguments).await;
        assert!(succeeded, "{text}");
        let detail = server.get("/api/v1/comfy/workflows/plain").await;
        assert!(detail["data"]["cover"].is_string(), "{detail}");
        detail["data"]["schema"]["fields"][0]["name"].clone()
    };
    assert_eq!(deployed(&[]).await, "size");
    assert_eq!(deployed(&["--exposure", "other.json"]).await, "file");
    let engine = server.addresses[0].as_str();
    let (succeeded, text) = run(&["check", "plain.json", "--engine", engine]).await;
    assert!(succeeded && text.starts_with("input   size ("), "{text}");
    write(
        "plain.form.json",
        br#"{"flowdeck": 1, "fields": [{"node": "7", "input": "x"}]}"#,
    );
    for arguments in [
        ["check", "plain.json", "--engine", engine],
        ["deploy", "plain.json", "--url", &server.url],
    ] {
        let (succeeded, text) = run(&arguments).await;
        assert!(!succeeded && text.contains("has no node `7`"), "{text}");
    }
}

#[tokio::test]
async fn what_cannot_be_deployed_fails_with_the_reason() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.json"), "{").unwrap();
    fs::create_dir(folder.path().join("folder.json")).unwrap();
    fs::write(folder.path().join("good.json"), workflow("name")).unwrap();
    let url = server.url.as_str();
    for (arguments, key, word) in [
        (
            ["deploy", "broken.json", "--url", url],
            Some(KEY),
            "not valid JSON",
        ),
        (
            ["deploy", "missing.json", "--url", url],
            Some(KEY),
            "reading missing.json",
        ),
        (
            ["deploy", "folder.json", "--url", url],
            Some(KEY),
            "it is not a file",
        ),
        (
            ["deploy", "good.json", "--url", url],
            None,
            "FLOWDECK_API_KEY is not set",
        ),
        (
            ["deploy", "good.json", "--url", url],
            Some("another-key-of-16"),
            "key",
        ),
        (
            ["deploy", "good.json", "--url", "http://127.0.0.1:1"],
            Some(KEY),
            "does not answer",
        ),
        (
            ["deploy", "good.json", "--url", "ftp://x"],
            Some(KEY),
            "http://",
        ),
    ] {
        let (succeeded, text) = flowdeck(folder.path(), &arguments, key).await;
        assert!(!succeeded && text.contains(word), "{word}: {text}");
        assert!(!text.contains("another-key"), "{text}");
    }
}

#[tokio::test]
async fn a_file_is_checked_against_an_engine() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.json"), workflow("name")).unwrap();
    fs::write(
        folder.path().join("odd.json"),
        workflow("name").replace("SaveText", "KSampler"),
    )
    .unwrap();
    let engine = server.addresses[0].as_str();
    let check = async |file: &str, engine: &str| {
        flowdeck(folder.path(), &["check", file, "--engine", engine], None).await
    };
    let (succeeded, text) = check("good.json", engine).await;
    assert!(succeeded, "{text}");
    assert!(text.starts_with("input   name (text"), "{text}");
    assert!(
        text.contains(&format!("good.json can run at {engine}")),
        "{text}"
    );
    let (succeeded, text) = check("odd.json", engine).await;
    assert!(
        !succeeded && text.contains("problem: no connected engine has the node KSampler"),
        "{text}"
    );
    let (succeeded, text) = check("good.json", "http://127.0.0.1:1").await;
    assert!(
        !succeeded && text.contains("reading the node classes"),
        "{text}"
    );
}

#[tokio::test]
async fn a_default_that_no_engine_has_is_the_same_problem_for_every_command() {
    let engine = FakeEngine::start().await;
    let loader = json!({ "input": { "required": {
        "ckpt_name": [["other.safetensors"]], "vae_name": [[]],
    } } });
    engine.define("CheckpointLoaderSimple", loader);
    let mut server = TestServer::with(0, |options| options).await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let folder = tempfile::tempdir().unwrap();
    let workflow = json!({
        "4": { "class_type": "CheckpointLoaderSimple", "inputs": {
            "ckpt_name": "sdxl/base.safetensors", "vae_name": "fix.safetensors",
        } },
        "9": { "class_type": "SaveImage", "inputs": { "images": ["4", 0], "filename_prefix": "x" } },
    });
    let fields = json!([{ "node": "4", "input": "ckpt_name", "name": "model" }]);
    let exposure = json!({ "flowdeck": 1, "fields": fields });
    let write = |name: &str, content: String| fs::write(folder.path().join(name), content).unwrap();
    write("draw.json", workflow.to_string());
    write("draw.form.json", exposure.to_string());
    let run = async |arguments: &[&str]| flowdeck(folder.path(), arguments, Some(KEY)).await.1;
    let of_field = "field model, node 4 (CheckpointLoaderSimple): no connected engine has the model \
                    sdxl/base.safetensors; put it into models/checkpoints/sdxl, or choose another";
    let of_workflow = "node 4 (CheckpointLoaderSimple): no connected engine has the model \
                       fix.safetensors; put it into models/vae, or choose another";

    let checked = run(&["check", "draw.json", "--engine", &engine.address]).await;
    let deployed = run(&["deploy", "draw.json", "--url", &server.url]).await;
    for (text, prefix) in [(&checked, "problem: "), (&deployed, "  not ready: ")] {
        for problem in [of_field, of_workflow] {
            assert!(
                text.contains(&format!("\n{prefix}{problem}\n")),
                "{problem} in {text}"
            );
        }
    }
    let listed = run(&["workflows", "--url", &server.url]).await;
    let line = listed
        .lines()
        .find(|line| line.starts_with("draw "))
        .unwrap();
    assert!(
        line.ends_with(&format!("not ready: {of_workflow} (and 1 more)")),
        "{line}"
    );
}
