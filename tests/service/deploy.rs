//! `PUT`, `GET` and `DELETE /api/v1/comfy/workflows/{workflow_id}`, and runs of versions.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::common::{TestServer, field_errors, images, json, texts};

pub(crate) const PATH: &str = "/api/v1/comfy/workflows/greeting";

/// A workflow with one text field, which saves its text.
pub(crate) fn workflow(field: &str) -> String {
    json!({
        "1": { "class_type": "InputText", "inputs": { "name": field } },
        "2": { "class_type": "SaveText", "inputs": { "text": ["1", 0], "filename_prefix": "greeting" } },
    })
    .to_string()
}

fn file(name: &str, content: impl Into<Vec<u8>>) -> Part {
    Part::bytes(content.into()).file_name(name.to_owned())
}

pub(crate) fn form(field: &str) -> Form {
    Form::new().part("workflow", file("any name.json", workflow(field)))
}

async fn put(server: &TestServer, path: &str, form: Form) -> reqwest::Response {
    let request = server.request("PUT", path).multipart(form);
    request.send().await.unwrap()
}

pub(crate) async fn deployed(server: &TestServer, form: Form) -> Value {
    let response = put(server, PATH, form).await;
    let status = response.status();
    let body = json(response).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

#[tokio::test]
async fn a_deployed_workflow_runs_and_its_older_version_stays_callable() {
    let mut server = TestServer::start().await;
    let first = deployed(&server, form("name")).await;
    assert_eq!(
        (&first["id"], &first["version"]),
        (&json!("greeting"), &json!(1))
    );
    let run = server.run("greeting", texts(&[("name", "first")])).await;
    assert_eq!(
        server.wait_for_status(&run, "completed").await["version"],
        1
    );

    let second = deployed(&server, form("whole_name")).await;
    assert_eq!(second["version"], 2);
    assert_eq!(second["versions"][0]["breaks"], true);
    assert_eq!(second["versions"][0]["changes"][0]["to"], "whole_name");
    assert_eq!(second["versions"][1]["version"], 1);

    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    let answer = json(
        server
            .submit("greeting@v1", texts(&[("name", "again")]))
            .await,
    )
    .await;
    assert_eq!(answer["data"][0]["workflow_id"], "greeting");
    assert_eq!(answer["data"][0]["version"], 1);
    let run = answer["data"][0]["run_id"].as_str().unwrap();
    server.wait_for_status(run, "completed").await;
    let old = server.get(&format!("{PATH}@v1")).await;
    assert_eq!(old["data"]["schema"]["fields"][0]["name"], "name");
}

#[tokio::test]
async fn going_back_makes_a_new_version() {
    let server = TestServer::start().await;
    deployed(&server, form("name")).await;
    for (field, version) in [("name", 1), ("other", 2), ("name", 3)] {
        let run = texts(&[("name", "x"), ("other", "x")]);
        assert_eq!(deployed(&server, form(field)).await["version"], version);
        // A version that has runs is not replaced by a publication within seconds.
        server.run("greeting", run).await;
    }
}

#[tokio::test]
async fn a_deleted_workflow_is_gone_but_its_runs_stay_readable() {
    let server = TestServer::start().await;
    deployed(&server, form("name")).await;
    let run = server.run("greeting", texts(&[("name", "x")])).await;
    server.wait_for_status(&run, "completed").await;
    let delete = async |path: &str| {
        server
            .request("DELETE", path)
            .send()
            .await
            .unwrap()
            .status()
    };
    assert_eq!(delete(PATH).await, 200);
    assert_eq!(delete(PATH).await, 404);
    for path in [PATH, &format!("{PATH}@v1")] {
        assert_eq!(
            server.request("GET", path).send().await.unwrap().status(),
            404
        );
    }
    for id in ["greeting", "greeting@v1"] {
        let refused = field_errors(server.submit(id, texts(&[("name", "x")])).await).await;
        assert_eq!(refused[0].1, "unknown_workflow");
    }
    assert_eq!(
        server.detail(&run).await["outputs"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // A workflow of the folder: its file stays, and it stays deleted.
    assert_eq!(delete("/api/v1/comfy/workflows/join").await, 200);
    assert!(server.folder.path().join("workflows/join.json").exists());
    assert_eq!(delete("/api/v1/comfy/workflows/join").await, 404);
}

#[tokio::test]
async fn a_file_of_an_example_may_have_an_encoded_name_but_none_that_leads_elsewhere() {
    let server = TestServer::start().await;
    let send = async |names: &str| {
        let list = r#"[{"name": "Sea", "values": {"photo": {"file": "bilder/海.png"}}}]"#;
        let nodes = json!({
            "1": { "class_type": "InputImage", "inputs": { "name": "photo" } },
            "2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "x" } },
        });
        let part = |names: &str, content: &[u8]| {
            let head = format!("--B\r\nContent-Disposition: form-data; {names}\r\n\r\n");
            [head.as_bytes(), content, b"\r\n"].concat()
        };
        let picture = images::png(&images::gradient());
        let body = [
            part(
                "name=workflow; filename=w.json",
                nodes.to_string().as_bytes(),
            ),
            part("name=examples; filename=e.json", list.as_bytes()),
            part(&format!("name=file; {names}"), &picture),
            b"--B--\r\n".to_vec(),
        ];
        let request = server
            .request("PUT", PATH)
            .header("Content-Type", "multipart/form-data; boundary=B");
        request
            .body(body.concat())
            .send()
            .await
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(send("filename*=utf-8''bilder%2F%E6%B5%B7.png").await, 200);
    for names in [
        "filename*=utf-8''..%2F%E6%B5%B7.png",
        "filename*=utf-8''%2Ftmp%2F%E6%B5%B7.png",
        "filename*=utf-8''bilder%2F%E6%B5%B7.png%00",
        "filename*=utf-8''a%0D%0Ab.png",
    ] {
        assert_eq!(send(names).await, 422, "{names}");
    }
}

#[tokio::test]
async fn examples_and_their_files_are_part_of_a_version() {
    let server = TestServer::start().await;
    let workflow = workflow("photo")
        .replace("InputText", "InputImage")
        .replace("SaveText", "SaveImage");
    let workflow = workflow.replace("\"text\"", "\"images\"");
    let list = r#"[{"name": "Dusk", "values": {"photo": {"file": "greeting.examples/dusk.png"}}}]"#;
    let picture = b"\x89PNG\r\n\x1a\n and so on".to_vec();
    let form = Form::new()
        .part("workflow", file("w.json", workflow))
        .part("examples", file("e.json", list))
        .part("file", file("greeting.examples/dusk.png", picture.clone()));
    let detail = deployed(&server, form).await;
    let address = detail["examples"][0]["values"]["photo"]["file"]
        .as_str()
        .unwrap();
    let served = server.request("GET", address).send().await.unwrap();
    assert_eq!(served.bytes().await.unwrap(), picture);
}

#[tokio::test]
async fn an_exposure_gives_a_workflow_its_fields_and_its_looks() {
    let server = TestServer::start().await;
    let workflow = json!({
        "1": { "class_type": "EmptyImage", "inputs": { "width": 64, "height": 64, "batch_size": 1, "color": 0 } },
        "2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "x" } },
    });
    let exposure = |label: &str| {
        json!({ "flowdeck": 1, "title": "Plain color", "description": "Draws it.", "cover": "looks/c.png",
            "fields": [{ "node": "1", "input": "width", "name": "size", "label": label, "max": 96 }],
            "examples": [{ "name": "Wide", "values": { "size": 90 } }] })
    };
    let picture = b"\x89PNG\r\n\x1a\n and so on".to_vec();
    let form = |label: &str| {
        Form::new()
            .part("workflow", file("w.json", workflow.to_string()))
            .part("exposure", file("f.json", exposure(label).to_string()))
            .part("file", file("looks/c.png", picture.clone()))
    };
    let first = deployed(&server, form("Size")).await;
    assert_eq!(first["name"], "Plain color");
    assert_eq!(first["description"], "Draws it.");
    assert_eq!(first["examples"][0]["values"], json!({ "size": 90 }));
    let fields = first["schema"]["fields"].as_array().unwrap();
    assert_eq!((fields.len(), &fields[0]["label"]), (1, &json!("Size")));
    let cover = first["cover"].as_str().unwrap();
    let served = server.request("GET", cover).send().await.unwrap();
    assert_eq!(served.bytes().await.unwrap(), picture);
    let refused = field_errors(server.submit("greeting", texts(&[("size", "97")])).await).await;
    assert_eq!(refused[0].0, json!(["body", "size"]));
    let run = server.run("greeting", texts(&[("size", "80")])).await;
    server.wait_for_status(&run, "completed").await;

    // A change of the exposure alone is a new version.
    let second = deployed(&server, form("Width")).await;
    assert_eq!(second["version"], 2);
    let old = server.get(&format!("{PATH}@v1")).await;
    assert_eq!(old["data"]["schema"]["fields"][0]["label"], "Size");
    assert_eq!(old["data"]["cover"], cover);
}

/// An upload that is refused, with the part and a word of the reason.
type Broken = (Form, &'static str, &'static str);

fn with(name: &'static str, part: Part) -> Form {
    form("other").part(name, part)
}

fn broken_workflows() -> Vec<Broken> {
    let only = |part: Part| Form::new().part("workflow", part);
    let twice = with("workflow", file("w.json", workflow("x")));
    let text = Form::new().text("workflow", workflow("other"));
    vec![
        (Form::new().text("other", "x"), "workflow", "choose a file"),
        (text, "workflow", "must be a file"),
        (only(file("w.json", "{")), "workflow", "JSON"),
        (only(file("w.json", "")), "workflow", ""),
        (only(file("w.json", "{}")), "workflow", "no nodes"),
        (twice, "workflow", "single"),
    ]
}

fn broken_exposures() -> Vec<Broken> {
    let exposure = |text: &str, word| (with("exposure", file("x.json", text)), "exposure", word);
    vec![
        exposure("{", "JSON"),
        exposure(
            r#"{"flowdeck": 1, "titel": "x"}"#,
            "titel: there is no such key",
        ),
        exposure(
            r#"{"flowdeck": 1, "fields": [{"node": "9", "input": "x"}]}"#,
            "marks its inputs",
        ),
        exposure(
            r#"{"flowdeck": 1, "cover": "gone.png"}"#,
            "the cover: “gone.png” cannot be read",
        ),
        exposure(
            r#"{"flowdeck": 1, "examples": [{"name": "x", "values": {"y": 1}}]}"#,
            "example 1: the workflow has no field “y”",
        ),
    ]
}

fn broken_examples() -> Vec<Broken> {
    let example = |text: &str, word| (with("examples", file("e.json", text)), "examples", word);
    vec![
        example("{", "JSON list"),
        example(r#"[{"name": "x", "values": {"nobody": "x"}}]"#, "no field"),
        example(
            r#"[{"name": "x", "values": {"other": {"file": "a.png"}}}]"#,
            "cannot be read",
        ),
        (
            key_as_picture(),
            "examples",
            "is not an image, a video, audio or a 3D model",
        ),
    ]
}

/// A workflow of an image with an example whose image is something else.
fn key_as_picture() -> Form {
    let workflow = workflow("photo").replace("InputText", "InputImage");
    let workflow = workflow
        .replace("SaveText", "SaveImage")
        .replace("\"text\"", "\"images\"");
    let example = r#"[{"name": "x", "values": {"photo": {"file": "photo.png"}}}]"#;
    Form::new()
        .part("workflow", file("w.json", workflow))
        .part("examples", file("e.json", example))
        .part("file", file("photo.png", "-----BEGIN PRIVATE KEY-----"))
}

fn broken_files() -> Vec<Broken> {
    let named = |name: &str, word| (with("file", file(name, "x")), "file", word);
    let files = |one: &str, other| with("file", file(one, "x")).part("file", file(other, "x"));
    let twice = with("file", file("a", "x")).part("file", file("./a", "y"));
    vec![
        named("../up.png", "outside"),
        named("/etc/up.png", "outside"),
        named("greeting.json", "another part"),
        named("greeting.form.json", "another part"),
        (twice, "file", "sent twice"),
        named(&"x".repeat(300), "at most 200 bytes"),
        named("nul.png", "a device"),
        (files("a", "a/b.png"), "file", "“a/b.png” is in a folder"),
        (
            files("a/b.png", "a"),
            "file",
            "“a” has the name of the folder",
        ),
        (files("a.png", "A.png"), "file", "differ only in case"),
    ]
}

#[tokio::test]
async fn a_broken_upload_changes_nothing() {
    let server = TestServer::start().await;
    deployed(&server, form("name")).await;
    let broken = [
        broken_workflows(),
        broken_exposures(),
        broken_examples(),
        broken_files(),
    ];
    for (form, part, word) in broken.into_iter().flatten() {
        let response = put(&server, PATH, form).await;
        let status = response.status();
        let body = json(response).await;
        assert_eq!(status, 422, "{part} {word}: {body}");
        assert_eq!(body["detail"][0]["loc"], json!(["body", part]), "{body}");
        assert!(
            body["detail"][0]["msg"].as_str().unwrap().contains(word),
            "{word}: {body}"
        );
    }
    let detail = server.get(PATH).await;
    assert_eq!(detail["data"]["version"], 1);
    assert_eq!(detail["data"]["schema"]["fields"][0]["name"], "name");
    let uploads = server.folder.path().join("data/uploads");
    assert_eq!(std::fs::read_dir(uploads).unwrap().count(), 0);
}

#[tokio::test]
async fn an_id_that_is_no_file_name_is_refused() {
    let server = TestServer::start().await;
    for id in [
        "a@v1",
        ".hidden",
        "a%2Fb",
        "..%2Fa",
        "%20a",
        "a%00",
        &"x".repeat(101),
        "a.examples",
        "CON",
        "trailing.",
    ] {
        let path = format!("/api/v1/comfy/workflows/{id}");
        let response = put(&server, &path, form("name")).await;
        assert_eq!(response.status(), 422, "{id}");
        assert_eq!(
            json(response).await["detail"][0]["loc"],
            json!(["path", "workflow_id"])
        );
    }
    assert!(!server.folder.path().join("data/a.json").exists());
}

#[tokio::test]
async fn an_upload_needs_the_key() {
    let server = TestServer::start().await;
    let url = format!("{}{PATH}", server.url);
    for method in ["PUT", "GET", "DELETE"] {
        let request = server.client.request(method.parse().unwrap(), &url);
        assert_eq!(request.send().await.unwrap().status(), 401, "{method}");
    }
}
