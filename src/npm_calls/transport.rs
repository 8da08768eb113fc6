//! The transport of the npm package: a function like fetch, or XMLHttpRequest for upload progress in a browser.

use js_sys::Function;
use wasm_bindgen::JsValue;

use client_web::{Request, Sent, Transport, fetch, form, xhr};

/// How the package sends requests.
#[derive(Clone)]
pub(crate) struct PackageTransport {
    /// The platform's or the caller's own.
    pub(crate) fetch: Function,
    /// What it can do.
    pub(crate) kind: Kind,
}

/// What a function like fetch can do.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// It sends forms and reports no progress.
    Fetch,
    /// The same in a browser, where XMLHttpRequest sends what reports its progress.
    Browser,
    /// It sends lists of parts, and reports progress: `www/npm/fetch-node.js`, which streams files from disk.
    Parts,
}

impl Transport for PackageTransport {
    fn send(&self, request: &Request<'_>) -> Result<Sent, JsValue> {
        match (self.kind, request.progress) {
            (Kind::Browser, Some(progress)) => xhr::send(request, progress),
            (Kind::Parts, _) => {
                let parts = request.parts.map(AsRef::as_ref);
                fetch::send_by(&self.fetch, request, parts)
            }
            _ => {
                let form = request.parts.map(form).transpose()?;
                fetch::send_by(&self.fetch, request, form.as_ref().map(AsRef::as_ref))
            }
        }
    }
}
