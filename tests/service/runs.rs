//! Runs from start to end, their details and their list.

use image::Rgb;
use serde_json::json;

use crate::common::images::{file, gradient, png};
use crate::common::{TestServer, json, texts};

#[tokio::test]
async fn every_pixel_of_an_image_is_inverted() {
    let server = TestServer::start().await;
    let run = server
        .run(
            "invert",
            file("photo", "Ferien.png", "image/png", png(&gradient())),
        )
        .await;
    let detail = server.wait_for_status(&run, "completed").await;
    let url = detail["outputs"][0]["url"].as_str().unwrap();
    let bytes = server
        .client
        .get(format!("{}{url}", server.url))
        .send()
        .await
        .unwrap()
        .bytes()
        .await
        .unwrap();
    let output = image::load_from_memory(&bytes).unwrap().to_rgb8();
    let source = gradient();
    assert_eq!(output.dimensions(), source.dimensions());
    for (x, y, Rgb(pixel)) in output.enumerate_pixels() {
        assert_eq!(
            *pixel,
            source.get_pixel(x, y).0.map(|level| 255 - level),
            "at {x}, {y}"
        );
    }
}

#[tokio::test]
async fn a_text_output_has_the_computed_text() {
    let server = TestServer::start().await;
    let run = server
        .run("join", texts(&[("title", "Größe"), ("tail", "b")]))
        .await;
    let detail = server.wait_for_status(&run, "completed").await;
    let url = detail["outputs"][0]["url"].as_str().unwrap();
    let text = server
        .client
        .get(format!("{}{url}", server.url))
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert_eq!(text, "Größe-b");
}

#[tokio::test]
async fn a_detail_has_the_submitted_values_and_times() {
    let server = TestServer::start().await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    let detail = server.wait_for_status(&run, "completed").await;
    assert_eq!(
        (&detail["_id"], &detail["workflow_id"]),
        (&json!(run), &json!("join"))
    );
    assert_eq!(detail["inputs"], json!([{ "path": "title", "value": "a" }]));
    let times = ["created_at", "started_at", "completed_at"]
        .map(|name| detail[name].as_str().unwrap().to_owned());
    assert!(
        times
            .iter()
            .all(|time| time.len() == 24 && time.ends_with('Z')),
        "{times:?}"
    );
    assert!(times[0] <= times[2] && times[1] <= times[2], "{times:?}");
}

#[tokio::test]
async fn a_list_stays_small_and_a_detail_has_every_input_in_full() {
    let server = TestServer::start().await;
    let note = "x".repeat(1 << 20);
    let mut runs = Vec::new();
    for _ in 0..4 {
        let form = texts(&[
            ("title", "a"),
            ("one", &note),
            ("two", &note),
            ("three", &note),
        ]);
        runs.push(server.run("join", form).await);
    }
    let response = server.request("GET", "/api/v1/runs").send().await.unwrap();
    assert_eq!(response.status(), 200);
    let list = response.text().await.unwrap();
    assert!(list.len() < 10_000, "{} bytes", list.len());
    assert!(runs.iter().all(|run| list.contains(run)));
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let inputs = &list["data"]["runs"][0]["inputs"];
    assert_eq!(inputs[0], json!({ "path": "title", "value": "a" }));
    let start = json!({ "path": "one", "value": note[..200], "shortened": true });
    assert_eq!(inputs[1], start);
    let detail = server.wait_for_status(&runs[0], "completed").await;
    assert_eq!(
        detail["inputs"][3],
        json!({ "path": "three", "value": note })
    );
}

#[tokio::test]
async fn an_unknown_run_is_404() {
    let server = TestServer::start().await;
    let response = server
        .request("GET", "/api/v1/runs/nobody")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 404);
    assert_eq!(json(response).await["status"], "error");
}

#[tokio::test]
async fn a_group_s_runs_are_listed_in_pages() {
    let server = TestServer::start().await;
    let mut ids = Vec::new();
    for title in ["a", "b", "c"] {
        ids.push(server.run("join", texts(&[("title", title)])).await);
    }
    let page = server
        .get("/api/v1/runs?group_id=g&page=2&page_size=2&sort_by=created_at&sort_order=asc")
        .await;
    assert_eq!(
        (&page["data"]["group_id"], &page["data"]["count"]),
        (&json!("g"), &json!(3))
    );
    assert_eq!(page["data"]["runs"].as_array().unwrap().len(), 1);
    assert_eq!(page["data"]["runs"][0]["_id"], json!(ids[2]));
    let newest = server.get("/api/v1/runs?group_id=g").await;
    assert_eq!(newest["data"]["runs"][0]["_id"], json!(ids[2]));
    assert_eq!(
        server.get("/api/v1/runs?group_id=other").await["data"]["count"],
        0
    );
}

#[tokio::test]
async fn a_request_that_knows_no_pages_gets_up_to_1000_runs() {
    let mut server = TestServer::with(1, |options| options).await;
    let run = server.run("join", texts(&[("title", "a")])).await;
    server.wait_for_status(&run, "completed").await;
    server.service.shutdown().await;
    let store = rusqlite::Connection::open(server.folder.path().join("data/flowdeck.sqlite"));
    let sql = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
        INSERT INTO runs (id, workflow_id, group_id, status, prompt_id, inputs, created_at)
        SELECT 'run-' || n, 'join', iif(n <= 300, 'small', 'large'), 'failed', '', '[]', created_at FROM numbers, runs";
    assert_eq!(store.unwrap().execute(sql, []).unwrap(), 1200);
    let addresses = server.addresses.clone();
    server.restart(&addresses).await;
    for (query, listed, count) in [
        ("", 1000, 1201),
        ("?group_id=small", 300, 300),
        ("?page=1", 20, 1201),
        ("?page_size=100", 100, 1201),
        ("?page=13&page_size=100", 1, 1201),
        ("?page=&page_size=", 1000, 1201),
    ] {
        let data = server.get(&format!("/api/v1/runs{query}")).await["data"].clone();
        let runs = data["runs"].as_array().unwrap().len();
        assert_eq!((runs, &data["count"]), (listed, &json!(count)), "{query}");
    }
}

#[tokio::test]
async fn an_invalid_page_is_an_error_of_the_query() {
    let server = TestServer::start().await;
    for query in [
        "page=0",
        "page=x",
        "page_size=0",
        "page_size=101",
        "sort_by=name",
        "sort_order=up",
    ] {
        let response = server
            .request("GET", &format!("/api/v1/runs?group_id=g&{query}"))
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 422, "{query}");
        let name = query.split('=').next().unwrap();
        assert_eq!(
            json(response).await["detail"][0]["loc"],
            json!(["query", name])
        );
    }
}
