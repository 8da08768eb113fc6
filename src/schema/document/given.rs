//! A schema that a program hands back, as JSON text: it is ours, so that it is taken as it is or not
//! at all. Does not know how it came over.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::schema::words::quoted;
use crate::schema::{Field, InputSchema, Output};

/// What a program is to give.
const WAY_OUT: &str = "pass the `schema` that inputSchema returned";

/// The schema of a JSON text.
///
/// # Errors
/// Why it is none, and what to give.
pub fn given(text: &str) -> Result<InputSchema, String> {
    serde_json::from_str(text).map_err(|_| {
        let why = match serde_json::from_str(text) {
            Ok(value) => why_none(&value),
            Err(why) => format!("it is not JSON: {why}"),
        };
        format!("{why}; {WAY_OUT}")
    })
}

fn why_none(value: &Value) -> String {
    let Some(object) = value.as_object() else {
        return match value {
            Value::Null => "it is null or undefined".to_owned(),
            _ => "it is not an object".to_owned(),
        };
    };
    if object.contains_key("schema") {
        return "it is an object that contains a `schema`".to_owned();
    }
    first_fault::<Field>(object.get("fields"), "fields")
        .or_else(|| first_fault::<Output>(object.get("outputs"), "outputs"))
        .unwrap_or_else(|| "it is not a schema".to_owned())
}

/// Why a list is none of such items.
fn first_fault<T: DeserializeOwned>(list: Option<&Value>, name: &str) -> Option<String> {
    let Some(items) = list.and_then(Value::as_array) else {
        return Some(format!("it has no `{name}` list"));
    };
    let wrong = |item: &Value| serde_json::from_value::<T>(item.clone()).is_err();
    let place = items.iter().position(wrong)?;
    let called = items[place].get("name").and_then(Value::as_str);
    let called = called.map(|name| format!(" {}", quoted(name)));
    let called = called.unwrap_or_default();
    Some(format!(
        "item {} of its `{name}`{called} is not what inputSchema returns",
        place + 1
    ))
}
