//! The schema of an answer, from its type: doc comments become descriptions. What a type does not show follows from how
//! answers are written: a member that may be missing is never null, and a text that is named `…_at` or `…_until` is a
//! time. Knows no type.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schema of what is written for this type. Members that are always there and never null are required.
pub(in crate::http::routes) fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    if let Some(members) = schema.as_object_mut() {
        members.remove("title");
    }
    tidy(&mut schema);
    schema
}

/// The same without required members: clients that were generated before do not rely on any.
pub(in crate::http::routes) fn without_required<T: JsonSchema>() -> Value {
    let mut schema = schema::<T>();
    drop_required(&mut schema);
    schema
}

fn drop_required(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.remove("required");
            members.values_mut().for_each(drop_required);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_required),
        _ => {}
    }
}

fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            simplify(members);
            members.values_mut().for_each(tidy);
            if members.contains_key("properties") {
                tidy_members(members);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Writes a schema as people would: the names of an enum in one list, a schema or null as a list of types, and no names
/// of Rust's numbers.
fn simplify(schema: &mut Map<String, Value>) {
    if schema.get("type").is_some_and(|kind| kind != "string") {
        schema.remove("format");
    }
    // Those with a description of their own, and a list of all others.
    let names = schema.get("oneOf").and_then(Value::as_array).map(|all| {
        let one = |part: &Value| part.get("const").cloned();
        let list = |part: &Value| part["enum"].as_array().cloned().unwrap_or_default();
        let names = all
            .iter()
            .flat_map(|part| one(part).map_or_else(|| list(part), |one| vec![one]));
        names.collect::<Value>()
    });
    if let Some(names) = names {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), names);
    }
    let alternatives = schema.get("anyOf").and_then(Value::as_array).cloned();
    if let Some([Value::Object(one), null]) = alternatives.as_deref()
        && null["type"] == "null"
    {
        let mut one = one.clone();
        simplify(&mut one);
        one["type"] = json!([one["type"], "null"]);
        one.append(schema);
        one.remove("anyOf");
        *schema = one;
    }
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

fn tidy_members(object: &mut Map<String, Value>) {
    let always: Vec<String> = object
        .get("required")
        .and_then(Value::as_array)
        .map_or_else(Vec::new, |names| {
            let names = names.iter().filter_map(Value::as_str);
            names.map(str::to_owned).collect()
        });
    let mut required = Vec::new();
    let members = object.get_mut("properties").and_then(Value::as_object_mut);
    for (name, schema) in members.into_iter().flatten() {
        let may_be_null = schema["type"]
            .as_array()
            .is_some_and(|kinds| kinds.contains(&json!("null")));
        match (always.contains(name), may_be_null) {
            (true, false) => required.push(json!(name)),
            (false, true) => schema["type"] = schema["type"][0].take(),
            _ => {}
        }
        if ["_at", "_until"].iter().any(|end| name.ends_with(end)) || name == "at" {
            schema["format"] = "date-time".into();
        }
    }
    match required.is_empty() {
        true => drop(object.remove("required")),
        false => drop(object.insert("required".to_owned(), required.into())),
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(JsonSchema, Serialize)]
    struct Thing {
        count: u32,
        /// Why, in
        /// two lines.
        reason: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        position: Option<u32>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        parts: Vec<Part>,
        first: Option<Part>,
        ended_at: Option<String>,
    }

    #[derive(JsonSchema, Serialize)]
    struct Part {
        kind: Kind,
    }

    #[derive(JsonSchema, Serialize)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code, reason = "only its schema is made")]
    enum Kind {
        /// It is new.
        New,
        Old,
        #[schemars(skip)]
        Unknown,
    }

    #[test]
    fn a_type_has_the_schema_of_what_is_written_for_it() {
        let kind = json!({ "type": "string", "enum": ["old", "new"] });
        let part = |kinds: Value| json!({ "type": kinds, "properties": { "kind": kind }, "required": ["kind"] });
        let expected = json!({
            "type": "object",
            "properties": {
                "count": { "type": "integer", "minimum": 0 },
                "reason": { "type": ["string", "null"], "description": "Why, in two lines." },
                "position": { "type": "integer", "minimum": 1 },
                "parts": { "type": "array", "items": part(json!("object")) },
                "first": part(json!(["object", "null"])),
                "ended_at": { "type": ["string", "null"], "format": "date-time" },
            },
            "required": ["count"],
        });
        assert_eq!(schema::<Thing>(), expected);
        let without = without_required::<Thing>();
        assert!(!without.to_string().contains("required"), "{without}");
    }
}
