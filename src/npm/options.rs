//! Ids and options as JavaScript hands them over. Does not know what is done with them.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::AbortSignal;

use super::error::{usage, words};

/// A property of an options object; undefined where there is no object.
///
/// # Errors
/// `UsageError` when the options are no object, or reading them throws.
pub(super) fn get(options: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    if options.is_undefined() || options.is_null() {
        return Ok(JsValue::UNDEFINED);
    }
    if !options.is_object() {
        return Err(usage("reading the options: they must be an object"));
    }
    Reflect::get(options, &name.into()).map_err(|error| {
        let why = words(&error);
        usage(format!("reading the option {name}: {why}"))
    })
}

/// An optional option that is text.
///
/// # Errors
/// `UsageError` when it is something else.
pub(super) fn text(options: &JsValue, what: &str, name: &str) -> Result<Option<String>, JsValue> {
    let value = get(options, name)?;
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    let text = value.as_string();
    text.map(Some)
        .ok_or_else(|| usage(format!("{what}: {name} must be a string")))
}

/// A workflow's, group's or run's id: text with something in it.
///
/// # Errors
/// `UsageError` when it is something else.
pub(super) fn id(value: &JsValue, what: &str, noun: &str) -> Result<String, JsValue> {
    let id = value.as_string().filter(|id| !id.trim().is_empty());
    id.ok_or_else(|| {
        usage(format!(
            "{what}: the {noun} must be a string that is not empty"
        ))
    })
}

/// The option `signal`. Any object that looks like an `AbortSignal` will do: it may come from
/// another window or from a polyfill.
///
/// # Errors
/// `UsageError` when it is something else.
pub(super) fn signal(options: &JsValue, what: &str) -> Result<Option<AbortSignal>, JsValue> {
    let signal = get(options, "signal")?;
    if signal.is_undefined() || signal.is_null() {
        return Ok(None);
    }
    let has = |name: &str, fits: fn(&JsValue) -> bool| {
        Reflect::get(&signal, &name.into()).is_ok_and(|value| fits(&value))
    };
    let looks_like_one = has("aborted", |value| value.as_bool().is_some())
        && has("addEventListener", JsValue::is_function)
        && has("removeEventListener", JsValue::is_function);
    if !looks_like_one {
        return Err(usage(format!("{what}: signal must be an AbortSignal")));
    }
    Ok(Some(signal.unchecked_into()))
}
