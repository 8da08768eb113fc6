//! `/llms.txt` and the Markdown page of each workflow.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{self, KEY, TestServer};

async fn text(server: &TestServer, key: Option<&str>, path: &str) -> (u16, String) {
    let request = match key {
        Some(key) => server.request_with(key, "GET", path),
        None => server.client.get(format!("{}{path}", server.url)),
    };
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

async fn made(server: &TestServer, right: &str) -> String {
    let made = server.request("POST", "/api/v1/comfy/keys");
    let made = made.json(&json!({ "name": right, "may": [right] }));
    let made = common::json(made.send().await.unwrap()).await;
    made["data"]["key"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn without_a_key_the_index_describes_the_api_alone() {
    let server = TestServer::start().await;
    let (status, index) = text(&server, None, "/llms.txt").await;
    assert_eq!(status, 200);
    assert!(index.starts_with("# flowdeck\n\n> "), "{index}");
    assert!(index.contains("- `POST /api/v1/runs` (run): Run a workflow by its ID\n"));
    assert!(index.contains("`POST /api/v1/comfy/workflows/{workflow_id}/runs` (run)"));
    assert!(index.contains("(first key)") && index.contains("(any key)"));
    assert!(index.contains("$FLOWDECK_API_KEY") && !index.contains(KEY));
    assert!(!index.contains("join") && !index.contains("## Workflows"));
}

#[tokio::test]
async fn with_a_key_that_may_read_the_index_links_to_each_workflow() {
    let server = TestServer::start().await;
    let reader = made(&server, "read").await;
    let (status, index) = text(&server, Some(&reader), "/llms.txt").await;
    assert_eq!(status, 200);
    assert!(index.contains("## Workflows\n\n- [Invert](llms/invert.md)\n- [Join](llms/join.md)\n"));
    for path in ["/llms.txt", "/llms/join.md"] {
        let runner = made(&server, "run").await;
        assert_eq!(text(&server, Some(&runner), path).await.0, 403);
        let delete = server.request("DELETE", "/api/v1/comfy/keys/run");
        assert_eq!(delete.send().await.unwrap().status(), 200);
        assert_eq!(
            text(&server, Some("wrong-key-0123456789"), path).await.0,
            403
        );
    }
    assert_eq!(text(&server, None, "/llms/join.md").await.0, 401);
}

#[tokio::test]
async fn answers_are_not_shared_between_keys() {
    let server = TestServer::start().await;
    for (path, kind) in [
        ("/llms.txt", "text/plain"),
        ("/llms/join.md", "text/markdown"),
    ] {
        let response = server.request("GET", path).send().await.unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("vary"), "X-API-KEY", "{path}");
        assert_eq!(header("cache-control"), "private, no-cache", "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("content-type"), format!("{kind}; charset=utf-8"));
    }
}

#[tokio::test]
async fn a_page_has_the_fields_of_its_workflow_and_their_bounds() {
    let server = TestServer::start().await;
    let (status, page) = text(&server, Some(KEY), "/llms/join.md").await;
    assert_eq!(status, 200);
    assert!(
        page.starts_with("# Join\n\nWorkflow ID: `join`, version 1.\n"),
        "{page}"
    );
    for line in [
        "| `title` | text of at most 20 characters | yes |  |  |",
        "| `count` | whole number from 1 to 9 | no | `3` |  |",
        "| `loud` | `true` or `false` | no | `false` |  |",
        "| `tone` | one of `warm`, `cold` | no | `warm` |  |",
    ] {
        assert!(page.contains(line), "{line} is not in {page}");
    }
    let (_, page) = text(&server, Some(KEY), "/llms/join%40v1.md").await;
    assert!(
        page.contains("/api/v1/comfy/workflows/join%40v1/runs"),
        "{page}"
    );
    for path in ["/llms/none.md", "/llms/join", "/llms/join@v9.md"] {
        assert_eq!(text(&server, Some(KEY), path).await.0, 404, "{path}");
    }
}

/// The first block of code in a page.
fn example_call(page: &str) -> &str {
    let (_, rest) = page.split_once("```sh\n").unwrap();
    rest.split_once("\n```").unwrap().0
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_example_call_starts_a_run() {
    let server = TestServer::start().await;
    let folder = server.folder.path().join("workflows");
    let hostile = json!({
        "1": { "class_type": "InputText", "inputs": { "name": "it's $(touch ran)", "default": "a'; touch ran; `touch ran`", "required": true } },
        "2": { "class_type": "SaveText", "inputs": { "text": ["1", 0], "filename_prefix": "a" } },
    });
    fs::write(folder.join("it's.json"), hostile.to_string()).unwrap();
    let at = server.folder.path();
    fs::write(
        at.join("picture.png"),
        common::images::png(&common::images::gradient()),
    )
    .unwrap();
    for page in [
        "/llms/join.md",
        "/llms/invert.md",
        "/llms/short.md",
        "/llms/it's.md",
    ] {
        let (status, page) = text(&server, Some(KEY), page).await;
        assert_eq!(status, 200, "{page}");
        let mut shell = Command::new("sh");
        let shell = shell.arg("-c").arg(example_call(&page)).current_dir(at);
        let shell = shell.env("FLOWDECK_API_KEY", KEY).env("NO_PROXY", "*");
        let called = shell.output().unwrap();
        let answer: Value = serde_json::from_slice(&called.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&called.stderr)));
        assert_eq!(answer["status"], "success", "{page}");
    }
    assert!(!at.join("ran").exists());
}

#[tokio::test]
async fn hostile_names_and_texts_stay_texts() {
    let server = TestServer::start().await;
    let folder = server.folder.path().join("workflows");
    let workflow = json!({
        "1": { "class_type": "InputText", "inputs": { "name": "a|b`c", "default": "```\n# x" }, "_meta": { "title": "<script>alert(1)</script>\n# Other" } },
        "2": { "class_type": "SaveText", "inputs": { "text": ["1", 0], "filename_prefix": "a" } },
    });
    let name = "[x](javascript) b";
    fs::write(folder.join(format!("{name}.json")), workflow.to_string()).unwrap();
    let (_, index) = text(&server, Some(KEY), "/llms.txt").await;
    let escaped = r"- [\[x\](javascript) b](llms/%5Bx%5D%28javascript%29%20b.md)";
    assert!(index.contains(escaped), "{index}");
    let path = "/llms/%5Bx%5D%28javascript%29%20b.md";
    let (status, page) = text(&server, Some(KEY), path).await;
    assert_eq!(status, 200);
    assert!(
        page.contains(r"\<script\>alert(1)\</script\> \# Other."),
        "{page}"
    );
    assert!(page.contains(r"| a\|b\`c | text |"), "{page}");
    let headings: Vec<_> = page.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(headings.len(), 4, "{headings:?}");
}
