//! `GET /api/v1/comfy/workflows`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use service::Options;

use crate::common::{self, TestServer, texts};

async fn listed(server: &TestServer) -> Vec<Value> {
    server.get("/api/v1/comfy/workflows").await["data"]
        .as_array()
        .unwrap()
        .clone()
}

/// The ids of the workflows in the server's folder, sorted.
fn deployed(server: &TestServer) -> Vec<String> {
    let files = fs::read_dir(server.folder.path().join("workflows")).unwrap();
    let id = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut ids: Vec<_> = files.map(|file| id(&file.unwrap().path())).collect();
    ids.sort();
    ids
}

#[tokio::test]
async fn the_list_is_compressed_if_the_caller_accepts_it() {
    let server = TestServer::start().await;
    let request = || server.request("GET", "/api/v1/comfy/workflows");
    let plain = request().send().await.unwrap();
    assert!(!plain.headers().contains_key("content-encoding"));
    let compressed = request().header("accept-encoding", "gzip, br");
    let compressed = compressed.send().await.unwrap();
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    let (plain, compressed) = (plain.bytes().await, compressed.bytes().await);
    assert!(compressed.unwrap().len() < plain.unwrap().len() / 2);
}

#[tokio::test]
async fn workflows_are_listed_with_their_fields() {
    let server = TestServer::start().await;
    let all = listed(&server).await;
    let ids: Vec<&str> = all.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, deployed(&server));
    let inputs: Value = serde_json::from_str(all[1]["inputs"].as_str().unwrap()).unwrap();
    assert_eq!(
        inputs,
        json!({ "title": "string", "tail": "string", "count": "integer", "loud": "boolean", "tone": "string" })
    );
    assert_eq!(all[0]["outputs"], r#"{"3":"image"}"#);
    assert_eq!(all[0]["schema"]["fields"][0]["kind"], "image");
}

#[tokio::test]
async fn a_workflow_is_listed_with_how_long_its_runs_take() {
    let server = TestServer::start().await;
    let typical = async || {
        let all = listed(&server).await;
        let join = all.into_iter().find(|one| one["id"] == "join").unwrap();
        join.get("typical_ms").cloned()
    };
    assert_eq!(typical().await, None, "nothing has run yet");
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    common::eventually("its time is learned", async || typical().await?.as_u64()).await;
}

#[tokio::test]
async fn malformed_files_are_listed_with_their_problems_and_others_still_run() {
    let server = TestServer::start().await;
    let folder = server.folder.path().join("workflows");
    for (name, text) in [
        ("a-broken.json", "{"),
        ("a-list.json", "[]"),
        ("a-null.json", "null"),
        ("a-empty.json", ""),
        ("a-node.json", r#"{"1": 7}"#),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.join("a-binary.json"), [0xff, 0x00, 0xfe]).unwrap();
    let all = listed(&server).await;
    for bad in all
        .iter()
        .filter(|one| one["id"].as_str().unwrap().starts_with("a-"))
    {
        assert_eq!(bad["problems"].as_array().unwrap().len(), 1, "{bad}");
    }
    assert_eq!(all.len(), deployed(&server).len());
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn a_workflow_added_later_runs_without_a_restart() {
    let server = TestServer::start().await;
    let folder = server.folder.path().join("workflows");
    fs::copy(folder.join("join.json"), folder.join("later.json")).unwrap();
    let run = server.run("later", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
}

#[tokio::test]
async fn the_openapi_document_has_every_operation_and_form() {
    let server = TestServer::start().await;
    let document = server.get("/openapi.json").await;
    for (path, method) in [
        ("/api/v1/runs", "post"),
        ("/api/v1/comfy/queue", "get"),
        ("/api/v1/comfy/object_info", "get"),
        ("/api/v1/runs", "get"),
        ("/api/v1/runs/{run_id}", "get"),
        ("/api/v1/runs/{run_id}/cancel", "post"),
        ("/api/v1/runs/{run_id}/regenerate", "post"),
        ("/api/v1/runs/output", "get"),
        ("/api/v1/comfy/engines", "post"),
        ("/api/v1/comfy/keys", "post"),
        ("/api/v1/comfy/keys", "delete"),
        ("/api/v1/comfy/keys/{name}", "delete"),
        ("/api/v1/comfy/engines/found", "get"),
        ("/api/v1/comfy/engines/drain", "post"),
        ("/api/v1/comfy/shares", "post"),
        ("/api/v1/comfy/shares/{id}", "delete"),
    ] {
        assert!(
            document["paths"][path][method].is_object(),
            "{method} {path}"
        );
    }
    let parameters = &document["paths"]["/api/v1/runs"]["post"]["parameters"];
    let names = parameters.as_array().unwrap().iter();
    let names: Vec<_> = names.map(|one| name_of(&document, one)).collect();
    assert_eq!(
        names,
        [
            "workflow_id",
            "group_id",
            "webhook_url",
            "priority",
            "strict",
            "Idempotency-Key"
        ]
    );
    let meta = &document["components"]["schemas"]["QueueAnswer"]["properties"]["meta"];
    assert!(meta["properties"]["waiting"]["properties"]["own"].is_object());
    let answer = &document["paths"]["/api/v1/runs/{run_id}"]["get"]["responses"]["200"];
    let data = &answer["content"]["application/json"]["schema"]["properties"]["data"];
    assert_eq!(data["$ref"], "#/components/schemas/Run");
    let run = &document["components"]["schemas"]["Run"];
    assert!(run["properties"]["progress"]["properties"]["max"].is_object());
    let (schemas, problems) = schema::from_json(&document.to_string());
    assert_eq!(problems, []);
    let ids: Vec<_> = schemas.iter().filter_map(|(id, _)| id.as_deref()).collect();
    assert_eq!(ids, deployed(&server));
}

/// The name of a parameter, which may be a reference.
fn name_of(document: &Value, parameter: &Value) -> String {
    let shared = parameter["$ref"].as_str().map(|reference| {
        let name = reference.strip_prefix("#/components/parameters/").unwrap();
        &document["components"]["parameters"][name]
    });
    let name = &shared.unwrap_or(parameter)["name"];
    name.as_str().unwrap().to_owned()
}

/// Adds nodes of these classes to the workflow `join`; returns its only problem and the answer to its run.
async fn with_unknown_classes(server: &TestServer, classes: &[&str]) -> (Value, Value) {
    let file = server.folder.path().join("workflows").join("join.json");
    let mut workflow: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    for (id, class) in (99..).zip(classes) {
        workflow[id.to_string()] = json!({ "class_type": class, "inputs": {} });
    }
    fs::write(&file, workflow.to_string()).unwrap();
    let all = listed(server).await;
    let [problem] = &all[1]["problems"].as_array().unwrap()[..] else {
        panic!("expected one problem, got {}", all[1]["problems"]);
    };
    for other in all.iter().filter(|one| one["id"] != "join") {
        assert_eq!(other["problems"], json!([]), "{}", other["id"]);
    }
    let response = server.submit("join", texts(&[("title", "a")])).await;
    assert_eq!(response.status(), 409);
    (
        problem.clone(),
        common::json(response).await["errors"].clone(),
    )
}

#[tokio::test]
async fn a_class_that_no_engine_has_is_one_problem_and_refuses_runs() {
    let server = TestServer::start().await;
    let (problem, refusal) = with_unknown_classes(&server, &["Sharpen", "Sharpen"]).await;
    assert_eq!(problem["code"], "unknown_class");
    assert_eq!(problem["args"], json!(["Sharpen"]));
    let refusal = refusal.as_str().unwrap();
    assert_eq!(
        refusal
            .matches("no connected engine has the node Sharpen")
            .count(),
        1
    );
}

#[tokio::test]
async fn with_embedded_engines_one_sentence_says_how_to_connect_comfyui() {
    let embedded = |options| Options {
        embedded: true,
        ..options
    };
    let server = TestServer::with(1, embedded).await;
    let (problem, refusal) = with_unknown_classes(&server, &["KSampler", "VAEDecode"]).await;
    let sentence = "the embedded engines don't have KSampler, VAEDecode; connect ComfyUI: \
                    flowdeck serve --engine http://127.0.0.1:8188";
    assert_eq!(
        (&problem["message"], &problem["node"]),
        (&json!(sentence), &Value::Null)
    );
    assert_eq!(
        refusal,
        json!(format!("the workflow “join” cannot run: {sentence}"))
    );
}

#[tokio::test]
async fn a_workflow_waits_while_no_engine_has_ever_answered() {
    let server = TestServer::with(0, |options| options).await;
    let file = server.folder.path().join("workflows").join("join.json");
    fs::write(&file, r#"{"1": {"class_type": "Sharpen", "inputs": {}}, "2": {"class_type": "SaveImage", "inputs": {}}}"#).unwrap();
    fs::write(file.with_file_name("a-broken.json"), "{").unwrap();
    let all = listed(&server).await;
    let codes = |index: usize| {
        let problems = all[index]["problems"].as_array().unwrap().iter();
        problems
            .map(|problem| problem["code"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(0), ["no_json"]);
    assert_eq!(codes(2), ["waiting_for_first_engine"]);
}

#[tokio::test]
async fn an_example_s_file_is_served_with_the_key_and_nothing_else_is() {
    let server = TestServer::start().await;
    let folder = server.folder.path().join("workflows");
    let example = r#"[{"name": "Red", "values": {"photo": {"file": "files/re d.png"}}}]"#;
    fs::create_dir(folder.join("files")).unwrap();
    fs::write(folder.join("files/re d.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    fs::write(folder.join("files/other.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    fs::write(folder.join("invert.examples.json"), example).unwrap();
    let all = listed(&server).await;
    let address = all[0]["examples"][0]["values"]["photo"]["file"]
        .as_str()
        .unwrap();
    assert_eq!(
        address,
        "/api/v1/comfy/workflows/invert%40v1/examples/files/re%20d.png"
    );
    let file = server.request("GET", address).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/png");
    assert_eq!(&file.bytes().await.unwrap()[..4], b"\x89PNG");
    let unkeyed = server
        .client
        .get(format!("{}{address}", server.url))
        .send()
        .await
        .unwrap();
    assert_eq!(unkeyed.status(), 401);
    for other in [
        "files/other.png",
        "..%2Finvert.json",
        "%2Fetc%2Fpasswd",
        "files/",
        "",
    ] {
        let path = format!("/api/v1/comfy/workflows/invert/examples/{other}");
        let response = server.request("GET", &path).send().await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn what_the_engine_would_refuse_is_a_problem_with_node_and_input() {
    let server = TestServer::start().await;
    let workflow = |width: u32, slot: u32| {
        json!({
            "1": {"class_type": "EmptyImage", "_meta": {"title": "Canvas"},
                  "inputs": {"width": width, "height": 64, "batch_size": 1, "color": 0}},
            "2": {"class_type": "InputText", "inputs": {"name": "title"}},
            "9": {"class_type": "SaveImage", "inputs": {"images": ["1", slot], "filename_prefix": "x"}},
        })
    };
    let file = server.folder.path().join("workflows").join("canvas.json");
    for (width, slot, node, input) in [(90_000, 0, "1", "width"), (64, 3, "9", "images")] {
        fs::write(&file, workflow(width, slot).to_string()).unwrap();
        let all = listed(&server).await;
        let canvas = all.iter().find(|one| one["id"] == "canvas").unwrap();
        let [problem] = &canvas["problems"].as_array().unwrap()[..] else {
            panic!("expected one problem, got {}", canvas["problems"]);
        };
        assert_eq!(
            (&problem["node"], &problem["input"]),
            (&json!(node), &json!(input))
        );
        let response = server.submit("canvas", texts(&[("title", "a")])).await;
        assert_eq!(response.status(), 409);
    }
    fs::write(&file, workflow(64, 0).to_string()).unwrap();
    let all = listed(&server).await;
    let canvas = all.iter().find(|one| one["id"] == "canvas").unwrap();
    assert_eq!(canvas["problems"], json!([]));
}
