//! Describes errors for JavaScript, from which the facade of the npm package creates its error classes.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char pulls in encoding code, which would enlarge the first load"
)]

use js_sys::JSON;
use wasm_bindgen::JsValue;

use api::{Loc, ValidationItem};
use json::write_text;

use client::Error;
use client::digits;

/// `{message, code, method, url, body, status, retryAfter, items}`. Missing values are empty or `null`.
pub fn failed(error: Error) -> JsValue {
    JSON::parse(&details(&error)).unwrap_or_default()
}

fn details(error: &Error) -> String {
    let mut out = String::new();
    let words = [
        ("{\"message\":", &*error.message),
        (",\"code\":", error.kind.code()),
        (",\"method\":", error.method),
        (",\"url\":", &error.url),
    ];
    for (name, word) in words {
        out.push_str(name);
        write_text(word, &mut out);
    }
    if let Some(body) = &error.body {
        out.push_str(",\"body\":");
        write_text(body, &mut out);
    }
    let numbers = [
        (",\"status\":", error.status.map(u32::from)),
        (",\"retryAfter\":", error.retry_after),
    ];
    for (name, number) in numbers {
        out.push_str(name);
        out.push_str(&number.map_or_else(|| "null".to_owned(), digits));
    }
    out.push_str(",\"items\":");
    items(&error.items, &mut out);
    out.push_str("}");
    out
}

/// Appends field errors in the contract's format.
fn items(items: &[ValidationItem], out: &mut String) {
    let mut separator = "[";
    for item in items {
        out.push_str(separator);
        separator = ",";
        out.push_str("{\"loc\":[");
        for (index, step) in item.loc.iter().enumerate() {
            if index > 0 {
                out.push_str(",");
            }
            match step {
                Loc::Name(name) => write_text(name, out),
                Loc::Index(index) => out.push_str(&digits(u32::try_from(*index).unwrap_or(0))),
            }
        }
        out.push_str("],\"msg\":");
        write_text(&item.msg, out);
        out.push_str(",\"type\":");
        write_text(&item.kind, out);
        out.push_str("}");
    }
    out.push_str(if items.is_empty() { "[]" } else { "]" });
}
