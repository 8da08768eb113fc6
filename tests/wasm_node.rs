//! The boundary between Rust and JavaScript, in Node.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a failed precondition fails the test")]

use flowdeck::npm::{changes, check, core, read, refusal};
use js_sys::{JSON, Reflect};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const BASE: &str = "http://127.0.0.1:8787";
const KEY: &str = "k-3f9a";

fn parsed(outcome: &str) -> Value {
    serde_json::from_str(outcome).unwrap()
}

fn plain(value: &JsValue) -> Value {
    parsed(&String::from(JSON::stringify(value).unwrap()))
}

fn ask(request: &[&str], body: &str) -> Value {
    parsed(&core(&json!(request).to_string(), body.as_bytes()))
}

fn answer(name: &str, id: &str, attempt: &str, status: &str, body: &str) -> Value {
    ask(
        &["answered", name, BASE, id, KEY, attempt, status, ""],
        body,
    )
}

mod calls {
    use super::*;

    #[wasm_bindgen_test]
    fn a_request_is_a_method_and_a_url() {
        let request = ask(&["request", "run", BASE, "a b/ü", "group_id=g", KEY], "");
        let address =
            "POST http://127.0.0.1:8787/api/v1/runs?workflow_id=a%20b%2F%C3%BC&group_id=g";
        assert_eq!(request, json!({ "value": address }));
    }

    #[wasm_bindgen_test]
    fn an_invalid_call_is_a_usage_error() {
        for (name, id, key) in [
            ("drop", "", KEY),
            ("getRun", "..", KEY),
            ("queue", "", "a\nb"),
        ] {
            let error = &ask(&["request", name, BASE, id, "", key], "")["error"];
            assert_eq!(error["code"], "usage", "{name}");
            assert!(!error["message"].as_str().unwrap().contains("a\nb"));
        }
    }

    #[wasm_bindgen_test]
    fn an_address_is_cleaned_or_rejected() {
        assert_eq!(
            ask(&["baseUrl", "http://h/pod/"], ""),
            json!({ "value": "http://h/pod" })
        );
        assert_eq!(ask(&["baseUrl", "ftp://h/"], "")["error"]["code"], "usage");
    }

    #[wasm_bindgen_test]
    fn an_answer_is_normalised_and_keeps_every_digit() {
        let body = r#"{"data": [{"container": "c #1", "queue":
            {"queue_running": [[18446744073709551615, "ü\n", {"1": {"deep": []}}]]}}]}"#;
        let value = r#"{"value":[{"address":"c #1","running":[{"id":"ü\u000A","number":18446744073709551615}],"pending":[]}]}"#;
        assert_eq!(
            core(
                &json!(["answered", "queue", BASE, "", KEY, "1", "200", ""]).to_string(),
                body.as_bytes()
            ),
            value
        );
    }

    #[wasm_bindgen_test]
    fn an_error_has_every_detail_but_the_key() {
        let body =
            format!(r#"{{"detail": [{{"loc": ["body", "a", 3], "msg": "{KEY}", "type": "t"}}]}}"#);
        let error = &answer("run", "poster", "1", "422", &body)["error"];
        assert_eq!(error["code"], "validation");
        assert_eq!(error["status"], 422);
        assert_eq!(error["method"], "POST");
        assert_eq!(error["url"], "http://127.0.0.1:8787/api/v1/runs");
        assert_eq!(
            error["items"],
            json!([{"loc": ["body", "a", 3], "msg": "<API_KEY>", "type": "t"}])
        );
        assert_eq!(error["retryAfter"], Value::Null);
        assert!(!error.to_string().contains(KEY));
    }

    #[wasm_bindgen_test]
    fn a_read_is_retried_and_a_run_is_not() {
        assert!(answer("queue", "", "1", "503", "")["wait"].is_u64());
        assert_eq!(answer("queue", "", "3", "503", "")["error"]["code"], "http");
        assert_eq!(answer("run", "w", "1", "503", "")["error"]["code"], "http");
        let failed = |name: &str, code: &str| {
            ask(&["unanswered", name, BASE, "w", KEY, "1", code, "no"], "")
        };
        assert!(failed("queue", "network")["wait"].is_u64());
        assert_eq!(failed("run", "network")["error"]["code"], "network");
        for code in ["aborted", "timeout"] {
            assert_eq!(failed("queue", code)["error"]["code"], code);
        }
    }

    #[wasm_bindgen_test]
    fn a_malformed_request_is_a_usage_error() {
        for request in ["", "[]", "7", "[\"drop\"]", "[\"baseUrl\", \"\\ud83d\"]"] {
            assert_eq!(
                parsed(&core(request, b""))["error"]["code"],
                "usage",
                "{request}"
            );
        }
    }

    #[wasm_bindgen_test]
    fn a_malformed_answer_is_an_error_and_does_not_trap() {
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
            for name in ["run", "getRun", "runs", "health", "workflows", "queue"] {
                let outcome = answer(name, "x", "1", "200", body);
                assert!(outcome.get("error").is_some() || outcome.get("value").is_some());
            }
        }
        assert_eq!(
            answer("run", "x", "1", "200", &deep)["error"]["code"],
            "decode"
        );
    }
}

mod schemas {
    use super::*;

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

    #[wasm_bindgen_test]
    fn numbers_are_checked_to_the_last_digit_and_files_by_their_content() {
        let schema = reading(WORKFLOW)["schema"].to_string();
        let items = |parts: Value| plain(&check(&schema, "null", &parts.to_string()).unwrap());
        let text = |name: &str, text: &str| json!({ "name": name, "text": text });
        assert_eq!(
            items(json!([text("seed", "18446744073709551615")])),
            json!([])
        );
        let items_of = items(json!([
            text("seed", "18446744073709551616"),
            text("title", "long")
        ]));
        assert_eq!(items_of[0]["loc"], json!(["body", "seed"]));
        assert_eq!(items_of[1]["type"], "string_too_long");

        let image = r#"{"fields": [{"name": "photo", "label": "Photo", "kind": "image", "required": true}], "outputs": []}"#;
        let head = b"%PDF-1.7".to_vec();
        let file = json!([{"name": "photo", "file": {"name": "a.png", "type": "image/png", "size": 9, "head": head}}]);
        let items = plain(&check(image, "null", &file.to_string()).unwrap());
        assert_eq!(items[0]["type"], "file_type");
    }

    #[wasm_bindgen_test]
    fn additional_fields_are_checked_with_a_schema_or_without() {
        let parts = json!([{"name": "strength", "text": "x"}]).to_string();
        for schema in ["null", r#"{"fields": [], "outputs": []}"#] {
            let items = plain(&check(schema, r#"{"strength": "number"}"#, &parts).unwrap());
            assert_eq!(items[0]["loc"], json!(["body", "strength"]), "{schema}");
        }
    }

    #[wasm_bindgen_test]
    fn a_refusal_has_the_format_of_a_calls_error() {
        let items = r#"[{"loc": ["body", "a"], "msg": "m", "type": "t"}]"#;
        let error = &parsed(&refusal(BASE, "poster", items))["error"];
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
    fn malformed_input_is_rejected_with_a_message_and_does_not_trap() {
        for odd in ["", "null", "7", "[]", "{", "{\"fields\": 7}"] {
            assert!(
                check(odd, "null", "[]").unwrap_err().as_string().is_some(),
                "{odd}"
            );
            let refused = check("null", odd, "[]").unwrap_err();
            assert!(refused.as_string().is_some(), "{odd}");
            assert!(changes(odd, odd).is_err(), "{odd}");
            assert!(read(odd.as_bytes()).is_ok(), "{odd}");
        }
        assert!(check(r#"{"fields": [], "outputs": []}"#, "null", "7").is_err());
        for bytes in [
            &b"\x89PNG\r\n\x1a\n"[..],
            b"\xff\xfe{\0",
            b"RIFF\0\0\0\0WEBP",
        ] {
            let problems = Reflect::get(&read(bytes).unwrap(), &"problems".into()).unwrap();
            assert!(js_sys::Array::from(&problems).length() > 0);
        }
    }
}
