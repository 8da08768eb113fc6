//! The calls of the npm package at the boundary between Rust and JavaScript, in Node.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a failed precondition fails the test")]

use js_sys::{Array, Function, JSON, Promise, Reflect};
use npm_calls::{Answer, CallOptions, Client, route};
use serde_json::{Value, json};
use wasm_bindgen::convert::TryFromJsValue;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

const BASE: &str = "http://127.0.0.1:8787";
const KEY: &str = "k-3f9a";

fn plain(value: &JsValue) -> Value {
    serde_json::from_str(&String::from(JSON::stringify(value).unwrap())).unwrap()
}

/// A function like fetch that always gives this answer. Its member `sent` lists the requests.
fn fetch(status: u16, body: &str) -> Function {
    let make = Function::new_with_args(
        "status, body",
        "const fetch = async (url, { method, headers }) => {
            fetch.sent.push(`${method} ${url} ${headers['X-API-KEY']}`);
            const arrayBuffer = async () => new TextEncoder().encode(body).buffer;
            return { status, headers: { get: () => null }, arrayBuffer };
        };
        return Object.assign(fetch, { sent: [] });",
    );
    let made = make.call2(&JsValue::NULL, &status.into(), &body.into());
    made.unwrap().unchecked_into()
}

fn sent(fetch: &Function) -> Value {
    plain(&Reflect::get(fetch, &"sent".into()).unwrap())
}

fn client(fetch: &Function) -> Client {
    Client::new(BASE, KEY.into(), None, fetch.clone(), false, false)
        .ok()
        .unwrap()
}

fn options() -> CallOptions {
    js_sys::Object::new().unchecked_into()
}

/// A call of the operation with this name; a run has an empty form.
fn call(client: &Client, operation: &str, id: &str) -> Promise {
    let is_run = operation == "run";
    let query = if is_run { "group_id=g" } else { "" };
    client.call(operation, id, query, is_run.then(Array::new), &options())
}

/// The data of an answer, or the details of an error.
async fn outcome(call: Promise) -> Result<Value, Value> {
    let answer = JsFuture::from(call).await.map_err(|error| plain(&error))?;
    let answer = Answer::try_from_js_value(answer).unwrap();
    let data = answer.read();
    data.map(|data| plain(&data)).map_err(|error| plain(&error))
}

#[wasm_bindgen_test]
async fn a_request_has_a_method_a_url_and_the_key() {
    let fetch = fetch(200, r#"{"data": [{"run_id": "r", "workflow_id": "w"}]}"#);
    let run = outcome(call(&client(&fetch), "run", "a b/ü")).await;
    assert_eq!(run, Ok(json!([{"runId": "r", "workflowId": "w"}])));
    let address = "http://127.0.0.1:8787/api/v1/runs?workflow_id=a%20b%2F%C3%BC&group_id=g";
    assert_eq!(sent(&fetch), json!([format!("POST {address} {KEY}")]));
}

#[wasm_bindgen_test]
async fn an_invalid_id_or_operation_is_a_usage_error_and_nothing_is_sent() {
    let fetch = fetch(200, "{}");
    let error = outcome(call(&client(&fetch), "getRun", "..")).await;
    assert_eq!(error.unwrap_err()["code"], "usage");
    let error = outcome(call(&client(&fetch), "drop", "")).await;
    assert_eq!(error.unwrap_err()["code"], "usage");
    assert_eq!(sent(&fetch), json!([]));
}

#[wasm_bindgen_test]
fn an_address_is_cleaned_and_an_invalid_address_or_key_is_rejected() {
    let make = |address: &str, key: &str| {
        let client = Client::new(address, key.into(), None, fetch(200, ""), false, false);
        client
            .map(|client| client.base_url())
            .map_err(|error| plain(&error))
    };
    assert_eq!(make("http://h/pod/", KEY), Ok("http://h/pod".to_owned()));
    for (address, key) in [("ftp://h/", KEY), ("", KEY), ("http://h", "a\nb")] {
        let error = make(address, key).unwrap_err();
        assert_eq!(error["code"], "usage", "{address}");
        assert!(!error.to_string().contains("a\\nb"));
    }
}

#[wasm_bindgen_test]
async fn an_answer_is_normalised() {
    let body = r#"{"data": [{"container": "c #1", "queue":
        {"queue_running": [[7, "ü\n", {"1": {"deep": []}}]]}}],
        "meta": {"hung": ["c #1"], "waiting": {"count": 2, "ids": ["w"], "own": [{"id": "w", "position": 1}]}}}"#;
    let queue = outcome(call(&client(&fetch(200, body)), "queue", "")).await;
    let running = json!([{"id": "ü\n", "number": 7}]);
    let own = json!({"runId": "w", "position": 1, "startsIn": null, "takes": null});
    let expected = json!({
        "instances": [{"address": "c #1", "running": running, "pending": []}],
        "hung": ["c #1"], "stopped": [], "draining": [], "count": 2, "ids": ["w"], "own": [own],
    });
    assert_eq!(queue, Ok(expected));
}

#[wasm_bindgen_test]
async fn an_error_has_every_detail_but_the_key() {
    let body =
        format!(r#"{{"detail": [{{"loc": ["body", "a", 3], "msg": "{KEY}", "type": "t"}}]}}"#);
    let error = outcome(call(&client(&fetch(422, &body)), "run", "poster"))
        .await
        .unwrap_err();
    assert_eq!(error["code"], "validation");
    assert_eq!(error["status"], 422);
    assert_eq!(error["method"], "POST");
    assert_eq!(error["url"], "http://127.0.0.1:8787/api/v1/runs");
    assert_eq!(
        error["items"],
        json!([{"loc": ["body", "a", 3], "msg": "<API_KEY>", "type": "t"}])
    );
    assert_eq!(error["body"], body.replace(KEY, "<API_KEY>"));
    assert_eq!(error["retryAfter"], Value::Null);
    assert!(!error.to_string().contains(KEY));
}

#[wasm_bindgen_test]
async fn a_read_is_retried_and_a_run_is_not() {
    for (name, attempts) in [("queue", 3), ("run", 1)] {
        let fetch = fetch(503, "");
        let error = outcome(call(&client(&fetch), name, "w")).await;
        assert_eq!(error.unwrap_err()["code"], "http");
        assert_eq!(sent(&fetch).as_array().unwrap().len(), attempts, "{name}");
    }
}

#[wasm_bindgen_test]
async fn a_fetch_that_throws_or_answers_nonsense_is_a_network_error() {
    for body in ["throw 7", "return null", "return {}"] {
        let fetch = Function::new_no_args(body);
        let error = outcome(call(&client(&fetch), "run", "w")).await;
        assert_eq!(error.unwrap_err()["code"], "network", "{body}");
    }
}

#[wasm_bindgen_test]
async fn a_malformed_answer_is_an_error_and_does_not_trap() {
    let deep = "[".repeat(100_000);
    let odd = [
        "",
        "null",
        "[]",
        "{",
        "\u{feff}{}",
        "{\"data\":",
        &deep,
        "{\"data\":[[[[]]]]}",
    ];
    for body in odd {
        let client = client(&fetch(200, body));
        for name in ["run", "getRun", "runs", "health", "workflows", "queue"] {
            if let Err(error) = outcome(call(&client, name, "x")).await {
                assert_eq!(error["code"], "decode", "{name}: {body:.9}");
            }
        }
    }
    let run = outcome(call(&client(&fetch(200, &deep)), "run", "x")).await;
    assert_eq!(run.unwrap_err()["code"], "decode");
}

#[wasm_bindgen_test]
fn the_route_of_an_operation_is_its_method_and_path() {
    assert_eq!(
        route("getRun").as_deref(),
        Some("GET /api/v1/runs/{run_id}")
    );
    assert_eq!(route("drop"), None);
}
