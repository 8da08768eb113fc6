//! The playground: the page that makes a form of a workflow, runs it and shows the queue. Knows
//! the client; knows neither the service nor the engines behind it.

#![allow(
    unreachable_pub,
    reason = "leptos makes each component's properties a public type"
)]

mod app;
mod connection;
mod field;
mod form;
mod header;
mod icon;
mod poll;
mod queue;
mod result;
mod root;
mod runs;
mod storage;
mod text;
mod theme;
mod time;
mod workflow_picker;
mod workflows;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document's body. `www/start.js` calls it once.
#[wasm_bindgen]
pub fn start() {
    leptos::mount::mount_to_body(app::App);
}
