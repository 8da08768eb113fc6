//! The playground: the page that makes a form of a workflow, runs it and shows the queue. Knows
//! the client; knows neither the service nor the engines behind it.

#![allow(
    unreachable_pub,
    reason = "leptos makes each component's properties a public type"
)]

mod app;
mod call_log;
mod connection;
mod copy;
mod database;
mod deferred;
mod deferred_chunk;
mod developers;
mod eager;
mod element;
mod field;
mod form;
mod header;
mod icon;
mod language;
mod link;
mod messages;
mod notify;
mod poll;
mod problem;
mod queue;
mod reason;
mod result;
mod root;
mod runs;
mod save;
mod settings;
mod signal;
mod source;
mod storage;
mod text;
mod theme;
mod time;
mod workflow_picker;
mod workflows;

pub use queue::read_queue;

use js_sys::Function;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document's body. `www/start.js` calls it once, with its ways to read a
/// person's file, to write what a developer takes along, and to pack files into an archive, and with
/// what it has asked for already, if anything.
#[wasm_bindgen]
pub fn start(read_source: Function, write_out: Function, pack: Function, early: &JsValue) {
    crate::client::web::answered_early(early);
    let Some(body) = document().body() else {
        return;
    };
    let page = leptos::mount::mount_to_renderer(&body, || {
        provide_context(source::SourceReader::new(read_source));
        provide_context(developers::Developers::start(write_out));
        provide_context(result::Packer::new(pack));
        deferred::start(deferred_chunk::load);
        app::app()
    });
    page.forget();
}
