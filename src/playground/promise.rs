//! Promises: those of the functions in `www/start.js`, and a pause.

use std::time::Duration;

use js_sys::Promise;
use ui::set_timeout;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The text that a function promised.
///
/// # Errors
/// The function's own error message.
pub(crate) async fn text(promise: Result<JsValue, JsValue>) -> Result<String, String> {
    let promise: Promise = promise
        .map_err(|why| message(&why))?
        .dyn_into()
        .map_err(|_| "the page's start does not fit it")?;
    let text = JsFuture::from(promise).await.map_err(|why| message(&why))?;
    Ok(text.as_string().unwrap_or_default())
}

/// Resolves after this many milliseconds.
pub(crate) async fn pause(ms: u32) {
    let mut start = |resolve: js_sys::Function, _| {
        let resolve = move || drop(resolve.call0(&JsValue::UNDEFINED));
        set_timeout(resolve, Duration::from_millis(u64::from(ms)));
    };
    let _ = JsFuture::from(Promise::new(&mut start)).await;
}

/// The message of a JavaScript error.
fn message(why: &JsValue) -> String {
    let error = why.dyn_ref::<js_sys::Error>();
    let text = error.map(|error| String::from(error.message()));
    text.or_else(|| why.as_string())
        .unwrap_or_else(|| "it could not be read".to_owned())
}
