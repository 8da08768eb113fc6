//! The operations of webhooks: what they answer, and what they refuse.

use serde_json::{Value, json};

use crate::common::receiver::{Receiver, Reply};
use crate::common::webhooks::{
    add, call, call_with, deliveries, eventually_in, made, run, run_with, service,
};
use crate::common::{KEY, TestServer};

const COMPLETED: [&str; 1] = ["run.completed"];

#[tokio::test]
async fn webhooks_are_added_listed_changed_and_removed() {
    let server = service().await;
    let list = async || call(&server, "GET", "", Value::Null).await;
    assert_eq!(list().await, json!({ "webhooks": [], "secret": null }));
    let url = "http://127.0.0.1:9/hooks#part";
    let added = call(&server, "POST", "", json!({ "url": url })).await;
    let secret = added["secret"].as_str().unwrap();
    assert!(
        secret.starts_with("whsec_") && secret.len() == 50,
        "{secret}"
    );
    assert_eq!(added["url"], "http://127.0.0.1:9/hooks");
    assert_eq!(added["origin"], "http://127.0.0.1:9");
    let all = [
        "run.started",
        "run.completed",
        "run.failed",
        "run.cancelled",
    ];
    assert_eq!(added["events"], json!(all));

    let changed = add(&server, url, &["run.failed", "run.completed", "run.failed"]).await;
    assert_eq!(changed["events"], json!(["run.completed", "run.failed"]));
    assert_eq!(
        (&changed["id"], &changed["secret"]),
        (&added["id"], &Value::Null)
    );
    let listed = list().await;
    assert_eq!(listed["webhooks"], json!([changed]));
    assert!(listed["secret"]["created_at"].is_string());
    assert!(!listed.to_string().contains(secret));

    let path = format!("/{}", added["id"].as_str().unwrap());
    call(&server, "DELETE", &path, Value::Null).await;
    assert_eq!(list().await["webhooks"], json!([]));
    let (status, _) = call_with(&server, KEY, "DELETE", &path, Value::Null).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn what_cannot_be_a_webhook_is_refused_with_its_member() {
    let server = service().await;
    let long = format!("http://127.0.0.1/{}", "x".repeat(2000));
    for (body, member) in [
        (json!({}), "url"),
        (json!({ "url": null }), "url"),
        (json!({ "url": 7 }), "url"),
        (json!({ "url": "" }), "url"),
        (json!({ "url": "example.com" }), "url"),
        (json!({ "url": "ftp://example.com" }), "url"),
        (json!({ "url": "http://a:b@127.0.0.1" }), "url"),
        (json!({ "url": "http://10.0.0.7" }), "url"),
        (json!({ "url": long }), "url"),
        (json!({ "url": "http://127.0.0.1", "events": [] }), "events"),
        (
            json!({ "url": "http://127.0.0.1", "events": "run.completed" }),
            "events",
        ),
        (
            json!({ "url": "http://127.0.0.1", "events": ["run.pending"] }),
            "events",
        ),
        (
            json!({ "url": "http://127.0.0.1", "events": [1] }),
            "events",
        ),
    ] {
        let (status, answer) = call_with(&server, KEY, "POST", "", body.clone()).await;
        assert_eq!(status, 422, "{body}: {answer}");
        assert_eq!(
            answer["detail"][0]["loc"],
            json!(["body", member]),
            "{body}"
        );
    }
    for (path, body) in [
        ("", json!([])),
        ("/test", json!({})),
        ("/test", json!({ "url": "http://127.0.0.1", "id": "wh_1" })),
        ("/test", json!({ "url": "http://192.168.0.1" })),
        ("/secret", json!({ "grace": -1 })),
        ("/secret", json!({ "rotate": true, "grace": 2_592_001 })),
    ] {
        call_with(&server, KEY, "POST", "/secret", Value::Null).await;
        let (status, answer) = call_with(&server, KEY, "POST", path, body.clone()).await;
        assert_eq!(status, 422, "{path} {body}: {answer}");
    }
    let (status, _) = call_with(&server, KEY, "POST", "/test", json!({ "id": "wh_1" })).await;
    assert_eq!(status, 404);
    for query in ["state=lost", "page=0", "page=x", "page_size=1001"] {
        let path = format!("/deliveries?{query}");
        let (status, _) = call_with(&server, KEY, "GET", &path, Value::Null).await;
        assert_eq!(status, 422, "{query}");
    }
}

#[tokio::test]
async fn a_secret_is_replaced_only_on_request() {
    let server = service().await;
    let first = call(&server, "POST", "/secret", Value::Null).await;
    let (status, answer) = call_with(&server, KEY, "POST", "/secret", Value::Null).await;
    assert_eq!(status, 409);
    assert!(
        answer["errors"].to_string().contains("--rotate"),
        "{answer}"
    );
    let second = call(&server, "POST", "/secret", json!({ "rotate": true })).await;
    assert_ne!(first["secret"], second["secret"]);
    assert!(second["earlier_until"].is_string());
    let at_once = json!({ "rotate": true, "grace": 0 });
    let third = call(&server, "POST", "/secret", at_once).await;
    assert_eq!(third["earlier_until"], Value::Null);
}

#[tokio::test]
async fn a_key_has_at_most_20_webhooks() {
    let server = service().await;
    for number in 0..20 {
        add(&server, &format!("http://127.0.0.1:9/{number}"), &COMPLETED).await;
    }
    let body = json!({ "url": "http://127.0.0.1:9/another" });
    let (status, answer) = call_with(&server, KEY, "POST", "", body).await;
    assert_eq!(status, 409, "{answer}");
    add(&server, "http://127.0.0.1:9/7", &["run.failed"]).await;
    let ann = made(&server, json!({ "name": "ann" })).await;
    let body = json!({ "url": "http://127.0.0.1:9/another" });
    assert_eq!(call_with(&server, &ann, "POST", "", body).await.0, 200);
}

#[tokio::test]
async fn a_delivery_is_replayed_with_its_id_and_a_new_body() {
    let (server, receiver) = (service().await, Receiver::start().await);
    receiver.reply(Reply::Status(410));
    add(&server, &receiver.url("/"), &COMPLETED).await;
    let id = run(&server).await;
    let failed = eventually_in(&server, "failed", 1).await;
    assert_eq!(
        failed[0]["reason"],
        "it answered 410 Gone; it wants no more deliveries"
    );
    let listed = call(&server, "GET", "", Value::Null).await;
    assert!(listed["webhooks"][0]["disabled_at"].is_string());
    assert_eq!(
        listed["webhooks"][0]["disabled_reason"],
        failed[0]["reason"]
    );
    // It is off: another run is not reported.
    let other = run(&server).await;
    server.wait_for_status(&other, "completed").await;
    assert_eq!(deliveries(&server, "").await.len(), 1);

    receiver.reply(Reply::Status(200));
    let path = format!("/api/v1/runs/{id}");
    server.request("DELETE", &path).send().await.unwrap();
    let message = failed[0]["id"].as_str().unwrap();
    let path = format!("/deliveries/{message}/replay");
    let replayed = call(&server, "POST", &path, Value::Null).await;
    assert_eq!(replayed["replayed"], 1);
    let calls = receiver.called(2).await;
    assert_eq!(calls[1].id(), message);
    assert_eq!(calls[1].json()["data"].as_object().unwrap().len(), 3);
    let delivered = eventually_in(&server, "delivered", 1).await;
    assert_eq!(delivered[0]["attempts"], 1);
    for path in ["/deliveries/msg_none/replay", "/deliveries/x%2Fy/replay"] {
        let (status, _) = call_with(&server, KEY, "POST", path, Value::Null).await;
        assert_eq!(status, 404);
    }
    // Adding it again switches it on.
    add(&server, &receiver.url("/"), &COMPLETED).await;
    run(&server).await;
    receiver.called(3).await;
}

#[tokio::test]
async fn all_failed_deliveries_are_replayed_at_once() {
    let (server, receiver) = (service().await, Receiver::start().await);
    call(&server, "POST", "/secret", Value::Null).await;
    receiver.reply(Reply::Status(410));
    for path in ["/a", "/b"] {
        let (status, _) = run_with(&server, KEY, &receiver.url(path)).await;
        assert_eq!(status, 200);
    }
    let is_failed = async || {
        let failed = deliveries(&server, "failed").await;
        let ends = failed.iter().filter(|one| one["event"] == "run.completed");
        (ends.count() == 2).then_some(failed.len())
    };
    let count = crate::common::eventually("both ends have failed", is_failed).await;
    receiver.reply(Reply::Status(200));
    let replayed = call(&server, "POST", "/deliveries/replay", Value::Null).await;
    assert_eq!(replayed["replayed"], count);
    eventually_in(&server, "delivered", count).await;
    let replayed = call(&server, "POST", "/deliveries/replay", Value::Null).await;
    assert_eq!(replayed["replayed"], 0);
}

#[tokio::test]
async fn a_key_without_the_right_may_do_nothing_with_webhooks() {
    let server = TestServer::with(0, |options| options).await;
    let reader = made(&server, json!({ "name": "reader", "may": ["read"] })).await;
    for (method, path) in [
        ("GET", ""),
        ("POST", ""),
        ("POST", "/secret"),
        ("POST", "/test"),
    ] {
        let (status, _) = call_with(&server, &reader, method, path, json!({})).await;
        assert_eq!(status, 403, "{method} {path}");
    }
}
