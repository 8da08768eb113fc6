//! The answer to a call, for JavaScript.

use js_sys::{JSON, Uint8Array};
use wasm_bindgen::prelude::*;

use client_web::failed;

/// The answer to a call, not read yet: the facade reads it outside the promise, so that a body too large for
/// WebAssembly's memory is an exception and not a promise that never settles.
#[wasm_bindgen]
pub struct Answer(client_web::Answer);

#[wasm_bindgen]
impl Answer {
    /// The body.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Uint8Array {
        self.0.body()
    }

    /// The normalised data (`src/api/shapes.rs`). Ends the answer: until JavaScript's garbage collection, its
    /// body would stay in memory.
    ///
    /// # Errors
    /// The details of a decode error.
    pub fn read(self) -> Result<JsValue, JsValue> {
        let text = self.0.read(|data| data.to_text()).map_err(failed)?;
        JSON::parse(&text)
    }
}

impl From<client_web::Answer> for Answer {
    fn from(answer: client_web::Answer) -> Self {
        Self(answer)
    }
}
