//! The client in a real browser: its forms, its files, its fetch.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    reason = "what a test cannot go on without fails it"
)]

use flowdeck::client::{Client, ErrorKind, Part, PartValue, RunOptions};
use flowdeck::npm::connect;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{AbortController, AbortSignal};

wasm_bindgen_test_configure!(run_in_browser);

/// What a JavaScript expression gives.
fn js(expression: &str) -> JsValue {
    let function = Function::new_no_args(&format!("return ({expression});"));
    function.call0(&JsValue::UNDEFINED).unwrap()
}

fn text(value: &JsValue, name: &str) -> Option<String> {
    Reflect::get(value, &name.into()).unwrap().as_string()
}

/// A client of port 3, which fetch allows and nobody listens on.
fn client() -> Client {
    Client::new("http://127.0.0.1:3", "k-3f9a").unwrap()
}

fn picture() -> Part {
    let file = js("new File([new Uint8Array([0, 255, 13, 10])], 'é.png', {type: 'image/png'})");
    Part::file("photo", file.unchecked_into())
}

/// In place of the browser's fetch, one that keeps the request and answers with a run; what stood
/// there comes back when it is dropped.
struct Fetch(JsValue);

impl Fetch {
    fn keeping() -> Self {
        let before = js("globalThis.fetch");
        js("globalThis.fetch = async (request) => {
            globalThis.kept = request.clone();
            const data = [{ run_id: 'r', workflow_id: 'w' }];
            return new Response(JSON.stringify({ status: 'success', data }));
        }");
        Self(before)
    }

    /// The request's address, key and parts, each file with its bytes.
    async fn kept() -> Array {
        let kept = js("(async () => {
            const form = await kept.formData();
            const parts = [];
            for (const [name, value] of form) {
                const file = value instanceof File;
                parts.push(file
                    ? `${name}=${value.name};${value.type};${new Uint8Array(await value.arrayBuffer())}`
                    : `${name}=${value}`);
            }
            return [`${kept.method} ${kept.url}`, kept.headers.get('X-API-KEY'), ...parts];
        })()");
        JsFuture::from(Promise::from(kept))
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
async fn a_run_is_a_form_with_its_files_as_they_are() {
    let _fetch = Fetch::keeping();
    let blob = js("new Blob(['m'], {type: 'image/webp'})").unchecked_into();
    let mask = Part {
        name: "mask".into(),
        value: PartValue::File(blob, "blob".into()),
    };
    let parts = [
        Part::text("title", "Ü 🎈"),
        picture(),
        mask,
        Part::text("title", ""),
    ];
    let options = RunOptions {
        group_id: Some("g&1".into()),
        ..RunOptions::default()
    };
    let entries = client().run("a b/ü", &parts, options).await.unwrap();
    assert_eq!(entries[0].run_id, "r");
    let kept: Vec<_> = Fetch::kept()
        .await
        .iter()
        .filter_map(|text| text.as_string())
        .collect();
    assert_eq!(
        kept,
        [
            "POST http://127.0.0.1:3/api/v1/runs?workflow_id=a+b%2F%C3%BC&group_id=g%261",
            "k-3f9a",
            "title=Ü 🎈",
            "photo=é.png;image/png;0,255,13,10",
            "mask=blob;image/webp;109",
            "title=",
        ]
    );
}

#[wasm_bindgen_test]
async fn a_deployment_out_of_reach_is_a_network_error_that_names_cors() {
    let error = client().queue(None).await.unwrap_err();
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
async fn an_upload_out_of_reach_is_a_network_error() {
    let result = client()
        .run("poster", &[picture()], RunOptions::default())
        .await;
    assert_eq!(result.unwrap_err().kind, ErrorKind::Network);
}

/// A fetch that gives no answer until it is aborted.
fn endless() -> Fetch {
    let before = js("globalThis.fetch");
    js(
        "globalThis.fetch = ({ signal }) => new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
        globalThis.asked?.();
    })",
    );
    Fetch(before)
}

#[wasm_bindgen_test]
async fn an_abort_before_or_during_a_call_ends_it() {
    let _fetch = endless();
    let error = client()
        .queue(Some(&AbortSignal::abort()))
        .await
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Aborted);

    let controller = AbortController::new().unwrap();
    let abort = controller.clone();
    let asked = Closure::<dyn Fn()>::new(move || abort.abort_with_reason(&"no Error".into()));
    Reflect::set(&js_sys::global(), &"asked".into(), asked.as_ref()).unwrap();
    let error = client()
        .queue(Some(&controller.signal()))
        .await
        .unwrap_err();
    Reflect::delete_property(&js_sys::global(), &"asked".into()).unwrap();
    assert_eq!(error.kind, ErrorKind::Aborted);
}

#[wasm_bindgen_test]
async fn a_signal_of_a_timeout_is_a_timeout() {
    let _fetch = endless();
    let error = client()
        .queue(Some(&AbortSignal::timeout_with_u32(1)))
        .await
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Timeout);
}

#[wasm_bindgen_test]
async fn the_signal_of_another_window_will_do() {
    let _fetch = endless();
    let signal = js("(() => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        return frame.contentWindow.AbortSignal.abort();
    })()");
    let options = js_sys::Object::new();
    Reflect::set(&options, &"signal".into(), &signal).unwrap();
    let deck = connect(&js("{baseUrl: 'http://127.0.0.1:3', apiKey: 'k'}")).unwrap();
    let thrown = JsFuture::from(deck.queue(&options).unwrap())
        .await
        .unwrap_err();
    assert_eq!(text(&thrown, "name").as_deref(), Some("AbortError"));
}
