//! What webhooks report, when, and to whom.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::receiver::{Receiver, Reply};
use crate::common::webhooks::{
    add, call, call_with, deliveries, eventually_attempted, eventually_in, local, made, run,
    run_with, service,
};
use crate::common::{KEY, TestServer, eventually, logs, no_inputs};

const ALL: [&str; 4] = [
    "run.started",
    "run.completed",
    "run.failed",
    "run.cancelled",
];
const COMPLETED: [&str; 1] = ["run.completed"];
const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn a_run_is_reported_in_order_with_its_detail_and_a_signature() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let webhook = add(&server, &receiver.url("/hooks?a=b"), &ALL).await;
    let run = server.run("short", no_inputs()).await;
    let detail = server.wait_for_status(&run, "completed").await;
    let calls = receiver.called(2).await;
    let events: Vec<_> = calls.iter().map(|call| call.event()).collect();
    let of_run = |event: &str| (event.to_owned(), run.clone());
    assert_eq!(events, [of_run("run.started"), of_run("run.completed")]);
    let secret = webhook["secret"].as_str().unwrap();
    for call in &calls {
        assert_eq!(call.path, "/hooks?a=b");
        assert!(call.is_signed_with(secret));
        assert_eq!(call.header("content-type"), "application/json");
        assert!(call.header("user-agent").starts_with("flowdeck/"));
        assert!(call.id().starts_with("msg_") && call.id().len() == 36);
    }
    assert_ne!(calls[0].id(), calls[1].id());
    let body = calls[1].json();
    let data = &body["data"];
    assert_eq!(data["status"], "completed");
    // Receivers need not know where the engines are.
    assert_eq!(
        (&data["owner"], &data["comfy_uri"]),
        (&json!("first key"), &Value::Null)
    );
    assert_eq!(
        data["outputs"][0]["filename"],
        detail["outputs"][0]["filename"]
    );
    // The link is absolute, and works without the key.
    let link = data["outputs"][0]["url"].as_str().unwrap();
    assert!(link.starts_with(&server.url), "{link}");
    let response = server.client.get(link).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let expires = link.split("expires=").nth(1).unwrap();
    let expires: u64 = expires.split('&').next().unwrap().parse().unwrap();
    let time: u64 = calls[1].header("webhook-timestamp").parse().unwrap();
    assert!(expires >= time + 48 * 3600 && expires < time + 50 * 3600);
    let delivered = eventually_in(&server, "delivered", 2).await;
    assert_eq!(delivered[0]["id"], calls[1].id());
    assert_eq!(delivered[0]["status"], 204);
    assert_eq!(delivered[0]["webhook_id"], webhook["id"]);
}

#[tokio::test]
async fn only_the_chosen_events_are_reported() {
    let (server, receiver) = (service().await, Receiver::start().await);
    add(&server, &receiver.url("/ended"), &["run.cancelled"]).await;
    run(&server).await;
    let cancelled = server.run("slow", no_inputs()).await;
    let path = format!("/api/v1/runs/{cancelled}/cancel");
    server.request("POST", &path).send().await.unwrap();
    let calls = receiver.called(1).await;
    assert_eq!(calls[0].event(), ("run.cancelled".to_owned(), cancelled));
    assert_eq!(eventually_in(&server, "", 1).await.len(), 1);
}

#[tokio::test]
async fn a_single_run_reports_to_its_own_address() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let (status, body) = run_with(&server, KEY, &receiver.url("/one")).await;
    assert_eq!(status, 422);
    assert_eq!(body["detail"][0]["loc"], json!(["query", "webhook_url"]));
    let why = body["detail"][0]["msg"].as_str().unwrap();
    assert!(why.contains("flowdeck webhooks secret"), "{why}");

    let made = call(&server, "POST", "/secret", Value::Null).await;
    let (status, body) = run_with(&server, KEY, &receiver.url("/one")).await;
    assert_eq!(status, 200, "{body}");
    let id = body["data"][0]["run_id"].as_str().unwrap();
    server.wait_for_status(id, "completed").await;
    let is_completed = async || {
        let mut calls = receiver.calls().into_iter();
        calls.find(|call| call.event() == ("run.completed".to_owned(), id.to_owned()))
    };
    let completed = eventually("the end is reported", is_completed).await;
    assert!(completed.is_signed_with(made["secret"].as_str().unwrap()));
    let before = receiver.calls().len();
    run(&server).await;
    let url = service::percent_encoded(&receiver.url("/again"));
    let path = format!("/api/v1/runs/{id}/regenerate?webhook_url={url}");
    assert_eq!(
        server.request("POST", &path).send().await.unwrap().status(),
        200
    );
    let calls = receiver.called(before + 1).await;
    assert!(calls[before..].iter().all(|call| call.path == "/again"));
}

#[tokio::test]
async fn a_webhook_and_the_address_of_a_run_that_are_equal_get_one_delivery() {
    let (server, receiver) = (service().await, Receiver::start().await);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    let (_, body) = run_with(&server, KEY, &receiver.url("/")).await;
    let id = body["data"][0]["run_id"].as_str().unwrap();
    server.wait_for_status(id, "completed").await;
    let completed = async || {
        let all = deliveries(&server, "delivered").await;
        let ends = all.iter().filter(|one| one["event"] == "run.completed");
        (ends.count() == 1).then_some(())
    };
    eventually("the end is delivered", completed).await;
    let ends = deliveries(&server, "").await;
    let ends = ends.iter().filter(|one| one["event"] == "run.completed");
    assert_eq!(ends.count(), 1);
}

#[tokio::test]
async fn both_secrets_sign_after_a_rotation_until_the_earlier_one_ends() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let first = add(&server, &receiver.url("/"), &COMPLETED).await["secret"].clone();
    let first = first.as_str().unwrap();
    let rotated = json!({ "rotate": true, "grace": 3600 });
    let second = call(&server, "POST", "/secret", rotated).await;
    assert!(second["earlier_until"].is_string());
    let second = second["secret"].as_str().unwrap();
    run(&server).await;
    let calls = receiver.called(1).await;
    assert!(calls[0].is_signed_with(first) && calls[0].is_signed_with(second));
    server.clock.skip(HOUR);
    run(&server).await;
    let calls = receiver.called(2).await;
    assert!(!calls[1].is_signed_with(first) && calls[1].is_signed_with(second));
    let list = call(&server, "GET", "", Value::Null).await;
    assert_eq!(list["secret"]["earlier_until"], Value::Null);
}

#[tokio::test]
async fn a_deleted_run_is_still_reported() {
    let (server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Status(500));
    add(&server, &receiver.url("/"), &ALL).await;
    let id = server.run("short", no_inputs()).await;
    server.wait_for_status(&id, "completed").await;
    let started = receiver.called(1).await[0].clone();
    assert_eq!(started.event().0, "run.started");
    let path = format!("/api/v1/runs/{id}");
    assert_eq!(
        server
            .request("DELETE", &path)
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    eventually_attempted(&server, 1).await;
    receiver.reply(Reply::Status(200));
    server.clock.skip(HOUR);
    let is_reported = async || {
        let mut calls = receiver.calls().into_iter();
        calls.find(|call| call.event().0 == "run.completed")
    };
    let completed = eventually("the end is reported", is_reported).await;
    let expected = json!({ "_id": id, "workflow_id": "short", "status": "completed" });
    assert_eq!(completed.json()["data"], expected);
    // The first event keeps its body and its id.
    for call in receiver.calls() {
        let is_first = call.event().0 == "run.started";
        assert!(!is_first || (call.id(), &call.body) == (started.id(), &started.body));
    }
}

#[tokio::test]
async fn a_key_reports_only_its_own_runs_and_ends_with_its_webhooks() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let ann = made(&server, json!({ "name": "ann" })).await;
    let body = json!({ "url": receiver.url("/ann") });
    let (status, _) = call_with(&server, &ann, "POST", "", body).await;
    assert_eq!(status, 200);
    run(&server).await;
    receiver.reply(Reply::Status(500));
    let (status, body) = run_with(&server, &ann, &receiver.url("/one")).await;
    assert_eq!(status, 200, "{body}");
    let own = body["data"][0]["run_id"].as_str().unwrap();
    server.wait_for_status(own, "completed").await;
    let calls = receiver.called(2).await;
    assert!(calls.iter().all(|call| call.event().1 == own));
    assert_eq!(deliveries(&server, "").await, Vec::<Value>::new());

    let revoke = server.request("DELETE", "/api/v1/comfy/keys/ann");
    assert_eq!(revoke.send().await.unwrap().status(), 200);
    let again = made(&server, json!({ "name": "ann" })).await;
    let (_, list) = call_with(&server, &again, "GET", "", Value::Null).await;
    assert_eq!(list["data"], json!({ "webhooks": [], "secret": null }));
    let (_, page) = call_with(&server, &again, "GET", "/deliveries", Value::Null).await;
    assert_eq!(page["data"]["count"], 0);
}

#[tokio::test]
async fn deliveries_of_an_expired_key_wait_until_it_has_a_later_end() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let ann = made(&server, json!({ "name": "ann" })).await;
    let body = json!({ "url": receiver.url("/"), "events": COMPLETED });
    call_with(&server, &ann, "POST", "", body).await;
    let edit = async |end: Value| {
        let request = server.request("PATCH", "/api/v1/comfy/keys/ann");
        let response = request.json(&json!({ "expires_at": end })).send().await;
        assert_eq!(response.unwrap().status(), 200);
    };
    receiver.reply(Reply::Status(500));
    let (_, body) = run_with(&server, &ann, &receiver.url("/")).await;
    let run = body["data"][0]["run_id"].as_str().unwrap();
    server.wait_for_status(run, "completed").await;
    receiver.called(1).await;
    edit(json!("2020-01-01T00:00:00Z")).await;
    receiver.reply(Reply::Status(200));
    let before = receiver.calls().len();
    server.clock.skip(HOUR);
    // Nobody can list them; the store shows that they were attempted.
    let store = server.folder.path().join("data/flowdeck.sqlite");
    let is_noted = async || {
        let store = rusqlite::Connection::open(&store).unwrap();
        let sql = "SELECT 1 FROM deliveries WHERE reason LIKE 'the key has expired%'";
        store.query_row(sql, [], |_| Ok(())).ok()
    };
    eventually("the expiry is noted", is_noted).await;
    assert_eq!(receiver.calls().len(), before);
    edit(Value::Null).await;
    server.clock.skip(HOUR);
    receiver.called(before + 1).await;
}

#[tokio::test]
async fn a_test_is_sent_once_and_shows_what_came_back() {
    let (server, receiver) = (service().await, Receiver::start().await);
    let target = json!({ "url": receiver.url("/t") });
    let (status, body) = call_with(&server, KEY, "POST", "/test", target.clone()).await;
    assert_eq!(
        (status.as_u16(), &body["detail"][0]["type"]),
        (422, &json!("missing_secret"))
    );
    let webhook = add(&server, &receiver.url("/w"), &ALL).await;
    let result = call(&server, "POST", "/test", target.clone()).await;
    assert_eq!(
        (&result["is_delivered"], &result["status"]),
        (&json!(true), &json!(204))
    );
    let calls = receiver.called(1).await;
    assert_eq!(calls[0].json()["type"], "webhook.test");
    assert!(calls[0].is_signed_with(webhook["secret"].as_str().unwrap()));
    assert_eq!(calls[0].id(), result["id"]);
    receiver.reply(Reply::Status(500));
    let result = call(&server, "POST", "/test", json!({ "id": webhook["id"] })).await;
    assert_eq!(result["is_delivered"], false);
    assert_eq!(result["reason"], "it answered 500 Internal Server Error");
    receiver.stop().await;
    let result = call(&server, "POST", "/test", target).await;
    let why = result["reason"].as_str().unwrap();
    assert!(why.starts_with("it cannot be reached: "), "{why}");
    assert_eq!(receiver.calls()[1].path, "/w");
    assert_eq!(deliveries(&server, "").await, Vec::<Value>::new());
}

#[tokio::test]
async fn logs_audit_lines_and_deliveries_show_only_origins_and_no_secret() {
    let (server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Status(410));
    let url = receiver.url("/path-that-is-hidden-17");
    let webhook = add(&server, &url, &COMPLETED).await;
    run_with(&server, KEY, &receiver.url("/path-that-is-hidden-18")).await;
    let failed = eventually_in(&server, "failed", 2).await;
    assert!(failed.iter().all(|one| one["origin"] == receiver.origin()));
    let secret = call(&server, "POST", "/secret", json!({ "rotate": true })).await;
    let path = format!("/{}", webhook["id"].as_str().unwrap());
    call(&server, "DELETE", &path, Value::Null).await;
    let audit = server.get("/api/v1/comfy/audit").await;
    let lines = audit["data"]["entries"].as_array().unwrap().iter();
    let actions: Vec<&str> = lines.map(|line| line["action"].as_str().unwrap()).collect();
    for action in [
        "webhook.add",
        "webhook.remove",
        "webhook.secret",
        "webhook.disable",
    ] {
        assert!(actions.contains(&action), "{action}: {actions:?}");
    }
    let shown = [logs::text(), audit.to_string(), json!(failed).to_string()].concat();
    assert!(shown.contains(&receiver.origin()));
    for hidden in ["path-that-is-hidden", secret["secret"].as_str().unwrap()] {
        assert!(!shown.contains(hidden), "{hidden}");
    }
}

#[tokio::test]
async fn links_begin_with_the_public_address() {
    fn public(options: service::Options) -> service::Options {
        service::Options {
            public_url: Some("https://flow.example.org/deck".to_owned()),
            ..local(options)
        }
    }
    let (server, receiver) = (TestServer::with(1, public).await, Receiver::start().await);
    add(&server, &receiver.url("/"), &COMPLETED).await;
    run(&server).await;
    let body = receiver.called(1).await[0].json();
    let link = body["data"]["outputs"][0]["url"].as_str().unwrap();
    assert!(
        link.starts_with("https://flow.example.org/deck/api/v1/files/"),
        "{link}"
    );
}
