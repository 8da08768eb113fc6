//! Form values: from a JavaScript object to the parts of a form. Does not know the schema.

use js_sys::{Array, BigInt, Number};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, File};

use super::error::{usage, words};
use crate::client::{Part, PartValue};

#[wasm_bindgen]
extern "C" {
    // js-sys declares it as never throwing; a getter or a proxy may.
    #[wasm_bindgen(catch, js_namespace = Object, js_name = entries)]
    fn entries(values: &JsValue) -> Result<Array, JsValue>;

    #[wasm_bindgen(js_name = String)]
    fn number_text(number: &JsValue) -> String;
}

/// The parts for `{field: value}`, in its order. A value is a string, number, bigint, boolean,
/// `Blob` or `File`, or an array of these, which gives several parts of one name. `null` and
/// `undefined` are values not given; `0` and `''` are given.
///
/// # Errors
/// `UsageError` when it is no such object; it names the field.
pub(super) fn parts(values: &JsValue) -> Result<Vec<Part>, JsValue> {
    let mut parts = Vec::new();
    if values.is_undefined() || values.is_null() {
        return Ok(parts);
    }
    let plain = values.is_object() && !is_iterable(values) && !values.is_instance_of::<Blob>();
    if !plain {
        return Err(refused("give the values as an object: {field: value}"));
    }
    for entry in entries(values).map_err(|error| refused(&words(&error)))? {
        let entry: Array = entry.unchecked_into();
        let name = entry.get(0).as_string().unwrap_or_default();
        push(&mut parts, &name, &entry.get(1))?;
    }
    Ok(parts)
}

fn push(parts: &mut Vec<Part>, name: &str, value: &JsValue) -> Result<(), JsValue> {
    let Some(items) = value.dyn_ref::<Array>() else {
        parts.extend(part(name, value)?);
        return Ok(());
    };
    for item in items.iter() {
        parts.extend(part(name, &item)?);
    }
    Ok(())
}

/// The part of one value; `None` for a value not given.
fn part(name: &str, value: &JsValue) -> Result<Option<Part>, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    if let Some(file) = value.dyn_ref::<File>() {
        return Ok(Some(Part::file(name, file.clone())));
    }
    if let Some(blob) = value.dyn_ref::<Blob>() {
        let value = PartValue::File(blob.clone(), "blob".to_owned());
        let name = name.to_owned();
        return Ok(Some(Part { name, value }));
    }
    let text = text(value).map_err(|why| refused(&format!("“{name}” {why}")))?;
    Ok(Some(Part::text(name, text)))
}

fn text(value: &JsValue) -> Result<String, &'static str> {
    if let Some(text) = value.as_string() {
        return Ok(text);
    }
    if let Some(flag) = value.as_bool() {
        return Ok(flag.to_string());
    }
    if let Some(integer) = value.dyn_ref::<BigInt>() {
        let digits = integer.to_string(10).map(String::from);
        return digits.map_err(|_| "is a bigint that has no digits");
    }
    match value.as_f64() {
        Some(number) if !number.is_finite() => Err("must be a finite number"),
        Some(number) if number.fract() == 0.0 && !Number::is_safe_integer(value) => Err(
            "is too great for a JavaScript number, which would change its digits; give a bigint \
             or a string",
        ),
        Some(_) => Ok(number_text(value)),
        None => Err(
            "must be a string, number, bigint, boolean, Blob or File, or an array of these; bytes \
             go into a Blob: new Blob([bytes], { type })",
        ),
    }
}

fn is_iterable(value: &JsValue) -> bool {
    js_sys::Reflect::get(value, &js_sys::Symbol::iterator())
        .is_ok_and(|found| !found.is_undefined())
}

fn refused(why: &str) -> JsValue {
    usage(format!("reading the values of a run: {why}"))
}
