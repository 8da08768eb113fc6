//! Bodies of submissions: URL-encoded and empty ones, and those that are no forms, break off or are too large.

use proptest::prelude::*;
use serde_json::json;

use crate::common::images::file;
use crate::common::{TestServer, json, texts};

async fn send(server: &TestServer, kind: Option<&str>, body: Vec<u8>) -> reqwest::Response {
    let request = server
        .request("POST", "/api/v1/runs?workflow_id=join")
        .body(body);
    let request = kind.into_iter().fold(request, |request, kind| {
        request.header("Content-Type", kind)
    });
    request.send().await.unwrap()
}

const FORM: &str = "multipart/form-data; boundary=B";

#[tokio::test]
async fn an_incomplete_form_is_an_error_of_the_body() {
    let server = TestServer::start().await;
    for (kind, body) in [
        (None, "title=a"),
        (Some("application/x-www-form-urlencoded"), "=nameless"),
        (Some("application/json"), "{\"title\":\"a\"}"),
        (Some("multipart/form-data"), "--B--"),
        (Some(FORM), ""),
        (Some(FORM), "no boundary at all"),
        (
            Some(FORM),
            "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nbreaks off",
        ),
        (
            Some(FORM),
            "--B\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n--B--\r\n",
        ),
        (Some(FORM), "--B\r\nno header\r\n\r\nx\r\n--B--\r\n"),
    ] {
        let response = send(&server, kind, body.into()).await;
        assert_eq!(response.status(), 422, "{kind:?} {body:?}");
        let detail = json(response).await["detail"].clone();
        assert_eq!(
            detail[0]["loc"],
            json!(["body"]),
            "{kind:?} {body:?} {detail}"
        );
    }
}

#[tokio::test]
async fn without_files_a_form_may_be_url_encoded() {
    let server = TestServer::start().await;
    let kind = Some("application/x-www-form-urlencoded; charset=utf-8");
    let body = "title=a%0D%0Ab+c%26%C3%BC&count=3&note=";
    let response = send(&server, kind, body.into()).await;
    assert_eq!(response.status(), 200);
    let run = json(response).await["data"][0]["run_id"].clone();
    let run = server
        .wait_for_status(run.as_str().unwrap(), "completed")
        .await;
    let expected = json!([
        { "path": "title", "value": "a\nb c&ü" },
        { "path": "count", "value": "3" },
        { "path": "note", "value": "" },
    ]);
    assert_eq!(run["inputs"], expected);
}

#[tokio::test]
async fn an_empty_body_is_a_form_without_fields() {
    let server = TestServer::start().await;
    for kind in [None, Some("application/x-www-form-urlencoded")] {
        let response = send(&server, kind, Vec::new()).await;
        assert_eq!(response.status(), 422);
        let detail = json(response).await["detail"].clone();
        assert_eq!(detail[0]["loc"], json!(["body", "title"]), "{detail}");
    }
}

#[tokio::test]
async fn the_limits_of_texts_hold_for_url_encoded_forms() {
    let server = TestServer::with(1, |mut options| {
        options.max_upload = 40 << 20;
        options
    })
    .await;
    let kind = Some("application/x-www-form-urlencoded");
    let long = format!("title={}", "a".repeat((8 << 20) + 1));
    let many = "a=1&".repeat(1001);
    let large = "a".repeat(25 << 20);
    for (body, loc) in [
        (long, json!(["body", "title"])),
        (many, json!(["body"])),
        (large, json!(["body"])),
    ] {
        let response = send(&server, kind, body.into()).await;
        assert_eq!(response.status(), 422);
        assert_eq!(json(response).await["detail"][0]["loc"], loc);
    }
}

/// A form with one part that has this header `Content-Disposition`.
fn part(disposition: &str, content: &str) -> Vec<u8> {
    let head = format!("--B\r\nContent-Disposition: {disposition}\r\n\r\n");
    format!("{head}{content}\r\n--B--\r\n").into_bytes()
}

#[tokio::test]
async fn a_text_whose_name_looks_like_a_file_is_a_text() {
    let server = TestServer::start().await;
    for (written, name) in [
        ("tail; filename=b", "tail; filename=b"),
        ("a%22; filename=%22b", "a\"; filename=\"b"),
        ("a%0D%0Ab", "a\nb"),
    ] {
        let title = "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHi\r\n";
        let mut body = title.as_bytes().to_vec();
        body.extend(part(&format!("form-data; name=\"{written}\""), "a value"));
        let response = send(&server, Some(FORM), body).await;
        assert_eq!(response.status(), 200, "{written}");
        let id = json(response).await["data"][0]["run_id"].clone();
        let run = server.detail(id.as_str().unwrap()).await;
        let inputs = run["inputs"].as_array().unwrap();
        let found = inputs.iter().find(|input| input["path"] == name);
        assert_eq!(
            found.map(|input| &input["value"]),
            Some(&json!("a value")),
            "{inputs:?}"
        );
    }
}

#[tokio::test]
async fn a_part_with_an_unreadable_name_is_reported() {
    let server = TestServer::start().await;
    for (disposition, message) in [
        (
            "form-data; name=\"\"",
            "part 1 of the form has no field name, or an empty one",
        ),
        (
            "form-data",
            "part 1 of the form has no field name, or an empty one",
        ),
        ("form-data; name=\"a\0b\"", "control characters such as NUL"),
        (
            "form-data; name=\"a\"; filename=\"\u{1}\"",
            "control characters such as NUL",
        ),
    ] {
        let response = send(&server, Some(FORM), part(disposition, "x")).await;
        assert_eq!(response.status(), 422, "{disposition:?}");
        let detail = json(response).await["detail"].clone();
        assert!(
            detail[0]["msg"].as_str().unwrap().ends_with(message),
            "{detail}"
        );
    }
}

#[tokio::test]
async fn a_form_without_parts_lacks_the_required_field() {
    let server = TestServer::start().await;
    let response = send(&server, Some(FORM), b"--B--\r\n".to_vec()).await;
    assert_eq!(
        json(response).await["detail"][0]["loc"],
        json!(["body", "title"])
    );
}

#[tokio::test]
async fn a_text_that_is_not_utf_8_is_an_error_of_its_field() {
    let server = TestServer::start().await;
    let mut body = b"--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n".to_vec();
    body.extend([0xff, 0xfe]);
    body.extend(b"\r\n--B--\r\n");
    let detail = json(send(&server, Some(FORM), body).await).await["detail"].clone();
    assert_eq!(detail[0]["loc"], json!(["body", "title"]));
    assert_eq!(detail.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_text_of_more_than_eight_mebibytes_is_an_error_of_its_field() {
    let server = TestServer::start().await;
    let form = texts(&[("title", "a"), ("tail", &"x".repeat((8 << 20) + 1))]);
    let detail = json(server.submit("join", form).await).await["detail"].clone();
    assert_eq!(
        (&detail[0]["loc"], &detail[0]["type"]),
        (&json!(["body", "tail"]), &json!("string_too_long"))
    );
}

#[tokio::test]
async fn texts_of_more_than_eight_mebibytes_and_long_names_are_rejected_and_not_stored() {
    let server = TestServer::start().await;
    let text = "x".repeat(2 << 20);
    let values: Vec<_> = (0..5).map(|number| format!("f{number}")).collect();
    let values = values.iter().map(|name| (name.as_str(), text.as_str()));
    let many_texts = texts(&values.collect::<Vec<_>>());
    let long_name = texts(&[("title", "a"), (&"n".repeat(1025), "x")]);
    let long_url_encoded = format!("{}=x", "n".repeat(1025));
    let kind = Some("application/x-www-form-urlencoded");
    let start = format!("{}…", "n".repeat(60));
    for (response, name) in [
        (server.submit("join", many_texts).await, "f3"),
        (server.submit("join", long_name).await, start.as_str()),
        (send(&server, kind, long_url_encoded.into()).await, &start),
    ] {
        assert_eq!(response.status(), 422);
        let detail = json(response).await["detail"].clone();
        assert_eq!(detail[0]["loc"], json!(["body", name]), "{detail}");
        assert_eq!(detail[0]["type"], "string_too_long");
    }
    let longest = texts(&[("title", "a"), (&"n".repeat(1024), "x")]);
    assert_eq!(server.submit("join", longest).await.status(), 200);
    assert_eq!(server.get("/api/v1/runs").await["data"]["count"], 1);
}

#[tokio::test]
async fn more_than_a_thousand_parts_are_rejected() {
    let server = TestServer::start().await;
    let form = (0..1001).fold(texts(&[]), |form, number| {
        form.text(format!("f{number}"), "x")
    });
    let detail = json(server.submit("join", form).await).await["detail"].clone();
    assert_eq!(
        (&detail[0]["loc"], &detail[0]["type"]),
        (&json!(["body"]), &json!("too_many"))
    );
}

#[tokio::test]
async fn a_submission_that_is_too_large_is_413_and_leaves_no_files() {
    let server = TestServer::with(1, |mut options| {
        options.max_upload = 1 << 20;
        options
    })
    .await;
    let form = file("photo", "a.png", "image/png", vec![7; 6 << 20]);
    let response = server.submit("invert", form).await;
    assert_eq!(response.status(), 413);
    let body = json(response).await;
    assert!(body["errors"].as_str().unwrap().contains("1 MB"), "{body}");
    let uploads = server.folder.path().join("data/uploads");
    assert_eq!(std::fs::read_dir(uploads).unwrap().count(), 0);
}

#[test]
fn no_body_crashes_the_service() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(TestServer::with(1, |options| options));
    let fragment = prop_oneof![
        Just(b"--B\r\n".to_vec()),
        Just(b"--B--\r\n".to_vec()),
        Just(b"\r\n\r\n".to_vec()),
        Just(b"Content-Disposition: form-data; name=\"title\"".to_vec()),
        Just(b"; filename=\"../x.png\"".to_vec()),
        Just(b"Content-Type: image/png\r\n".to_vec()),
        prop::collection::vec(any::<u8>(), 0..40),
    ];
    let body = prop::collection::vec(fragment, 0..12).prop_map(|fragments| fragments.concat());
    proptest!(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() }, |(body in body)| {
        let status = runtime.block_on(send(&server, Some(FORM), body)).status();
        prop_assert!(matches!(status.as_u16(), 200 | 422), "{}", status);
    });
}

/// The inputs of a run of a form that has these parts.
async fn inputs_of(server: &TestServer, kind: &str, body: Vec<u8>) -> serde_json::Value {
    let response = send(server, Some(kind), body).await;
    let status = response.status();
    let answer = json(response).await;
    assert_eq!(status, 200, "{answer}");
    let id = answer["data"][0]["run_id"].as_str().unwrap().to_owned();
    server.detail(&id).await["inputs"].clone()
}

#[tokio::test]
async fn names_outside_ascii_are_read_as_clients_encode_them() {
    let server = TestServer::start().await;
    for (disposition, path, value) in [
        ("name=\"größe\"", "größe", "x"),
        ("name*=utf-8''gr%C3%B6%C3%9Fe", "größe", "x"),
        ("name=\"=?utf-8?B?Z3LDtsOfZQ==?=\"", "größe", "x"),
        ("name=\"f\"; filename*=utf-8''%E6%B5%B7.png", "f", "海.png"),
        (
            "name=f; filename=\"=?utf-8?B?5rW3LnBuZw==?=\"; filename*=utf-8''%E6%B5%B7.png",
            "f",
            "海.png",
        ),
    ] {
        let mut body = b"--B\r\nContent-Disposition: form-data; name=title\r\n\r\nHi\r\n".to_vec();
        body.extend(part(&format!("form-data; {disposition}"), "x"));
        let inputs = inputs_of(&server, FORM, body).await;
        let expected = json!({ "path": path, "value": value });
        assert_eq!(inputs[1], expected, "{disposition}");
    }
}

#[tokio::test]
async fn every_boundary_of_the_standard_is_read() {
    let server = TestServer::start().await;
    for (written, boundary) in [
        ("----=_Part_1.2", "----=_Part_1.2"),
        ("\"a b:c\"", "a b:c"),
        ("a/b?c", "a/b?c"),
    ] {
        let body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=title\r\n\r\nHi\r\n--{boundary}--\r\n"
        );
        let kind = format!("multipart/form-data; boundary={written}");
        let inputs = inputs_of(&server, &kind, body.into()).await;
        assert_eq!(inputs[0]["value"], "Hi", "{written}");
    }
    let response = send(
        &server,
        Some("multipart/form-data"),
        part("form-data; name=a", "b"),
    )
    .await;
    let error = json(response).await["detail"][0]["msg"].clone();
    assert!(error.as_str().unwrap().contains("no boundary"), "{error}");
}

#[tokio::test]
async fn a_compressed_body_is_refused_with_the_reason() {
    let server = TestServer::start().await;
    for (method, path) in [
        ("POST", "/api/v1/runs?workflow_id=join"),
        ("PUT", "/api/v1/comfy/workflows/new"),
        ("POST", "/api/v1/comfy/keys"),
        ("POST", "/api/v1/comfy/engines"),
    ] {
        let request = server
            .request(method, path)
            .header("Content-Encoding", "gzip");
        let request = request
            .header("Content-Type", FORM)
            .body(vec![0x1f, 0x8b, 8, 0]);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 415, "{method} {path}");
        let error = json(response).await["errors"].to_string();
        assert!(
            error.contains("compressed (Content-Encoding: gzip)"),
            "{error}"
        );
    }
    let request = server.request("POST", "/api/v1/runs?workflow_id=join");
    let request = request
        .header("Content-Encoding", "identity")
        .header("Content-Type", FORM);
    let response = request
        .body(part("form-data; name=title", "Hi"))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
}

#[tokio::test]
async fn the_longest_texts_go_through_the_engine_and_back() {
    let server = TestServer::start().await;
    let echo = serde_json::json!({
        "1": { "class_type": "InputText", "inputs": { "name": "text" } },
        "2": { "class_type": "PreviewAny", "inputs": { "source": ["1", 0] } },
    });
    let file = server.folder.path().join("workflows/echo.json");
    std::fs::write(file, echo.to_string()).unwrap();
    let text = "x".repeat((8 << 20) - 4096);
    let run = server.run("echo", texts(&[("text", &text)])).await;
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(detail["outputs"].as_array().map(Vec::len), Some(1));
}
