//! The examples of the bundled sample workflows make pictures in which something can be seen.

use std::fs;
use std::path::Path;

use reqwest::multipart::{Form, Part};
use serde_json::{Map, Value};

use crate::common::TestServer;

/// The sides of the pictures, so that the test is fast.
const SIZE: u32 = 96;

/// Replaces the server's workflows by the bundled ones, with smaller pictures.
fn deploy_samples(server: &TestServer) {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/workflows");
    let folder = server.folder.path().join("workflows");
    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir_all(folder.join("files")).unwrap();
    for entry in fs::read_dir(&samples).unwrap() {
        let from = entry.unwrap().path();
        if from.is_file() {
            let text = fs::read_to_string(&from).unwrap();
            let to = folder.join(from.file_name().unwrap());
            fs::write(
                to,
                smaller(serde_json::from_str(&text).unwrap()).to_string(),
            )
            .unwrap();
        }
    }
    for entry in fs::read_dir(samples.join("files")).unwrap() {
        let from = entry.unwrap().path();
        let to = folder.join("files").join(from.file_name().unwrap());
        match image::open(&from) {
            Ok(picture) => picture.thumbnail(SIZE, SIZE).to_rgb8().save(&to).unwrap(),
            Err(_) => fs::copy(&from, &to).map(|_| ()).unwrap(),
        }
    }
}

/// A workflow whose empty images are small, or can be made so.
fn smaller(mut workflow: Value) -> Value {
    for node in workflow
        .as_object_mut()
        .into_iter()
        .flat_map(Map::values_mut)
    {
        for side in ["width", "height", "min"] {
            let side = node.pointer_mut(&format!("/inputs/{side}"));
            if let Some(side) = side.filter(|side| side.as_u64() > Some(SIZE.into())) {
                *side = Value::from(SIZE);
            }
        }
    }
    workflow
}

/// The form of an example. Where the size of a picture is a field, it is as small as allowed.
async fn form(server: &TestServer, workflow: &Value, values: &Map<String, Value>) -> Form {
    let mut form = Form::new();
    for (name, value) in values.iter().filter(|(name, _)| *name != "size") {
        let part = match (value["file"].as_str(), value.as_str()) {
            (Some(address), _) => {
                let file = server.request("GET", address).send().await.unwrap();
                let name = address.rsplit('/').next().unwrap().to_owned();
                Part::bytes(file.bytes().await.unwrap().to_vec()).file_name(name)
            }
            (None, Some(text)) => Part::text(text.to_owned()),
            (None, None) => Part::text(value.to_string()),
        };
        form = form.part(name.clone(), part);
    }
    let fields = workflow["schema"]["fields"].as_array().unwrap();
    let size = fields.iter().find(|field| field["name"] == "size");
    match size.and_then(|size| size["min"].as_str()) {
        Some(smallest) => form.text("size", smallest.to_owned()),
        None => form,
    }
}

async fn has_two_colors(server: &TestServer, address: &str) -> bool {
    let response = server.request("GET", address).send().await.unwrap();
    let picture = image::load_from_memory(&response.bytes().await.unwrap()).unwrap();
    let picture = picture.to_rgb8();
    let first = picture.get_pixel(0, 0);
    picture.pixels().any(|pixel| pixel != first)
}

#[tokio::test]
async fn no_example_makes_a_picture_of_a_single_color() {
    let server = TestServer::start().await;
    deploy_samples(&server);
    let all = server.get("/api/v1/comfy/workflows").await;
    let mut runs = Vec::new();
    for workflow in all["data"].as_array().unwrap() {
        let outputs = workflow["schema"]["outputs"].as_array().unwrap();
        if !outputs.iter().any(|output| output["kind"] == "image") {
            continue;
        }
        let id = workflow["id"].as_str().unwrap();
        for example in workflow["examples"].as_array().unwrap() {
            let values = example["values"].as_object().unwrap();
            let run = server.run(id, form(&server, workflow, values).await).await;
            runs.push((format!("{id}: {}", example["name"]), run));
        }
    }
    assert!(runs.len() > 5, "{runs:?}");
    for (name, run) in runs {
        let detail = server.wait_for_status(&run, "completed").await;
        for output in detail["outputs"].as_array().unwrap() {
            if output["filename"].as_str().unwrap().ends_with(".png") {
                let address = output["url"].as_str().unwrap();
                assert!(has_two_colors(&server, address).await, "{name}");
            }
        }
    }
}
