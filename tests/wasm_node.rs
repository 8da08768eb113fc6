//! The boundary between Rust and JavaScript, in Node: what goes in, what comes out, what is thrown.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    reason = "what a test cannot go on without fails it"
)]

use flowdeck::client::{Client, ErrorKind, Part, PartValue, check};
use flowdeck::npm::{Deck, connect, input_schema};
use js_sys::{Array, Function, JSON, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

/// What a JavaScript expression gives.
fn js(expression: &str) -> JsValue {
    let function = Function::new_no_args(&format!("return ({expression});"));
    function.call0(&JsValue::UNDEFINED).unwrap()
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| {
        Reflect::get(&value, &name.into()).unwrap()
    })
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap()
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// A deck whose deployment is port 3, which fetch allows and nobody listens on.
fn deck() -> Deck {
    connect(&js("{baseUrl: 'http://127.0.0.1:3', apiKey: 'k-3f9a'}")).unwrap()
}

/// What a call rejects with, whether at once or later.
async fn rejection(call: Result<Promise, JsValue>) -> JsValue {
    match call {
        Ok(promise) => JsFuture::from(promise).await.unwrap_err(),
        Err(thrown) => thrown,
    }
}

async fn schema(workflow: JsValue) -> JsValue {
    JsFuture::from(input_schema(workflow)).await.unwrap()
}

#[wasm_bindgen_test]
async fn a_schema_is_plain_objects_with_every_digit() {
    let workflow = r#"{
        "2": {"class_type": "InputNumber", "inputs": {"name": "seed", "integer": true,
              "default": 18446744073709551615, "max": 18446744073709551615}},
        "1": {"class_type": "InputText", "inputs": {"name": "title", "max_length": 3}},
        "3": {"class_type": "SaveImage", "inputs": {}}
    }"#;
    let reading = schema(workflow.into()).await;
    let expected = concat!(
        r#"{"schema":{"fields":[{"name":"seed","label":"seed","kind":"number","integer":true,"#,
        r#""max":"18446744073709551615","default":"18446744073709551615","required":false,"node":"2"},"#,
        r#"{"name":"title","label":"title","kind":"text","multiline":false,"required":false,"#,
        r#""node":"1","maxLength":3}],"#,
        r#""outputs":[{"node":"3","label":"SaveImage","kind":"image"}]},"problems":[]}"#,
    );
    assert_eq!(json(&reading), expected);
}

#[wasm_bindgen_test]
async fn a_schema_that_comes_back_is_checked_against_and_left_as_it_was() {
    let reading = schema(
        r#"{"1": {"class_type": "InputText", "inputs": {"name": "a", "max_length": 2}}}"#.into(),
    )
    .await;
    let before = json(&reading);
    let options = js_sys::Object::new();
    Reflect::set(&options, &"schema".into(), &get(&reading, "schema")).unwrap();
    let thrown = rejection(deck().run(&"w".into(), &js("{a: 'abc'}"), &options)).await;
    assert_eq!(text(&thrown, "name"), "ValidationError");
    assert_eq!(
        json(&get(&thrown, "items")),
        r#"[{"loc":["body","a"],"msg":"takes at most 2 characters; this has 3","type":"string_too_long"}]"#
    );
    assert_eq!(json(&reading), before);
}

#[wasm_bindgen_test]
fn a_check_compares_digits_and_not_floats() {
    let workflow = r#"{"1": {"class_type": "InputNumber",
        "inputs": {"name": "n", "integer": true, "max": 18446744073709551614}}}"#;
    let (workflow, _) = flowdeck::workflow::Workflow::parse(workflow);
    let (schema, _) = flowdeck::schema::read(&workflow);
    let with = |digits: &str| check(&schema, &[Part::text("n", digits)]);
    assert_eq!(with("18446744073709551614"), Ok(()));
    let items = with("18446744073709551615").unwrap_err();
    assert_eq!(items[0].msg, "must be at most 18446744073709551614");
}

#[wasm_bindgen_test]
fn a_file_part_tells_a_check_its_name_type_and_size() {
    let file = js("new File(['abc'], 'a.png', {type: 'image/png'})");
    let part = Part::file("photo", file.unchecked_into());
    assert!(
        matches!(&part.value, PartValue::File(blob, name) if blob.size() == 3.0 && name == "a.png")
    );
    let info = format!("{:?}", part.input());
    assert!(
        info.contains("image/png") && info.contains("size: 3"),
        "{info}"
    );
}

#[wasm_bindgen_test]
async fn what_is_thrown_is_an_error_with_all_that_is_known() {
    let thrown = rejection(deck().queue(&JsValue::UNDEFINED)).await;
    assert!(thrown.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&thrown, "name"), "NetworkError");
    assert_eq!(text(&thrown, "code"), "network");
    assert_eq!(text(&thrown, "method"), "GET");
    assert_eq!(
        text(&thrown, "url"),
        "http://127.0.0.1:3/api/v1/comfy/queue"
    );
    for absent in ["status", "body", "retryAfter"] {
        assert!(get(&thrown, absent).is_null(), "{absent}");
    }
    assert_eq!(json(&get(&thrown, "items")), "[]");
}

#[wasm_bindgen_test]
fn an_address_is_refused_or_made_fit() {
    let refused = [
        "",
        "  ",
        "localhost",
        "/api",
        "ftp://h",
        "file:///a",
        "http://u:p@h",
        "http://u@h",
        "http://h/?a=1",
        "http://h/#a",
        "javascript:alert(1)",
        "http://",
    ];
    for address in refused {
        let error = Client::new(address, "k").unwrap_err();
        assert_eq!(error.kind, ErrorKind::Usage, "{address}");
        assert!(
            error.message.starts_with("connecting: "),
            "{}",
            error.message
        );
    }
    let made_fit = [
        (" http://H:80/ ", "http://h"),
        ("https://h/pod//", "https://h/pod"),
        ("http://[::1]:8787/a b", "http://[::1]:8787/a%20b"),
    ];
    for (address, fit) in made_fit {
        assert_eq!(Client::new(address, "k").unwrap().base_url(), fit);
    }
}

#[wasm_bindgen_test]
fn a_key_that_no_header_can_carry_is_refused_and_not_repeated() {
    for key in ["a\nb", "a\u{0}b", "schlüssel", "🔑"] {
        let error = Client::new("http://h", key).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Usage);
        assert!(!error.message.contains(key));
    }
}

#[wasm_bindgen_test]
fn a_client_does_not_show_its_key() {
    let client = Client::new("http://h", "k-3f9a").unwrap();
    assert!(!format!("{client:?}").contains("k-3f9a"));
}

#[wasm_bindgen_test]
fn an_output_is_resolved_only_to_the_web() {
    let client = Client::new("http://h/pod", "k").unwrap();
    let resolve = |url: &str| client.resolve(url);
    assert_eq!(
        resolve("files/a.png").as_deref(),
        Some("http://h/pod/files/a.png")
    );
    assert_eq!(
        resolve("/files/a.png").as_deref(),
        Some("http://h/files/a.png")
    );
    assert_eq!(resolve("https://s/a").as_deref(), Some("https://s/a"));
    assert_eq!(resolve("javascript:alert(1)"), None);
    assert_eq!(resolve("data:text/html,a"), None);
}

#[wasm_bindgen_test]
async fn an_abort_with_any_reason_ends_the_call() {
    let reasons = js(
        "[undefined, null, 0, '', 'stop', Symbol('s'), Object.create(null), () => 1, new Error('e'), \
          new Proxy({}, {get() { throw 1; }})]",
    );
    for reason in Array::from(&reasons).iter() {
        let options =
            js("(() => { const c = new AbortController(); return {c, signal: c.signal}; })()");
        let call = deck().queue(&options);
        let abort: Function = get(&options, "c.abort").unchecked_into();
        abort.call1(&get(&options, "c"), &reason).unwrap();
        assert_eq!(text(&rejection(call).await, "name"), "AbortError");
    }
}

#[wasm_bindgen_test]
async fn a_signal_that_has_timed_out_is_a_timeout() {
    let options = js("{signal: AbortSignal.abort(new DOMException('late', 'TimeoutError'))}");
    let thrown = rejection(deck().queue(&options)).await;
    assert_eq!(text(&thrown, "name"), "TimeoutError");
}

#[wasm_bindgen_test]
async fn odd_values_are_refused_by_name_and_nothing_traps() {
    let odd = js(
        "[NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 60), {}, Object.create(null), new Date(), /a/, () => 1, \
          class {}, Symbol('s'), Promise.resolve(), new Map(), new Uint8Array(1), new ArrayBuffer(1), \
          new String('a'), new Number(1), Object(1n), [[1]], [1, {}], new Proxy({}, {}), \
          Proxy.revocable({}, {}).proxy, new Error('e'), globalThis, new WeakRef({})]",
    );
    for value in Array::from(&odd).iter() {
        let values = js_sys::Object::new();
        Reflect::set(&values, &"odd".into(), &value).unwrap();
        let thrown = deck()
            .run(&"w".into(), &values, &JsValue::UNDEFINED)
            .unwrap_err();
        assert_eq!(text(&thrown, "name"), "UsageError");
        assert!(text(&thrown, "message").contains("“odd”"), "{thrown:?}");
    }
}

#[wasm_bindgen_test]
async fn odd_arguments_are_refused_and_nothing_traps() {
    let odd = js(
        "[undefined, null, 0, NaN, 1n, true, '', {}, [], () => 1, Symbol('s'), Object.create(null), \
          new Proxy({}, {get() { throw new Error('no'); }})]",
    );
    for value in Array::from(&odd).iter() {
        let refused = [
            connect(&value).map(drop),
            deck().run(&value, &js("{}"), &JsValue::UNDEFINED).map(drop),
            deck().runs(&value, &JsValue::UNDEFINED).map(drop),
            deck().get_run(&value, &JsValue::UNDEFINED).map(drop),
            deck().cancel(&value, &JsValue::UNDEFINED).map(drop),
        ];
        for result in refused {
            assert_eq!(text(&result.unwrap_err(), "name"), "UsageError");
        }
    }
}
