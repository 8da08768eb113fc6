//! The schema work of the npm package at the boundary between Rust and JavaScript, in Node.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a failed precondition fails the test")]

use js_sys::{Array, Function, JSON, Reflect};
use npm_schema::{changes, check, read, refusal};
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const BASE: &str = "http://127.0.0.1:8787";

fn plain(value: &JsValue) -> Value {
    serde_json::from_str(&String::from(JSON::stringify(value).unwrap())).unwrap()
}

fn js(value: &Value) -> JsValue {
    JSON::parse(&value.to_string()).unwrap()
}

const WORKFLOW: &str = r#"{
    "2": {"class_type": "InputNumber", "inputs": {"name": "seed", "integer": true,
          "default": 18446744073709551615, "max": 18446744073709551615}},
    "1": {"class_type": "InputText", "inputs": {"name": "title", "max_length": 3}},
    "3": {"class_type": "SaveImage", "inputs": {}}
}"#;

fn reading(source: &str) -> Value {
    let mut reading = plain(&read(source.as_bytes()).unwrap());
    reading["schema"] = reading["schemas"][0]["schema"].clone();
    reading
}

#[wasm_bindgen_test]
fn a_schema_is_plain_objects_with_every_digit() {
    let reading = reading(WORKFLOW);
    let fields = json!([
        {"name": "seed", "label": "seed", "kind": "number", "integer": true,
         "max": "18446744073709551615", "default": "18446744073709551615", "required": false, "node": "2"},
        {"name": "title", "label": "title", "kind": "text", "multiline": false, "maxLength": 3,
         "required": false, "node": "1"},
    ]);
    assert_eq!(reading["schema"]["fields"], fields);
    assert_eq!(reading["problems"], json!([]));
    assert_eq!(reading["schemas"][0]["workflowId"], Value::Null);
}

async fn errors_of(schema: &str, additional: &str, parts: &Array) -> Value {
    let errors = check(
        schema.to_owned(),
        additional.to_owned(),
        parts.clone(),
        false,
    )
    .await;
    plain(&errors.unwrap())
}

#[wasm_bindgen_test]
async fn numbers_are_checked_to_the_last_digit() {
    let schema = reading(WORKFLOW)["schema"].to_string();
    let valid = js(&json!([["seed", "18446744073709551615"]])).unchecked_into();
    assert_eq!(errors_of(&schema, "null", &valid).await, json!([]));
    let parts = json!([["seed", "18446744073709551616"], ["title", "long"]]);
    let errors = errors_of(&schema, "null", js(&parts).unchecked_ref()).await;
    assert_eq!(errors[0]["loc"], json!(["body", "seed"]));
    assert_eq!(errors[1]["type"], "string_too_long");
}

#[wasm_bindgen_test]
async fn files_are_checked_by_their_content() {
    let image = r#"{"fields": [{"name": "photo", "label": "Photo", "kind": "image", "required": true}], "outputs": []}"#;
    let file = Function::new_no_args("return new Blob(['%PDF-1.7'], { type: 'image/png' })");
    let file = file.call0(&JsValue::NULL).unwrap();
    let part = Array::of3(&"photo".into(), &file, &"a.png".into());
    let errors = errors_of(image, "null", &Array::of1(&part)).await;
    assert_eq!(errors[0]["type"], "file_type");
}

#[wasm_bindgen_test]
async fn additional_fields_are_checked_with_a_schema_or_without() {
    let parts = js(&json!([["strength", "x"]])).unchecked_into();
    for schema in ["null", r#"{"fields": [], "outputs": []}"#] {
        let errors = errors_of(schema, r#"{"strength": "number"}"#, &parts).await;
        assert_eq!(errors[0]["loc"], json!(["body", "strength"]), "{schema}");
    }
}

#[wasm_bindgen_test]
fn a_refusal_has_the_details_of_a_calls_error() {
    let items = js(&json!([{"loc": ["body", "a"], "msg": "m", "type": "t"}]));
    let error = plain(&refusal(BASE, "poster", items).unwrap());
    assert_eq!(error["code"], "validation");
    let message = "starting a run “poster”: a: m; correct the fields it names (POST http://127.0.0.1:8787/api/v1/runs)";
    assert_eq!(error["message"], message);
}

#[wasm_bindgen_test]
fn changes_are_listed() {
    let before = reading(WORKFLOW)["schema"].to_string();
    let after = reading(r#"{"1": {"class_type": "InputText", "inputs": {"name": "title"}}}"#);
    let changes = plain(&changes(&before, &after["schema"].to_string()).unwrap());
    assert!(
        changes
            .as_array()
            .unwrap()
            .iter()
            .any(|change| change["field"] == "seed")
    );
}

#[wasm_bindgen_test]
async fn malformed_input_is_rejected_with_a_message_and_does_not_trap() {
    let refused = async |schema: &str, additional: &str| {
        let checked = check(
            schema.to_owned(),
            additional.to_owned(),
            Array::new(),
            false,
        )
        .await;
        checked.unwrap_err().as_string()
    };
    for odd in ["", "null", "7", "[]", "{", "{\"fields\": 7}"] {
        assert!(refused(odd, "null").await.is_some(), "{odd}");
        assert!(refused("null", odd).await.is_some(), "{odd}");
        assert!(changes(odd, odd).is_err(), "{odd}");
        assert!(read(odd.as_bytes()).is_ok(), "{odd}");
    }
    for bytes in [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"\xff\xfe{\0",
        b"RIFF\0\0\0\0WEBP",
    ] {
        let problems = Reflect::get(&read(bytes).unwrap(), &"problems".into()).unwrap();
        assert!(js_sys::Array::from(&problems).length() > 0);
    }
}
