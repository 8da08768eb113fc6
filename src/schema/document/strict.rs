//! Strictly reads a schema that inputSchema returned and a program passes back. Does not know the
//! caller.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::field::Field;
use crate::input_schema::{InputSchema, Output};
use crate::truncate::quoted;

/// The advice for the caller.
const ADVICE: &str = "pass the `schema` that inputSchema returned";

/// Parses a schema from JSON text.
///
/// # Errors
/// The reason why it is not a schema, and what to pass instead.
pub fn read_strict(text: &str) -> Result<InputSchema, String> {
    serde_json::from_str(text).map_err(|_| {
        let why = match serde_json::from_str(text) {
            Ok(value) => describe_mismatch(&value),
            Err(why) => format!("it is not JSON: {why}"),
        };
        format!("{why}; {ADVICE}")
    })
}

fn describe_mismatch(value: &Value) -> String {
    let Some(object) = value.as_object() else {
        return match value {
            Value::Null => "it is null or undefined".to_owned(),
            _ => "it is not an object".to_owned(),
        };
    };
    if object.contains_key("schema") {
        return "it is an object that contains a `schema`".to_owned();
    }
    first_mismatch::<Field>(object.get("fields"), "fields")
        .or_else(|| first_mismatch::<Output>(object.get("outputs"), "outputs"))
        .unwrap_or_else(|| "it is not a schema".to_owned())
}

/// The first item of a list that is not a `T`.
fn first_mismatch<T: DeserializeOwned>(list: Option<&Value>, name: &str) -> Option<String> {
    let Some(items) = list.and_then(Value::as_array) else {
        return Some(format!("it has no `{name}` list"));
    };
    let is_wrong = |item: &Value| serde_json::from_value::<T>(item.clone()).is_err();
    let mut items = items.iter().enumerate();
    let (index, wrong) = items.find(|(_, item)| is_wrong(item))?;
    let called = wrong.get("name").and_then(Value::as_str);
    let called = called.map(|name| format!(" {}", quoted(name)));
    let called = called.unwrap_or_default();
    Some(format!(
        "item {} of its `{name}`{called} is not what inputSchema returns",
        index + 1
    ))
}
