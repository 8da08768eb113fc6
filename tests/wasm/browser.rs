//! The client in a real browser: forms, files and fetch.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a failed precondition fails the test")]

use client::ErrorKind;
use client_web::{CallOptions, Client, FormPart};
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{AbortController, AbortSignal};

wasm_bindgen_test_configure!(run_in_browser);

/// The value of a JavaScript expression.
fn js(expression: &str) -> JsValue {
    let function = Function::new_no_args(&format!("return ({expression});"));
    function.call0(&JsValue::UNDEFINED).unwrap()
}

/// A client for port 3, which fetch allows and nothing listens on.
fn client() -> Client {
    Client::new("http://127.0.0.1:3", "k-3f9a").unwrap()
}

fn image() -> FormPart {
    let file = js("new File([new Uint8Array([0, 255, 13, 10])], 'é.png', {type: 'image/png'})");
    FormPart::file("photo", file.unchecked_into(), None)
}

/// Replaces the browser's fetch until it is dropped.
struct Fetch(JsValue);

impl Fetch {
    /// A fetch that records the request and returns a run.
    fn recording() -> Self {
        let before = js("globalThis.fetch");
        js("globalThis.fetch = async (request) => {
            globalThis.recorded = request.clone();
            const data = [{ run_id: 'r', workflow_id: 'w' }];
            return new Response(JSON.stringify({ status: 'success', data }));
        }");
        Self(before)
    }

    /// The recorded request: method and URL, key, and parts with the bytes of files.
    async fn recorded() -> Array {
        let recorded = js("(async () => {
            const form = await recorded.formData();
            const parts = [];
            for (const [name, value] of form) {
                const file = value instanceof File;
                parts.push(file
                    ? `${name}=${value.name};${value.type};${new Uint8Array(await value.arrayBuffer())}`
                    : `${name}=${value}`);
            }
            return [`${recorded.method} ${recorded.url}`, recorded.headers.get('X-API-KEY'), ...parts];
        })()");
        JsFuture::from(Promise::from(recorded))
            .await
            .unwrap()
            .unchecked_into()
    }
}

impl Drop for Fetch {
    fn drop(&mut self) {
        let _ = Reflect::set(&js_sys::global(), &"fetch".into(), &self.0);
    }
}

#[wasm_bindgen_test]
async fn a_run_is_a_form_with_unchanged_files() {
    let _fetch = Fetch::recording();
    let blob = js("new Blob(['m'], {type: 'image/webp'})").unchecked_into();
    let parts = [
        FormPart::text("title", "Ü 🎈"),
        image(),
        FormPart::file("mask", blob, None),
        FormPart::text("title", ""),
    ];
    let options = CallOptions::default();
    let run = client().run("a b/ü", &parts, Some("g"), options).await;
    let entries = run.unwrap();
    assert_eq!(entries[0].run_id, "r");
    let recorded: Vec<_> = Fetch::recorded()
        .await
        .iter()
        .filter_map(|text| text.as_string())
        .collect();
    assert_eq!(
        recorded,
        [
            "POST http://127.0.0.1:3/api/v1/runs?workflow_id=a%20b%2F%C3%BC&group_id=g",
            "k-3f9a",
            "title=Ü 🎈",
            "photo=é.png;image/png;0,255,13,10",
            "mask=blob;image/webp;109",
            "title=",
        ]
    );
}

#[wasm_bindgen_test]
async fn an_unreachable_deployment_is_a_network_error_that_mentions_cors() {
    let error = client().queue().await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::Network);
    assert!(error.message.contains("CORS"), "{error}");
    assert!(
        error
            .message
            .ends_with("(GET http://127.0.0.1:3/api/v1/comfy/queue)"),
        "{error}"
    );
}

#[wasm_bindgen_test]
async fn an_upload_to_an_unreachable_deployment_is_a_network_error() {
    let result = client()
        .run("poster", &[image()], None, CallOptions::default())
        .await;
    assert_eq!(result.unwrap_err().kind, ErrorKind::Network);
}

/// A fetch that does not respond until it is aborted.
fn hanging_fetch() -> Fetch {
    let before = js("globalThis.fetch");
    js(
        "globalThis.fetch = ({ signal }) => new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
        globalThis.requested?.();
    })",
    );
    Fetch(before)
}

/// The error of a run that this signal aborts.
async fn aborted_by(signal: AbortSignal, progress: Option<Function>) -> ErrorKind {
    let options = CallOptions {
        signal: Some(signal),
        progress,
        ..CallOptions::default()
    };
    let run = client();
    let result = run.run("poster", &[image()], None, options).await;
    result.unwrap_err().kind
}

#[wasm_bindgen_test]
async fn an_abort_before_or_during_a_call_ends_it() {
    let _fetch = hanging_fetch();
    assert_eq!(
        aborted_by(AbortSignal::abort(), None).await,
        ErrorKind::Aborted
    );

    let controller = AbortController::new().unwrap();
    let abort = controller.clone();
    let requested =
        Closure::<dyn Fn()>::new(move || abort.abort_with_reason(&"not an Error".into()));
    Reflect::set(&js_sys::global(), &"requested".into(), requested.as_ref()).unwrap();
    let kind = aborted_by(controller.signal(), None).await;
    Reflect::delete_property(&js_sys::global(), &"requested".into()).unwrap();
    assert_eq!(kind, ErrorKind::Aborted);
}

#[wasm_bindgen_test]
async fn a_timeout_signal_is_a_timeout_error() {
    let _fetch = hanging_fetch();
    assert_eq!(
        aborted_by(AbortSignal::timeout_with_u32(1), None).await,
        ErrorKind::Timeout
    );
}

#[wasm_bindgen_test]
async fn a_signal_of_another_window_aborts_a_call() {
    let _fetch = hanging_fetch();
    let signal = js("(() => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        return frame.contentWindow.AbortSignal.abort();
    })()");
    assert_eq!(
        aborted_by(signal.unchecked_into(), None).await,
        ErrorKind::Aborted
    );
}

#[wasm_bindgen_test]
async fn an_upload_with_progress_fails_like_one_without() {
    let progress = || Some(Function::new_no_args(""));
    assert_eq!(
        aborted_by(AbortSignal::abort(), progress()).await,
        ErrorKind::Aborted
    );
    let never = AbortController::new().unwrap().signal();
    assert_eq!(aborted_by(never, progress()).await, ErrorKind::Network);
}

#[wasm_bindgen_test]
fn a_file_part_has_a_name_type_and_size_for_checks() {
    let info = format!("{:?}", image().input());
    assert!(
        info.contains("image/png") && info.contains("é.png") && info.contains("size: 4"),
        "{info}"
    );
}

#[wasm_bindgen_test]
fn an_address_is_rejected_or_cleaned() {
    for address in [
        "",
        "localhost",
        "/api",
        "ftp://h",
        "http://u:p@h",
        "http://h/?a=1",
        "http://",
    ] {
        let error = Client::new(address, "k").unwrap_err();
        assert_eq!(error.kind, ErrorKind::Usage, "{address}");
    }
    let cleaned = Client::new(" http://H:80/a b/ ", "k").unwrap();
    assert_eq!(cleaned.base_url(), "http://h/a%20b");
}

#[wasm_bindgen_test]
fn a_client_does_not_show_its_key() {
    assert!(!format!("{:?}", client()).contains("k-3f9a"));
}
