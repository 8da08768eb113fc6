//! Keys that are limited to workflows: every operation shows and does only what concerns these.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::fake_engine::FakeEngine;
use crate::common::sse::EventStream;
use crate::common::{KEY, TestServer, field_errors, json as body_of, no_inputs, texts};
use crate::program::flowdeck;
use crate::shares::share_with;

const KEYS: &str = "/api/v1/comfy/keys";

async fn made(server: &TestServer, body: Value) -> (StatusCode, Value) {
    let response = server.request("POST", KEYS).json(&body).send().await;
    let response = response.unwrap();
    (response.status(), body_of(response).await)
}

/// A key that may do much, with one workflow.
async fn limited(server: &TestServer) -> String {
    let may = ["run", "read", "share", "deploy"];
    let body = json!({ "name": "ann", "may": may, "workflows": ["join"] });
    let (status, body) = made(server, body).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["data"]["workflows"], json!(["join"]));
    body["data"]["key"].as_str().unwrap().to_owned()
}

async fn edit(server: &TestServer, body: Value) {
    let request = server.request("PATCH", &format!("{KEYS}/ann")).json(&body);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200, "{body}");
}

async fn submitted(server: &TestServer, key: &str, workflow: &str) -> (StatusCode, Value) {
    let path = format!("/api/v1/runs?workflow_id={workflow}&group_id=g");
    let request = server.request_with(key, "POST", &path);
    let form = match workflow {
        "short" | "slow" => no_inputs(),
        _ => texts(&[("title", "a")]),
    };
    let response = request.multipart(form).send().await.unwrap();
    (response.status(), body_of(response).await)
}

async fn run(server: &TestServer, key: &str, workflow: &str) -> String {
    let (status, body) = submitted(server, key, workflow).await;
    assert_eq!(status, 200, "{body}");
    body["data"][0]["run_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn it_sees_and_runs_only_its_workflows() {
    let server = TestServer::with(1, |options| options).await;
    let key = limited(&server).await;
    let get = async |path: &str| server.call(&key, "GET", path).await;
    let (_, list) = get("/api/v1/comfy/workflows").await;
    let ids: Vec<_> = list["data"].as_array().unwrap().iter().collect();
    assert_eq!((ids.len(), &ids[0]["id"]), (1, &json!("join")));
    for path in ["/openapi.json", "/llms.txt"] {
        let text = get(path).await.1.to_string();
        assert!(
            text.contains("join") && !text.contains("prefixed"),
            "{path}"
        );
    }
    for (path, of_other) in [
        (
            "/api/v1/comfy/workflows/join",
            "/api/v1/comfy/workflows/short",
        ),
        ("/llms/join.md", "/llms/short.md"),
        ("/llms/join@v1.md", "/llms/short@v1.md"),
    ] {
        assert_eq!(get(path).await.0, 200, "{path}");
        let (status, body) = get(of_other).await;
        assert_eq!(status, 404, "{of_other}: {body}");
    }
    for id in ["short", "short@v1", "none"] {
        let (status, body) = submitted(&server, &key, id).await;
        assert_eq!(status, 422, "{body}");
        assert_eq!(body["detail"][0]["type"], "unknown_workflow", "{body}");
        assert!(!body.to_string().contains("prefixed"), "{body}");
        let path = format!("/api/v1/comfy/workflows/{id}/runs");
        let request = server.request_with(&key, "POST", &path);
        let response = request.multipart(no_inputs()).send().await.unwrap();
        assert_eq!(response.status(), 422, "{path}");
    }
    run(&server, &key, "join").await;
    assert_eq!(get("/api/v1/comfy/object_info").await.0, 403);
    assert_eq!(get("/api/v1/comfy/health").await.0, 200);
}

#[tokio::test]
async fn it_deploys_and_deletes_only_its_workflows() {
    let server = TestServer::with(1, |options| options).await;
    let key = limited(&server).await;
    let put = async |id: &str| {
        let file = std::fs::read(server.folder.path().join("workflows/join.json")).unwrap();
        let part = reqwest::multipart::Part::bytes(file).file_name("join.json");
        let form = reqwest::multipart::Form::new().part("workflow", part);
        let path = format!("/api/v1/comfy/workflows/{id}");
        let request = server.request_with(&key, "PUT", &path);
        request.multipart(form).send().await.unwrap().status()
    };
    assert_eq!(put("short").await, 403);
    assert_eq!(put("new").await, 403);
    assert_eq!(put("join").await, 200);
    let delete = async |id: &str| {
        let path = format!("/api/v1/comfy/workflows/{id}");
        server.call(&key, "DELETE", &path).await.0
    };
    assert_eq!(delete("short").await, 404);
    server.get("/api/v1/comfy/workflows/short").await;
    assert_eq!(delete("join").await, 200);
}

/// What can be done with a run and its share.
fn operations(run: &str, share: &str) -> [(&'static str, String); 8] {
    let output = format!("/api/v1/runs/output?filename={run}%2Fblurred_00001_.png");
    [
        ("GET", format!("/api/v1/runs/{run}")),
        ("GET", format!("/api/v1/runs/{run}/events")),
        ("GET", output),
        ("POST", format!("/api/v1/runs/{run}/cancel")),
        ("POST", format!("/api/v1/runs/{run}/regenerate")),
        ("POST", format!("/api/v1/runs/{run}/token")),
        ("DELETE", format!("/api/v1/runs/{run}")),
        ("DELETE", format!("/api/v1/comfy/shares/{share}")),
    ]
}

#[tokio::test]
async fn a_later_limit_hides_its_runs_of_other_workflows_everywhere() {
    let server = TestServer::with(1, |options| options).await;
    let key = limited(&server).await;
    edit(&server, json!({ "workflows": null })).await;
    let (own, other) = (
        run(&server, &key, "join").await,
        run(&server, &key, "short").await,
    );
    for id in [&own, &other] {
        server.wait_for_status(id, "completed").await;
    }
    let share = share_with(&server, &key, &json!({ "run_id": other }))
        .await
        .1["data"]["id"]
        .clone();
    let share = share.as_str().unwrap();
    edit(&server, json!({ "workflows": ["join"] })).await;

    let get = async |path: &str| server.call(&key, "GET", path).await;
    for query in ["", "?group_id=g", "?owner=ann"] {
        let (_, list) = get(&format!("/api/v1/runs{query}")).await;
        let data = &list["data"];
        assert_eq!(
            (&data["count"], &data["runs"][0]["_id"]),
            (&json!(1), &json!(own))
        );
    }
    let (_, list) = get("/api/v1/runs?workflow_id=short").await;
    assert_eq!(list["data"]["count"], 0);
    assert_eq!(get(&format!("/api/v1/runs/{own}")).await.0, 200);
    for (method, path) in operations(&other, share) {
        let (status, body) = server.call(&key, method, &path).await;
        assert_eq!(status, 404, "{method} {path}: {body}");
    }
    assert_eq!(
        share_with(&server, &key, &json!({ "run_id": other }))
            .await
            .0,
        404
    );
    assert_eq!(get("/api/v1/comfy/shares").await.1["data"], json!([]));
    for path in [
        "/api/v1/comfy/usage?by=workflow",
        "/api/v1/comfy/monitoring",
    ] {
        let text = get(path).await.1.to_string();
        assert!(
            text.contains("join") && !text.contains("short"),
            "{path}: {text}"
        );
    }
    let (_, removed) = server.call(&key, "DELETE", "/api/v1/runs?group_id=g").await;
    assert_eq!(removed["data"], json!({ "removed": 1, "not_ended": [] }));
    server.detail(&other).await;
}

#[tokio::test]
async fn the_queue_and_the_events_have_only_its_runs() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = TestServer::with(0, |options| options).await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let (_, body) = made(&server, json!({ "name": "ann", "workflows": ["short"] })).await;
    let key = body["data"]["key"].as_str().unwrap().to_owned();
    edit(&server, json!({ "workflows": null })).await;
    let before = run(&server, &key, "slow").await;
    edit(&server, json!({ "workflows": ["short"] })).await;
    let of_first = run(&server, KEY, "short").await;
    let own = run(&server, &key, "short").await;
    server.wait_for_status(&before, "running").await;

    let (_, queue) = server.call(&key, "GET", "/api/v1/comfy/queue").await;
    let text = queue.to_string();
    assert!(text.contains(&own), "{text}");
    assert!(
        !text.contains(&before) && !text.contains(&of_first),
        "{text}"
    );
    let stream = server.request_with(&key, "GET", "/api/v1/events");
    let mut stream = EventStream::new(stream.send().await.unwrap());
    let first = stream.next().await.unwrap();
    assert_eq!(first.data["run_id"], own.as_str());
    assert_eq!(stream.next().await.unwrap().kind, "ready");
    // A stream shows what its key reached when it was opened, so it ends when that changes.
    edit(&server, json!({ "workflows": ["join"] })).await;
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn a_limit_is_checked_when_it_is_made_and_kept() {
    let mut server = TestServer::with(0, |options| options).await;
    for (body, kind) in [
        (json!(["nothing"]), "unknown_workflow"),
        (json!([]), "value_error"),
        (json!("join"), "value_error"),
        (json!([7]), "value_error"),
        (json!(["join@v1"]), "value_error"),
    ] {
        let request = server.request("POST", KEYS);
        let request = request.json(&json!({ "name": "bob", "workflows": body }));
        let errors = field_errors(request.send().await.unwrap()).await;
        let expected = [(json!(["body", "workflows"]), kind.to_owned())];
        assert_eq!(errors, expected, "{body}");
    }
    for right in ["admin", "metrics"] {
        let body = json!({ "name": "bob", "may": [right], "workflows": ["join"] });
        let (status, body) = made(&server, body).await;
        assert_eq!(status, 422, "{body}");
        assert!(body.to_string().contains("concerns all of them"), "{body}");
    }
    let key = limited(&server).await;
    server.restart_without_waiting(&[]).await;
    let (_, own) = server.call(&key, "GET", "/api/v1/comfy/key").await;
    assert_eq!(own["data"]["workflows"], json!(["join"]));
}

#[tokio::test]
async fn the_program_makes_and_lists_limited_keys() {
    let server = TestServer::with(0, |options| options).await;
    let folder = tempfile::tempdir().unwrap();
    let keys = async |arguments: &[&str]| {
        let arguments = [&["keys"], arguments, &["--url", &server.url]].concat();
        flowdeck(folder.path(), &arguments, Some(KEY)).await
    };
    let (succeeded, text) = keys(&["new", "ann", "--workflows", "join, short"]).await;
    assert!(succeeded, "{text}");
    assert!(
        text.contains("It is limited to the workflows join, short."),
        "{text}"
    );
    let (_, text) = keys(&["list"]).await;
    assert!(text.contains("only join, short"), "{text}");
    let (_, text) = keys(&["edit", "ann", "--workflows", "none"]).await;
    assert!(text.contains("no limits"), "{text}");
}
