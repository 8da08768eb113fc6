//! The chunk of the page's WebAssembly that loads later: the deferred functions of every region. Only
//! `playground.rs` knows it.

use js_sys::Promise;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

use super::deferred::Task;
use super::{
    connection, developers, exposure, field, first_visit, form, header, palette, problem, queue,
    reason, result, runs, sound, undo, workflows,
};
use ui::{document, el, read_templates};

/// Loads the chunk. Returns whether that succeeded.
pub(super) fn load() -> Task<bool> {
    Box::pin(async {
        let Ok(styles) = fill().await else {
            return false;
        };
        // Without its styles, everything still works.
        let _ = JsFuture::from(styles).await;
        true
    })
}

#[cfg(split)]
use split::fill;

/// The page is split here.
#[cfg(split)]
#[allow(
    unsafe_code,
    reason = "the macro declares an extern function and calls it"
)]
mod split {
    use js_sys::Promise;
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    #[wasm_split(later, fallible)]
    pub(super) fn fill() -> Result<Promise, SplitLoaderError> {
        Ok(super::fill_now())
    }
}

/// Tests and lints use a page in one piece.
#[cfg(not(split))]
async fn fill() -> Result<Promise, wasm_split_helpers::SplitLoaderError> {
    Ok(fill_now())
}

/// Fills every function, and begins to load the styles. Only the split calls it.
fn fill_now() -> Promise {
    reason::fill_deferred();
    sound::fill_deferred();
    problem::fill_deferred();
    undo::fill_deferred();
    connection::deferred::fill();
    field::deferred::fill();
    first_visit::deferred::fill();
    header::menu::fill_deferred();
    form::deferred::fill();
    workflows::deferred::fill();
    palette::deferred::fill();
    runs::deferred::fill();
    result::deferred::fill();
    queue::deferred::fill();
    developers::deferred::fill();
    exposure::deferred::fill();
    read_templates();
    load_styles()
}

/// Loads the styles of what only the chunk shows.
fn load_styles() -> Promise {
    Promise::new(&mut |resolve, _| {
        let link = el("link", "")
            .attr("rel", "stylesheet")
            .attr("href", "styles/later.css");
        let link: &HtmlElement = link.node().unchecked_ref();
        link.set_onload(Some(&resolve));
        link.set_onerror(Some(&resolve));
        if let Some(head) = document().head() {
            let _ = head.append_child(link);
        }
    })
}
