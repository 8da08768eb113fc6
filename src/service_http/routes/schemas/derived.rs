//! The schemas of answers and bodies, from their types: doc comments become descriptions. What a type does not show
//! follows from how it is written: a member that may be missing is never null, and a text that is named `…_at` or
//! `…_until` is a time. Knows no type.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The keyword of a type whose required members are others, because clients that were generated before rely on these.
const PROMISED: &str = "x-required";

/// The schema of what is written for this type. Members that are always there and never null are required.
pub(in crate::routes) fn schema<T: JsonSchema>() -> Value {
    made::<T>(SchemaSettings::for_serialize)
}

/// The same without required members: clients that were generated before do not rely on any.
pub(in crate::routes) fn without_required<T: JsonSchema>() -> Value {
    let mut schema = schema::<T>();
    drop_required(&mut schema);
    schema
}

/// The schema of what is read as this type.
pub(in crate::routes) fn body<T: JsonSchema>() -> Value {
    made::<T>(SchemaSettings::for_deserialize)
}

fn made<T: JsonSchema>(direction: fn(SchemaSettings) -> SchemaSettings) -> Value {
    let settings = direction(SchemaSettings::draft2020_12()).with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let root = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = root.to_value();
    if let Some(members) = schema.as_object_mut() {
        members.remove("title");
    }
    tidy(&mut schema);
    schema
}

fn drop_required(schema: &mut Value) {
    if let Value::Object(schema) = schema {
        schema.remove("required");
        parts(schema).for_each(drop_required);
    }
}

/// The schemas of members and items in a schema.
fn parts(schema: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    schema
        .iter_mut()
        .flat_map(|(word, value)| match (word.as_str(), value) {
            ("properties", Value::Object(members)) => members.values_mut().collect(),
            ("items", items) => vec![items],
            _ => Vec::new(),
        })
}

fn tidy(schema: &mut Value) {
    if let Value::Object(schema) = schema {
        name_plainly(schema);
        join_null(schema);
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.replace('\n', " ");
        }
        parts(schema).for_each(tidy);
        tidy_members(schema);
    }
}

/// Leaves out Rust's names of numbers and what holds anyway. Lists the names of an enum, which stand apart if they are
/// described.
fn name_plainly(schema: &mut Map<String, Value>) {
    if schema.get("type").is_some_and(|kind| kind != "string") {
        schema.remove("format");
    }
    if schema.get("additionalProperties") == Some(&true.into()) {
        schema.remove("additionalProperties");
    }
    if schema.get("default") == Some(&json!([])) {
        schema.remove("default");
    }
    let names = |kind: &Value| match (kind.get("const"), kind["enum"].as_array()) {
        (Some(name), _) => Some(vec![name.clone()]),
        (None, names) => names.cloned(),
    };
    let kinds = schema.get("oneOf").and_then(Value::as_array);
    let names: Option<Vec<_>> = kinds.and_then(|kinds| kinds.iter().map(names).collect());
    if let Some(names) = names {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), names.concat().into());
    }
}

/// Writes a schema or null as the schema, with null among its types.
fn join_null(schema: &mut Map<String, Value>) {
    let kinds = schema.get("anyOf").and_then(Value::as_array);
    let Some([Value::Object(one), null]) = kinds.map(Vec::as_slice) else {
        return;
    };
    if null["type"] == "null" {
        let mut one = one.clone();
        name_plainly(&mut one);
        schema.remove("anyOf");
        schema.insert("type".to_owned(), json!([one.remove("type"), "null"]));
        one.append(schema);
        *schema = one;
    }
}

fn tidy_members(object: &mut Map<String, Value>) {
    let Some(Value::Object(mut members)) = object.remove("properties") else {
        return;
    };
    let always = object.remove("required").unwrap_or_default();
    let is_always_there = |name: &str| {
        always
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one == name))
    };
    let mut required = Vec::new();
    for (name, schema) in &mut members {
        let kinds = schema["type"].as_array().cloned().unwrap_or_default();
        match (is_always_there(name), kinds.as_slice()) {
            (true, []) => required.push(json!(name)),
            (false, [kind, _]) => schema["type"] = kind.clone(),
            _ => {}
        }
        if name == "at" || ["_at", "_until"].iter().any(|end| name.ends_with(end)) {
            schema["format"] = "date-time".into();
        }
    }
    object.insert("properties".to_owned(), members.into());
    if let Some(Value::Array(promised)) = object.remove(PROMISED) {
        required = promised;
    }
    if !required.is_empty() {
        object.insert("required".to_owned(), required.into());
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

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
        // Like words of schemas.
        r#type: String,
        format: String,
        required: bool,
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
                "type": { "type": "string" },
                "format": { "type": "string" },
                "required": { "type": "boolean" },
            },
            "required": ["count", "type", "format", "required"],
        });
        assert_eq!(schema::<Thing>(), expected);
        let without = without_required::<Thing>();
        assert!(without.get("required").is_none(), "{without}");
        assert!(without["properties"]["first"].get("required").is_none());
        assert_eq!(without["properties"]["required"]["type"], "boolean");
    }

    #[derive(JsonSchema, Serialize)]
    #[schemars(extend("x-required" = ["reason"]))]
    struct Promised {
        count: u32,
        reason: Option<String>,
    }

    #[test]
    fn a_type_may_promise_other_members() {
        let schema = schema::<Promised>();
        assert_eq!(schema["required"], json!(["reason"]));
        let kinds = json!(["string", "null"]);
        assert_eq!(schema["properties"]["reason"]["type"], kinds);
        assert!(schema.get("x-required").is_none());
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "only its schema is made")]
    struct NewThing {
        #[schemars(url)]
        address: String,
        #[serde(default)]
        #[schemars(length(max = 2), inner(length(min = 1)))]
        labels: Vec<String>,
        #[schemars(range(min = 1, max = 9))]
        depth: Option<usize>,
        #[serde(default = "seven")]
        days: u32,
    }

    fn seven() -> u32 {
        7
    }

    #[test]
    fn a_body_has_the_schema_of_what_is_read() {
        let label = json!({ "type": "string", "minLength": 1 });
        let expected = json!({
            "type": "object",
            "properties": {
                "address": { "type": "string", "format": "uri" },
                "labels": { "type": "array", "items": label, "maxItems": 2 },
                "depth": { "type": "integer", "minimum": 1, "maximum": 9 },
                "days": { "type": "integer", "minimum": 0, "default": 7 },
            },
            "required": ["address"],
        });
        assert_eq!(body::<NewThing>(), expected);
    }
}
