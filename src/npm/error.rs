//! Errors as JavaScript knows them: an `Error` with `name`, `code` and what else is known. Does not
//! know the classes that the facade makes of them.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::view::to_js;
use crate::client::{Error, ErrorKind};

/// The `Error` that is thrown for a client's error: `name`, `code`, `method`, `url`, `status`,
/// `body`, `items`, `retryAfter`; `null` where there is none.
pub(super) fn thrown(error: Error) -> JsValue {
    let thrown = JsValue::from(js_sys::Error::new(&error.message));
    let items = to_js(&error.items).unwrap_or_else(|_| js_sys::Array::new().into());
    let properties = [
        ("name", name(error.kind).into()),
        ("code", error.kind.code().into()),
        ("method", text(error.method)),
        ("url", text(&error.url)),
        ("status", error.status.map_or(JsValue::NULL, JsValue::from)),
        ("body", error.body.map_or(JsValue::NULL, JsValue::from)),
        ("items", items),
        (
            "retryAfter",
            error.retry_after.map_or(JsValue::NULL, JsValue::from),
        ),
    ];
    for (property, value) in properties {
        // A fresh object takes every property.
        let _ = Reflect::set(&thrown, &property.into(), &value);
    }
    thrown
}

/// The `UsageError` for what JavaScript handed over.
pub(super) fn usage(message: impl Into<String>) -> JsValue {
    thrown(Error::input(message))
}

/// What JavaScript code threw at us, in words.
pub(super) fn words(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).unwrap_or_default();
    let message = message.as_string().or_else(|| thrown.as_string());
    message.unwrap_or_else(|| "an error without words".to_owned())
}

fn text(text: &str) -> JsValue {
    if text.is_empty() {
        JsValue::NULL
    } else {
        text.into()
    }
}

fn name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Validation => "ValidationError",
        ErrorKind::Authentication => "AuthenticationError",
        ErrorKind::QueueFull => "QueueFullError",
        ErrorKind::NotFound => "NotFoundError",
        ErrorKind::Http => "HttpError",
        ErrorKind::Network => "NetworkError",
        ErrorKind::Timeout => "TimeoutError",
        ErrorKind::Aborted => "AbortError",
        ErrorKind::Decode => "DecodeError",
        ErrorKind::Usage => "UsageError",
    }
}
