//! Texts in other charsets than UTF-8. Those of submissions are decoded if the charset is stated, and refused otherwise;
//! those of files are read as Windows-1252, with a note.

use std::fs;

use serde_json::json;

use super::program;
use crate::common::{KEY, TestServer, json};

const FORM: &str = "multipart/form-data; boundary=B";

async fn send(server: &TestServer, kind: &str, body: &[u8]) -> reqwest::Response {
    let request = server.request("POST", "/api/v1/runs?workflow_id=join");
    let request = request.header("Content-Type", kind).body(body.to_vec());
    request.send().await.unwrap()
}

/// The answer to a submission: the value of its title, or the error of a field and its place.
async fn title_of(
    server: &TestServer,
    kind: &str,
    body: &[u8],
) -> Result<String, (String, String)> {
    let answer = json(send(server, kind, body).await).await;
    if let Some(error) = answer["detail"].get(0) {
        let msg = error["msg"].as_str().unwrap().to_owned();
        assert_eq!(answer["detail"].as_array().unwrap().len(), 1, "{answer}");
        return Err((error["loc"].to_string(), msg));
    }
    let id = answer["data"][0]["run_id"].as_str().unwrap();
    let inputs = server.detail(id).await["inputs"].clone();
    Ok(inputs[0]["value"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn url_encoded_texts_are_decoded_by_their_charset_or_refused() {
    let server = TestServer::start().await;
    let plain = "application/x-www-form-urlencoded";
    for (charset, body) in [
        ("iso-8859-1", &b"title=gr%F6%DFe"[..]),
        ("\"ISO-8859-1\"", b"title=gr\xf6\xdfe"),
        ("windows-1252", b"title=gr\xf6\xdfe"),
        ("utf-8", "title=größe".as_bytes()),
    ] {
        let kind = format!("{plain}; charset={charset}");
        let title = title_of(&server, &kind, body).await;
        assert_eq!(title.as_deref(), Ok("größe"), "{charset}");
    }
    for body in [&b"title=gr%F6%DFe"[..], b"title=gr\xf6\xdfe"] {
        for kind in [plain.to_owned(), format!("{plain}; charset=utf-8")] {
            let (loc, msg) = title_of(&server, &kind, body).await.unwrap_err();
            assert_eq!(loc, r#"["body","title"]"#);
            assert!(
                msg.contains("not UTF-8") && msg.contains("ISO-8859-1"),
                "{msg}"
            );
        }
    }
    let kind = format!("{plain}; charset=klingon");
    let (_, msg) = title_of(&server, &kind, b"title=a").await.unwrap_err();
    assert!(msg.contains("unknown charset “klingon”"), "{msg}");
}

#[tokio::test]
async fn texts_of_parts_are_decoded_by_their_charset_or_refused() {
    let server = TestServer::start().await;
    let title = |kind: &str, text: &[u8]| {
        let head = format!("--B\r\nContent-Disposition: form-data; name=title{kind}\r\n\r\n");
        [head.as_bytes(), text, b"\r\n--B--\r\n"].concat()
    };
    let latin_1 = "\r\nContent-Type: text/plain; charset=ISO-8859-1";
    let of_form = format!("{FORM}; charset=iso-8859-1");
    for (form, part) in [(FORM, latin_1), (&of_form, "")] {
        let read = title_of(&server, form, &title(part, b"gr\xf6\xdfe")).await;
        assert_eq!(read.as_deref(), Ok("größe"), "{form} {part}");
    }
    for part in ["", "\r\nContent-Type: text/plain"] {
        let read = title_of(&server, FORM, &title(part, b"gr\xf6\xdfe")).await;
        let (loc, msg) = read.unwrap_err();
        assert_eq!(loc, r#"["body","title"]"#);
        assert!(
            msg.contains("not UTF-8") && msg.contains("ISO-8859-1"),
            "{msg}"
        );
    }
}

#[tokio::test]
async fn names_of_parts_are_decoded_by_the_charset_of_the_form() {
    let server = TestServer::start().await;
    let mut body = b"--B\r\nContent-Disposition: form-data; name=title\r\n\r\nHi\r\n".to_vec();
    body.extend(
        b"--B\r\nContent-Disposition: form-data; name=\"gr\xf6\xdfe\"\r\n\r\nx\r\n--B--\r\n",
    );
    let accepted = send(&server, &format!("{FORM}; charset=latin1"), &body).await;
    let id = json(accepted).await["data"][0]["run_id"].clone();
    let run = server.detail(id.as_str().unwrap()).await;
    assert_eq!(run["inputs"][1]["path"], "größe");
    let response = send(&server, FORM, &body).await;
    assert_eq!(response.status(), 422);
    let msg = json(response).await["detail"][0]["msg"].clone();
    assert!(msg.as_str().unwrap().contains("not UTF-8"), "{msg}");
}

#[tokio::test]
async fn a_query_that_is_not_utf_8_is_refused() {
    let server = TestServer::start().await;
    for path in [
        "/api/v1/runs?workflow_id=join&group_id=gr%F6%DFe",
        "/api/v1/runs?group_id=gr%F6%DFe",
    ] {
        let method = if path.contains("workflow") {
            "POST"
        } else {
            "GET"
        };
        let response = server.request(method, path).send().await.unwrap();
        assert_eq!(response.status(), 422, "{path}");
        let detail = json(response).await["detail"][0].clone();
        assert_eq!(detail["loc"], json!(["query", "group_id"]));
        assert!(
            detail["msg"].as_str().unwrap().contains("not UTF-8"),
            "{detail}"
        );
    }
}

/// A text in Windows-1252 whose letters outside ASCII are among the first 256.
fn windows_1252(text: &str) -> Vec<u8> {
    text.chars().map(|letter| letter as u8).collect()
}

#[tokio::test]
async fn a_workflow_file_in_windows_1252_is_read_with_a_note() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let workflow = json!({
        "1": { "class_type": "EmptyImage", "_meta": { "title": "Grün" },
            "inputs": { "width": 64, "height": 64, "batch_size": 1, "color": 0 } },
        "2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "x" } },
    });
    let field = json!({ "node": "1", "input": "width", "name": "größe" });
    let exposure = json!({ "flowdeck": 1, "title": "Größe", "fields": [field] });
    for (name, document) in [("a.json", workflow), ("a.form.json", exposure)] {
        let document = windows_1252(&document.to_string());
        fs::write(folder.path().join(name), document).unwrap();
    }
    let run = async |arguments: &[&str]| {
        let (succeeded, text) = program::flowdeck(folder.path(), arguments, Some(KEY)).await;
        assert!(succeeded, "{text}");
        text
    };
    let engine = server.addresses[0].as_str();
    let checked = run(&["check", "a.json", "--engine", engine]).await;
    assert!(checked.starts_with("input   größe (number"), "{checked}");
    let deployed = run(&["deploy", "a.json", "--url", &server.url]).await;
    for text in [&checked, &deployed] {
        for file in ["the file", "the saved exposure"] {
            let note = format!("note: {file} is not UTF-8 and was read as Windows-1252");
            assert!(text.contains(&note), "{text}");
        }
        assert!(!text.contains("warning"), "{text}");
    }
    let listed = server.get("/api/v1/comfy/workflows/a").await["data"].clone();
    assert_eq!(listed["name"], "Größe");
    assert_eq!(listed["problems"], json!([]));
    assert_eq!(listed["warnings"][0]["code"], "windows_1252");
    assert_eq!(listed["warnings"][1]["code"], "exposure_windows_1252");
}
