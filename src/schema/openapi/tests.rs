mod fields;
mod numbers;
mod references;
mod round;
mod workflows;

use serde_json::{Value, json};

use super::*;
use crate::{Bounds, Field, FieldKind, InputSchema, Problem};

/// The document of an operation with this multipart schema and these encodings.
fn with_body(schema: Value, encoding: Value) -> Value {
    let content = json!({ "multipart/form-data": { "schema": schema, "encoding": encoding } });
    let post = json!({ "requestBody": { "content": content } });
    json!({ "openapi": "3.1.0", "paths": { "/api/v1/runs": { "post": post } } })
}

/// The messages of problems.
fn messages(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(Problem::to_string).collect()
}

/// The only field, `a`, of a document without problems.
fn field(property: Value) -> Field {
    let body = json!({ "type": "object", "properties": { "a": property } });
    let (mut schemas, problems) = read(&with_body(body, json!({})));
    assert_eq!(messages(&problems), [""; 0]);
    schemas.remove(0).1.fields.remove(0)
}

fn number(integer: bool, min: Option<&str>, max: Option<&str>, step: Option<&str>) -> FieldKind {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    FieldKind::Number(Bounds {
        integer,
        min: owned(min),
        max: owned(max),
        step: owned(step),
    })
}

fn text(multiline: bool, max_length: Option<u32>) -> FieldKind {
    FieldKind::Text {
        multiline,
        max_length,
    }
}

fn choice(options: &[&str]) -> FieldKind {
    FieldKind::Choice {
        options: options.iter().map(|option| (*option).to_owned()).collect(),
    }
}

fn file(accept: Option<&str>) -> FieldKind {
    FieldKind::File {
        accept: accept.map(str::to_owned),
    }
}
