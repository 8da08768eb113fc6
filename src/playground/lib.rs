//! The playground: the page with a workflow's form, its runs and the queue. Knows the client, but neither the
//! service nor the engines.

#![warn(clippy::indexing_slicing)]

mod app;
mod archive;
mod call_log;
mod capture;
mod charset;
mod connection;
mod copy;
mod csv;
mod database;
mod deferred;
mod deferred_chunk;
mod developers;
mod entered;
mod example_file;
mod exposure;
mod field;
mod file_list;
mod file_names;
mod file_reader;
mod file_url;
mod filter_toggle;
mod first_visit;
mod form;
mod header;
mod icon;
mod image_editor;
mod language;
mod listing;
mod media_query;
mod messages;
mod monitoring;
mod notify;
mod output_drag;
mod output_kind;
mod page_link;
mod palette;
mod poll;
mod problem;
mod promise;
mod question;
mod queue;
mod reason;
mod result;
mod reveal;
mod runs;
mod save;
mod settings;
mod share;
mod sound;
mod spawn_now;
mod storage;
mod text;
mod theme;
mod time;
mod undo;
mod workflows;

pub use queue::read_queue;

use js_sys::Function;
use ui::document;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Adds the page to the document's body. `www/start.js` calls it once. It passes its functions that read a
/// file, write code and schema documents, and pack an archive, and its early response, if any.
#[wasm_bindgen]
pub fn start(read_source: Function, write_out: Function, pack: Function, early: &JsValue) {
    client_web::answered_early(early);
    let Some(body) = document().body() else {
        return;
    };
    let page = ui::mount_to_renderer(&body, || {
        deferred::start(deferred_chunk::load);
        app::provide_state(
            file_reader::FileReader::new(read_source),
            developers::Developers::start(write_out),
            archive::Packer::new(pack),
        );
        app::app()
    });
    page.forget();
}

/// Smaller and faster than the standard allocator; its size counts in a page's first load.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
