//! The transport of a page written in Rust: fetch, or XMLHttpRequest for a call that reports its upload
//! progress.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsValue;

use super::request::{Attempt, Request};
use super::sent::Sent;
use super::transport::Transport;
use super::{early, fetch, xhr};

/// Called with each attempt when it has ended.
pub type Observer = fn(&Attempt<'_>);

/// The transport of a page.
#[derive(Clone, Default)]
pub struct Browser {
    pub(super) observer: Option<Observer>,
    /// Whether the deployment's listing says that it reads idempotency keys.
    pub(super) reads_idempotency_key: Rc<Cell<bool>>,
}

impl Transport for Browser {
    fn send(&self, request: &Request<'_>) -> Result<Sent, JsValue> {
        match (early::answer(request), request.progress) {
            (Some(answer), _) => Ok(Sent::Fetch(answer)),
            (None, Some(progress)) => xhr::send(request, progress),
            (None, None) => fetch::send(request),
        }
    }

    fn observe(&self, attempt: &Attempt<'_>) {
        if let Some(observer) = self.observer {
            observer(attempt);
        }
    }
}
