//! The way requests are sent: what differs between a page, the npm package in a browser and Node.

use wasm_bindgen::JsValue;

use super::request::{Attempt, Request};
use super::sent::Sent;

/// A way to send requests.
pub trait Transport {
    /// Starts to send a request. It ends when the request's signal fires.
    ///
    /// # Errors
    /// Whatever JavaScript threw.
    fn send(&self, request: &Request<'_>) -> Result<Sent, JsValue>;

    /// Called with each attempt when it has ended.
    fn observe(&self, _attempt: &Attempt<'_>) {}
}
