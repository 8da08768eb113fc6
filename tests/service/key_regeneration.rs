//! Keys are replaced: what stays, and what ends.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use reqwest::Url;
use serde_json::{Value, json};
use service::Options;

use super::program::flowdeck;
use crate::common::{KEY, TestServer, texts};

const KEYS: &str = "/api/v1/comfy/keys";
const FIRST: &str = "/api/v1/comfy/key/regenerate";

/// The status of an answer, and its `data` or its error.
async fn call(
    server: &TestServer,
    key: &str,
    method: &str,
    path: &str,
    body: Value,
) -> (u16, Value) {
    let request = server.request_with(key, method, path);
    let request = if body.is_null() {
        request
    } else {
        request.json(&body)
    };
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let mut body: Value = response.json().await.unwrap_or_default();
    let member = if status == 200 { "data" } else { "errors" };
    (status, body[member].take())
}

async fn status(server: &TestServer, key: &str) -> u16 {
    call(server, key, "GET", "/api/v1/runs", Value::Null)
        .await
        .0
}

/// A completed run of this key: its id, the link to its output and the path of the link that shares it.
async fn run_with_links(server: &TestServer, key: &str) -> (String, [String; 2]) {
    let request = server.request_with(key, "POST", "/api/v1/runs?workflow_id=join");
    let response = request
        .multipart(texts(&[("title", "a")]))
        .send()
        .await
        .unwrap();
    let body: Value = response.json().await.unwrap();
    let run = body["data"][0]["run_id"].as_str().unwrap().to_owned();
    server.wait_for_status(&run, "completed").await;
    let (_, detail) = call(
        server,
        key,
        "GET",
        &format!("/api/v1/runs/{run}"),
        Value::Null,
    )
    .await;
    let body = json!({ "run_id": run });
    let (_, share) = call(server, key, "POST", "/api/v1/comfy/shares", body).await;
    let links =
        [&detail["outputs"][0]["url"], &share["url"]].map(|link| link.as_str().unwrap().to_owned());
    (run, links)
}

/// The statuses of requests without a key for these links.
async fn opened(server: &TestServer, links: &[String; 2]) -> [u16; 2] {
    let mut statuses = [0; 2];
    for (status, link) in statuses.iter_mut().zip(links) {
        // The service has another port after a restart.
        let path = Url::parse(link).map_or_else(
            |_| link.clone(),
            |link| [link.path(), "?", link.query().unwrap_or_default()].concat(),
        );
        let response = reqwest::get(format!("{}{path}", server.url)).await.unwrap();
        *status = response.status().as_u16();
    }
    statuses
}

#[tokio::test]
async fn a_regenerated_key_keeps_its_runs_and_links_and_a_revoked_one_loses_its_links() {
    let mut server = TestServer::with(1, |options| options).await;
    let (_, made) = call(&server, KEY, "POST", KEYS, json!({ "name": "ann" })).await;
    let old = made["key"].as_str().unwrap().to_owned();
    let (run, links) = run_with_links(&server, &old).await;
    let (_, of_first) = run_with_links(&server, KEY).await;
    let path = format!("{KEYS}/ann/regenerate");
    let (code, regenerated) = call(&server, KEY, "POST", &path, json!({ "grace": 3600 })).await;
    assert_eq!(code, 200, "{regenerated}");
    let new = regenerated["key"].as_str().unwrap().to_owned();
    let addresses = server.addresses.clone();
    for _ in 0..2 {
        assert_eq!(
            (status(&server, &old).await, status(&server, &new).await),
            (200, 200)
        );
        assert_eq!(opened(&server, &links).await, [200, 200]);
        server.restart(&addresses).await;
    }
    let (code, _) = call(
        &server,
        &new,
        "GET",
        &format!("/api/v1/runs/{run}"),
        Value::Null,
    )
    .await;
    assert_eq!(code, 200);

    let (_, regenerated) = call(&server, KEY, "POST", &path, Value::Null).await;
    let last = regenerated["key"].as_str().unwrap();
    let statuses = [
        status(&server, &old).await,
        status(&server, &new).await,
        status(&server, last).await,
    ];
    assert_eq!(statuses, [403, 403, 200]);
    let (code, _) = call(&server, KEY, "DELETE", &format!("{KEYS}/ann"), Value::Null).await;
    assert_eq!((code, status(&server, last).await), (200, 403));
    assert_eq!(opened(&server, &links).await, [404, 404]);
    assert_eq!(opened(&server, &of_first).await, [200, 200]);
    // The first key gets links of its own to the run that stays.
    let (_, detail) = call(
        &server,
        KEY,
        "GET",
        &format!("/api/v1/runs/{run}"),
        Value::Null,
    )
    .await;
    let link = detail["outputs"][0]["url"].as_str().unwrap().to_owned();
    assert_eq!(opened(&server, &[link.clone(), link]).await, [200, 200]);
}

/// The first key is the one in the data folder's file.
fn with_key_file(mut options: Options) -> Options {
    let file = options.data.path().join("key");
    if !file.exists() {
        fs::write(file, KEY).unwrap();
    }
    options.key = service::key_in(&options.data).unwrap();
    options.has_key_file = true;
    options
}

#[tokio::test]
async fn the_first_key_is_replaced_in_its_file_and_its_links_stay() {
    let mut server = TestServer::with(1, with_key_file).await;
    let (_, links) = run_with_links(&server, KEY).await;
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "keys",
        "regenerate",
        "--first",
        "--grace",
        "1h",
        "--url",
        &server.url,
    ];
    let (succeeded, text) = flowdeck(folder.path(), &arguments, Some(KEY)).await;
    assert!(succeeded && text.contains("valid for 1h"), "{text}");
    let new = text.lines().next().unwrap().to_owned();
    let file = server.folder.path().join("data/key");
    assert_eq!(fs::read_to_string(&file).unwrap().trim(), new);
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let addresses = server.addresses.clone();
    for _ in 0..2 {
        assert_eq!(
            (status(&server, KEY).await, status(&server, &new).await),
            (200, 200)
        );
        assert_eq!(opened(&server, &links).await, [200, 200]);
        server.restart(&addresses).await;
    }
    let (code, regenerated) = call(&server, &new, "POST", FIRST, Value::Null).await;
    assert_eq!(code, 200, "{regenerated}");
    let last = regenerated["key"].as_str().unwrap();
    let statuses = [
        status(&server, KEY).await,
        status(&server, &new).await,
        status(&server, last).await,
    ];
    assert_eq!(statuses, [403, 403, 200]);
    assert_eq!(opened(&server, &links).await, [200, 200]);
}

#[tokio::test]
async fn a_first_key_from_the_environment_is_changed_there() {
    let server = TestServer::with(0, |options| options).await;
    let (code, why) = call(&server, KEY, "POST", FIRST, Value::Null).await;
    assert_eq!(code, 409);
    assert!(
        why.as_str()
            .unwrap()
            .contains("it comes from FLOWDECK_FIRST_KEY; change it there"),
        "{why}"
    );
    assert_eq!(status(&server, KEY).await, 200);
}

#[tokio::test]
async fn a_regeneration_needs_a_known_name_and_a_grace_of_days() {
    let server = TestServer::with(0, |options| options).await;
    call(&server, KEY, "POST", KEYS, json!({ "name": "ann" })).await;
    let path = format!("{KEYS}/ann/regenerate");
    for grace in [
        json!({ "grace": -1 }),
        json!({ "grace": "1h" }),
        json!({ "grace": 2_592_001 }),
    ] {
        let request = server.request("POST", &path).json(&grace);
        assert_eq!(request.send().await.unwrap().status(), 422, "{grace}");
    }
    let (code, why) = call(
        &server,
        KEY,
        "POST",
        &format!("{KEYS}/bob/regenerate"),
        Value::Null,
    )
    .await;
    assert_eq!(code, 404);
    assert!(
        why.as_str().unwrap().contains("there is no key “bob”"),
        "{why}"
    );
}

#[tokio::test]
async fn of_regenerations_at_the_same_time_one_succeeds() {
    let server = TestServer::with(0, with_key_file).await;
    call(&server, KEY, "POST", KEYS, json!({ "name": "ann" })).await;
    let named = format!("{KEYS}/ann/regenerate");
    for path in [named.as_str(), FIRST] {
        // The key that they were sent with is valid meanwhile.
        let grace = json!({ "grace": 3600 });
        let calls = (0..20).map(|_| call(&server, KEY, "POST", path, grace.clone()));
        let answers = futures_util::future::join_all(calls).await;
        let (made, refused): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|(code, _)| *code == 200);
        assert!(!made.is_empty(), "{refused:?}");
        for (code, why) in &refused {
            assert!(
                *code == 409 && why.as_str().unwrap().contains("meanwhile"),
                "{code} {why}"
            );
        }
        if path == FIRST {
            assert_eq!(made.len(), 1, "{made:?}");
            let key = made[0].1["key"].as_str().unwrap();
            assert_eq!(status(&server, key).await, 200);
        }
    }
}
