//! `POST /api/v1/runs`: accepted runs, and the errors of others.

use std::fs;

use serde_json::json;

use crate::common::fake_engine::FakeEngine;
use crate::common::{TestServer, eventually, field_errors, json, no_inputs, texts};

#[tokio::test]
async fn an_accepted_run_is_answered_in_the_contract_s_shape() {
    let server = TestServer::start().await;
    let response = server.submit("join", texts(&[("title", "a")])).await;
    assert_eq!(response.status(), 200);
    let body = json(response).await;
    let id = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    let expected = json!({ "status": "success", "data": [{ "run_id": id, "workflow_id": "join", "version": 1 }], "errors": null, "meta": null });
    assert_eq!(body, expected);
    assert_eq!(server.detail(&id).await["group_id"], "g");
}

#[tokio::test]
async fn a_misspelled_field_comes_back_with_the_one_that_was_meant() {
    let server = TestServer::start().await;
    let values = texts(&[
        ("title", "a"),
        ("cuont", "3"),
        ("zzz", "1"),
        ("group_id", "g"),
    ]);
    let body = json(server.submit("join", values).await).await;
    let unknown = json!([{ "name": "cuont", "similar": "count" }, { "name": "zzz" }]);
    assert_eq!(body["meta"], json!({ "unknown_fields": unknown }));
    let id = body["data"][0]["run_id"].as_str().unwrap();
    let detail = server.wait_for_status(id, "completed").await;
    assert_eq!(
        detail["inputs"][1],
        json!({ "path": "cuont", "value": "3" })
    );
    let again = json(
        server
            .request("POST", &format!("/api/v1/runs/{id}/regenerate"))
            .send()
            .await
            .unwrap(),
    )
    .await;
    assert_eq!(again["meta"], body["meta"]);
}

#[tokio::test]
async fn strict_submissions_are_refused_at_unknown_fields_and_at_others() {
    let server = TestServer::start().await;
    let submit = |query: &str, values: &[(&str, &str)]| {
        let path = format!("/api/v1/runs?workflow_id=join&{query}");
        server
            .request("POST", &path)
            .multipart(texts(values))
            .send()
    };
    let values = [("title", "a"), ("cuont", "3"), ("loud", "perhaps")];
    let refused = field_errors(submit("strict=true", &values).await.unwrap()).await;
    let unknown = (json!(["body", "cuont"]), "extra_forbidden".to_owned());
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(refused.contains(&unknown), "{refused:?}");
    for query in ["strict=false", "strict="] {
        let accepted = submit(query, &values[..2]).await.unwrap();
        assert_eq!(accepted.status(), 200, "{query}");
    }
    let known = submit("strict=true", &values[..1]).await.unwrap();
    assert_eq!(known.status(), 200);
    let other = field_errors(submit("strict=perhaps", &values[..1]).await.unwrap()).await;
    assert_eq!(
        other,
        [(json!(["query", "strict"]), "bool_parsing".to_owned())]
    );
}

#[tokio::test]
async fn each_error_is_assigned_to_its_field() {
    let server = TestServer::start().await;
    for (values, field, kind) in [
        (vec![("note", "x")], "title", "missing"),
        (vec![("title", "")], "title", "missing"),
        (
            vec![("title", "a title that is too long")],
            "title",
            "string_too_long",
        ),
        (vec![("title", "a"), ("title", "b")], "title", "too_many"),
        (
            vec![("title", "a"), ("count", "many")],
            "count",
            "int_parsing",
        ),
        (
            vec![("title", "a"), ("count", "2.5")],
            "count",
            "int_parsing",
        ),
        (
            vec![("title", "a"), ("count", "10")],
            "count",
            "less_than_equal",
        ),
        (
            vec![("title", "a"), ("count", "0")],
            "count",
            "greater_than_equal",
        ),
        (
            vec![("title", "a"), ("loud", "perhaps")],
            "loud",
            "bool_parsing",
        ),
        (vec![("title", "a"), ("tone", "blue")], "tone", "enum"),
    ] {
        let errors = field_errors(server.submit("join", texts(&values)).await).await;
        assert_eq!(
            errors,
            [(json!(["body", field]), kind.to_owned())],
            "{values:?}"
        );
    }
    let all = field_errors(
        server
            .submit("join", texts(&[("count", "x"), ("tone", "blue")]))
            .await,
    )
    .await;
    assert_eq!(all.len(), 3, "{all:?}");
}

#[tokio::test]
async fn a_missing_or_unknown_workflow_is_an_error_of_the_query() {
    let server = TestServer::start().await;
    let missing = server
        .request("POST", "/api/v1/runs")
        .multipart(texts(&[]))
        .send()
        .await
        .unwrap();
    assert_eq!(
        field_errors(missing).await,
        [(json!(["query", "workflow_id"]), "missing".to_owned())]
    );
    for (id, advice) in [
        ("Invrt", "similar ones: invert"),
        ("poster", "list the workflows to see their IDs"),
    ] {
        let unknown = server.submit(id, texts(&[])).await;
        assert_eq!(unknown.status(), 422);
        let item = json(unknown).await["detail"][0].clone();
        assert_eq!(item["loc"], json!(["query", "workflow_id"]));
        let expected = format!("there is no workflow “{id}”; {advice}");
        assert_eq!(item["msg"], expected);
    }
}

#[tokio::test]
async fn a_workflow_that_cannot_run_reports_its_problems() {
    let server = TestServer::start().await;
    fs::write(
        server.folder.path().join("workflows/bad.json"),
        r#"{"1":{"class_type":"InputText","inputs":{}}}"#,
    )
    .unwrap();
    let response = server.submit("bad", texts(&[])).await;
    assert_eq!(response.status(), 409);
    let errors = json(response).await["errors"].as_str().unwrap().to_owned();
    assert!(errors.contains("has no output"), "{errors}");
}

#[tokio::test]
async fn additional_fields_are_accepted_and_recorded() {
    let server = TestServer::start().await;
    let form = texts(&[("title", "a"), ("note", "kept")]).part(
        "more",
        reqwest::multipart::Part::bytes(vec![1, 2]).file_name("b.bin"),
    );
    let run = server.run("join", form).await;
    let inputs = server.wait_for_status(&run, "completed").await["inputs"].clone();
    let expected = json!([
        { "path": "title", "value": "a" },
        { "path": "note", "value": "kept" },
        { "path": "more", "value": "b.bin" },
    ]);
    assert_eq!(inputs, expected);
}

#[tokio::test]
async fn a_query_with_two_workflow_ids_is_accepted() {
    let server = TestServer::start().await;
    let path = "/api/v1/runs?workflow_id=nothing&workflow_id=join";
    let request = server
        .request("POST", path)
        .multipart(texts(&[("title", "a")]));
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_submission_that_is_repeated_with_its_key_starts_one_run() {
    let server = TestServer::start().await;
    let submit = async |key: &str| {
        let path = "/api/v1/runs?workflow_id=join&group_id=g";
        let request = server.request("POST", path).header("Idempotency-Key", key);
        let form = texts(&[("title", "a")]);
        request.multipart(form).send().await.unwrap()
    };
    let first = json(submit("one").await).await;
    let repeated = json(submit("one").await).await;
    assert_eq!(first["data"], repeated["data"]);
    let id = first["data"][0]["run_id"].as_str().unwrap().to_owned();
    server.wait_for_status(&id, "completed").await;
    assert_eq!(json(submit("one").await).await["data"], first["data"]);
    assert_ne!(json(submit("two").await).await["data"], first["data"]);
    let runs = server.get("/api/v1/runs").await["data"]["count"].clone();
    assert_eq!(runs, 2);
    for key in ["", "with space", &"k".repeat(256)] {
        let response = submit(key).await;
        assert_eq!(response.status(), 422, "{key}");
        let loc = json(response).await["detail"][0]["loc"].clone();
        assert_eq!(loc, serde_json::json!(["header", "Idempotency-Key"]));
    }
}

#[tokio::test]
async fn an_idempotency_key_of_another_workflow_or_version_is_refused() {
    let server = TestServer::start().await;
    let submit = async |workflow: &str, value: &str| {
        let path = format!("/api/v1/runs?workflow_id={workflow}");
        let request = server.request("POST", &path).header("Idempotency-Key", "k");
        request
            .multipart(texts(&[("title", value)]))
            .send()
            .await
            .unwrap()
    };
    let first = json(submit("join", "a").await).await["data"].clone();
    for workflow in ["join", "join@v1"] {
        assert_eq!(json(submit(workflow, "a").await).await["data"], first);
    }
    for other in ["short", "join@v2", "gone"] {
        let response = submit(other, "a").await;
        assert_eq!(response.status(), 422, "{other}");
        let item = json(response).await["detail"][0].clone();
        assert_eq!(item["loc"], json!(["header", "Idempotency-Key"]));
        let msg = item["msg"].as_str().unwrap();
        assert!(msg.contains("the workflow “join”, version 1"), "{msg}");
    }
}

#[tokio::test]
async fn a_repeated_submission_is_answered_although_the_queue_is_full() {
    let engine = FakeEngine::start().await;
    engine.hold();
    let mut server = TestServer::with(0, |mut options| {
        options.rules.depth = 1;
        options.rules.queue_limit = 1;
        options
    })
    .await;
    server.restart(std::slice::from_ref(&engine.address)).await;
    let submit = async |key: &str| {
        let path = "/api/v1/runs?workflow_id=short";
        let request = server.request("POST", path).header("Idempotency-Key", key);
        request.multipart(no_inputs()).send().await.unwrap()
    };
    json(submit("one").await).await;
    let is_running = async || (engine.running() == 1).then_some(());
    eventually("the first run is running", is_running).await;
    let waiting = json(submit("two").await).await;
    assert_eq!(submit("three").await.status(), 429);
    assert_eq!(json(submit("two").await).await["data"], waiting["data"]);
}

#[tokio::test]
async fn a_run_has_the_priority_it_was_submitted_with() {
    let server = TestServer::start().await;
    let submit = async |priority: &str| {
        let path = format!("/api/v1/runs?workflow_id=join&priority={priority}");
        let form = texts(&[("title", "a")]);
        server
            .request("POST", &path)
            .multipart(form)
            .send()
            .await
            .unwrap()
    };
    for (given, expected) in [("low", "low"), ("high", "high"), ("", "normal")] {
        let body = json(submit(given).await).await;
        let id = body["data"][0]["run_id"].as_str().unwrap().to_owned();
        assert_eq!(server.detail(&id).await["priority"], expected);
    }
    let response = submit("urgent").await;
    assert_eq!(response.status(), 422);
    let loc = json(response).await["detail"][0]["loc"].clone();
    assert_eq!(loc, serde_json::json!(["query", "priority"]));
}
