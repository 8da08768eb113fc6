//! `GET /openapi.json`, and the address that it has for the runs of each workflow.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use crate::common::{self, KEY, TestServer, images, texts};

const OF_JOIN: &str = "/api/v1/comfy/workflows/join/runs";

/// Every operation: its method, its path, and what the document says.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let mut all = Vec::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            if method != "parameters" {
                all.push((method.as_str(), path.as_str(), operation));
            }
        }
    }
    all
}

/// What a reference leads to, or the value itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => {
            let found = document.pointer(reference.strip_prefix('#').unwrap());
            found.unwrap_or_else(|| panic!("{reference} leads nowhere"))
        }
        None => value,
    }
}

#[tokio::test]
async fn each_workflow_has_an_operation_with_its_own_fields() {
    let server = TestServer::start().await;
    let document = server.get("/openapi.json").await;
    let run = &document["paths"][OF_JOIN]["post"];
    assert_eq!(run["operationId"], "runJoin");
    assert_eq!(run["x-workflow-id"], "join");
    assert_eq!(run["security"], json!([{ "apiKey": ["run"] }]));
    let schema = &run["requestBody"]["content"]["multipart/form-data"]["schema"];
    assert_eq!(schema["$ref"], "#/components/schemas/JoinInputs");
    let form = resolved(&document, schema);
    let fields: Vec<_> = form["properties"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["title", "tail", "count", "loud", "tone"]);
    let count = &form["properties"]["count"];
    assert_eq!(
        (&count["minimum"], &count["maximum"], &count["default"]),
        (&json!(1), &json!(9), &json!(3))
    );
    assert_eq!(form["required"], json!(["title"]));
}

#[tokio::test]
async fn runs_start_at_the_address_of_their_workflow() {
    let server = TestServer::start().await;
    let submit = |path: &str| server.request("POST", path);
    let form = texts(&[("title", "a"), ("tail", "b")]);
    let path = format!("{OF_JOIN}?group_id=mine&workflow_id=invert");
    let response = submit(&path).multipart(form).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let entry = common::json(response).await["data"][0].clone();
    assert_eq!(entry["workflow_id"], "join");
    let run = entry["run_id"].as_str().unwrap();
    let detail = server.wait_for_status(run, "completed").await;
    assert_eq!(detail["group_id"], "mine");

    let picture = images::png(&images::gradient());
    let file = images::file("photo", "a.png", "image/png", picture);
    let path = "/api/v1/comfy/workflows/invert@v1/runs";
    let response = submit(path).multipart(file).send().await.unwrap();
    assert_eq!(response.status(), 200);

    for (path, form, status) in [
        (OF_JOIN, texts(&[("count", "10")]), 422),
        ("/api/v1/comfy/workflows/none/runs", texts(&[]), 422),
    ] {
        let response = submit(path).multipart(form).send().await.unwrap();
        assert_eq!(response.status(), status, "{path}");
    }
    let without_key = server.client.post(format!("{}{OF_JOIN}", server.url));
    assert_eq!(without_key.send().await.unwrap().status(), 401);
    let reading = server.request("GET", OF_JOIN).send().await.unwrap();
    assert_eq!(reading.status(), 405);
}

#[tokio::test]
async fn ids_of_any_form_have_addresses_and_names_of_their_own() {
    let server = TestServer::start().await;
    let folder = server.folder.path().join("workflows");
    let join = fs::read(folder.join("join.json")).unwrap();
    for id in ["a b", "a-b", "Größe {1}"] {
        fs::write(folder.join(format!("{id}.json")), &join).unwrap();
    }
    let document = server.get("/openapi.json").await;
    let ids: BTreeSet<_> = operations(&document)
        .iter()
        .map(|(_, _, operation)| operation["operationId"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), operations(&document).len());
    assert!(ids.contains("runAB"), "{ids:?}");
    let suffixed = ids.iter().filter(|id| id.len() == "runAB".len() + 8);
    assert!(
        suffixed.filter(|id| id.starts_with("runAB")).count() == 1,
        "{ids:?}"
    );
    let path = "/api/v1/comfy/workflows/Gr%C3%B6%C3%9Fe%20%7B1%7D/runs";
    assert_eq!(
        document["paths"][path]["post"]["x-workflow-id"],
        "Größe {1}"
    );
    let form = texts(&[("title", "a")]);
    let response = server.request("POST", path).multipart(form);
    assert_eq!(response.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn the_names_of_a_workflow_stay_when_others_are_deployed() {
    let server = TestServer::start().await;
    let folder = server.folder.path().join("workflows");
    let join = fs::read(folder.join("join.json")).unwrap();
    let mut known: Vec<(String, String)> = Vec::new();
    for id in ["quote-card", "quote card", "quote_card", "a"] {
        fs::write(folder.join(format!("{id}.json")), &join).unwrap();
        let document = server.get("/openapi.json").await;
        let now: Vec<(String, String)> = operations(&document)
            .iter()
            .filter_map(|(.., operation)| {
                let text = |name: &str| operation[name].as_str().map(str::to_owned);
                text("x-workflow-id").zip(text("operationId"))
            })
            .collect();
        assert!(
            known.iter().all(|before| now.contains(before)),
            "{known:?} {now:?}"
        );
        known = now;
    }
    let quote_card = ("quote-card".to_owned(), "runQuoteCard".to_owned());
    assert!(known.contains(&quote_card), "{known:?}");
}

#[tokio::test]
async fn the_document_has_the_address_that_its_reader_used_and_describes_itself() {
    let server = TestServer::start().await;
    let document = server.get("/openapi.json").await;
    assert_eq!(document["servers"], json!([{ "url": server.url }]));
    let proxied = server.request("GET", "/openapi.json");
    let proxied = proxied.header("X-Forwarded-For", "192.0.2.1").send().await;
    let proxied = common::json(proxied.unwrap()).await;
    assert_eq!(proxied["servers"], json!([{ "url": "/" }]));
    let answer = |path: &str| &document["paths"][path]["get"]["responses"]["200"]["content"];
    let own = &answer("/openapi.json")["application/json"]["schema"];
    assert_eq!(own["required"], json!(["openapi", "info", "paths"]));
    assert!(answer("/llms.txt")["text/plain"].is_object());
    let security = &document["paths"]["/llms.txt"]["get"]["security"];
    assert_eq!(security, &json!([{ "apiKey": ["read"] }, {}]));
}

#[tokio::test]
async fn every_operation_states_its_group_its_right_and_its_errors() {
    let server = TestServer::start().await;
    let document = server.get("/openapi.json").await;
    let groups = document["tags"].as_array().unwrap();
    let groups: BTreeSet<_> = groups
        .iter()
        .map(|tag| tag["name"].as_str().unwrap())
        .collect();
    assert!(!groups.contains("Other"), "{groups:?}");
    for (method, path, operation) in operations(&document) {
        let what = format!("{method} {path}");
        let group = operation["tags"][0].as_str().unwrap();
        assert!(groups.contains(group), "{what} is in the group {group}");
        let summary = operation["summary"].as_str().unwrap();
        assert!(summary.starts_with(char::is_uppercase), "{what}: {summary}");
        let description = operation["description"].as_str().unwrap();
        assert!(description.contains("Needs "), "{what}: {description}");
        let responses = operation["responses"].as_object().unwrap();
        for status in ["401", "403", "429", "500", "503"] {
            assert!(responses.contains_key(status), "{what} has no {status}");
        }
        for (status, response) in responses
            .iter()
            .filter(|(status, _)| *status >= &"400".to_owned())
        {
            let response = resolved(&document, response);
            let examples = &response["content"]["application/json"]["examples"];
            assert!(examples.is_object(), "{what} has no example of {status}");
        }
    }
}

/// A path with something that does not exist in place of each ID.
fn filled(path: &str) -> String {
    let parts = path.split('/').map(|part| match part {
        "{page}" => "none.md",
        part if part.starts_with('{') => "none",
        part => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn operations_answer_with_the_statuses_that_they_state() {
    let server = TestServer::with(1, |options| options).await;
    let document = server.get("/openapi.json").await;
    for (method, path, operation) in operations(&document) {
        let called = server.request(&method.to_uppercase(), &filled(path));
        // Without its body, since a stream has no end.
        let status = called.send().await.unwrap().status();
        assert!(
            operation["responses"][status.as_str()].is_object(),
            "{method} {path} answers with {status}"
        );
    }
}

#[tokio::test]
async fn the_examples_of_errors_are_what_the_service_answers() {
    let server = TestServer::start().await;
    let document = server.get("/openapi.json").await;
    let example = |response: &str, name: &str| {
        let response = &document["components"]["responses"][response];
        response["content"]["application/json"]["examples"][name]["value"].clone()
    };
    let without_key = server.client.get(format!("{}/openapi.json", server.url));
    let answer = common::json(without_key.send().await.unwrap()).await;
    assert_eq!(answer, example("NoKey", "noKey"));
    let wrong = server.request_with("wrong-key-0123456789", "GET", "/openapi.json");
    let answer = common::json(wrong.send().await.unwrap()).await;
    assert_eq!(answer, example("NoRight_read", "wrongKey"));
    let made = server.request("POST", "/api/v1/comfy/keys");
    let made = made.json(&json!({ "name": "reader", "may": ["read"] }));
    let made = common::json(made.send().await.unwrap()).await;
    let reader = made["data"]["key"].as_str().unwrap();
    let refused = server.request_with(reader, "POST", OF_JOIN);
    let answer = common::json(refused.send().await.unwrap()).await;
    assert_eq!(answer, example("NoRight_run", "noRight"));
}

#[tokio::test]
async fn a_run_has_the_members_that_the_document_describes() {
    let server = TestServer::start().await;
    let document = server.get("/openapi.json").await;
    let described = &document["components"]["schemas"]["Run"];
    let run = server.run("join", texts(&[("title", "a")])).await;
    let detail = server.wait_for_status(&run, "completed").await;
    for name in detail.as_object().unwrap().keys() {
        assert!(described["properties"][name].is_object(), "{name}");
    }
    for name in described["required"].as_array().unwrap() {
        assert!(!detail[name.as_str().unwrap()].is_null(), "{name}");
    }
}

#[tokio::test]
async fn the_document_is_compressed_if_the_caller_accepts_it() {
    let server = TestServer::start().await;
    let compressed = server.request_with(KEY, "GET", "/openapi.json");
    let compressed = compressed
        .header("accept-encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    assert_eq!(compressed.headers()["vary"], "accept-encoding");
}
