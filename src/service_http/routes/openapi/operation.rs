//! An operation as the document describes it, from its declaration.

use serde_json::{Value, json};

use super::errors;
use crate::routes::endpoint::{Answer, Body, Endpoint};
use crate::routes::schemas::{reference, required};
use service::operations::access::NeededKey;

/// An operation of a group.
pub(super) fn describe(endpoint: &Endpoint, group: &str) -> Value {
    let needed = match endpoint.needs.key {
        _ if endpoint.is_open => String::new(),
        NeededKey::Any => "Needs any valid key.".to_owned(),
        NeededKey::With(right) => format!("Needs a key with the right `{}`.", right.name()),
        NeededKey::First => "Needs the first key.".to_owned(),
    };
    let texts = [endpoint.about, &needed].into_iter();
    let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
    let mut operation = json!({
        "operationId": endpoint.id,
        "summary": endpoint.summary,
        "description": texts.join("\n\n"),
        "tags": [group],
        "security": security(endpoint),
        "parameters": parameters(endpoint),
    });
    if let Some(body) = body(endpoint.body) {
        operation["requestBody"] = body;
    }
    operation["responses"] = answers(endpoint.answer);
    errors::add(&mut operation, endpoint);
    operation
}

fn security(endpoint: &Endpoint) -> Value {
    let roles = match endpoint.needs.key {
        NeededKey::Any => json!([]),
        NeededKey::With(right) => json!([right.name()]),
        NeededKey::First => json!(["first"]),
    };
    match endpoint.is_open {
        false => json!([{ "apiKey": roles }]),
        // The empty requirement stands for no key.
        true => json!([{ "apiKey": roles }, {}]),
    }
}

/// Its own parameters, and those of the path that it does not describe.
fn parameters(endpoint: &Endpoint) -> Vec<Value> {
    let own = (endpoint.parameters)();
    let path = endpoint.place.template();
    let names = path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let is_described = |name: &&str| own.iter().any(|parameter| parameter["name"] == **name);
    let further = names.filter(|name| !is_described(name));
    let further: Vec<_> = further.map(|name| required("path", name)).collect();
    further.into_iter().chain(own).collect()
}

fn body(body: Body) -> Option<Value> {
    let (content_type, schema, is_required) = match body {
        Body::Nothing => return None,
        Body::Json(schema) => ("application/json", schema, true),
        Body::OptionalJson(schema) => ("application/json", schema, false),
        Body::Form(schema) => ("multipart/form-data", schema, true),
    };
    let content = json!({ content_type: { "schema": schema() } });
    Some(json!({ "required": is_required, "content": content }))
}

fn answers(answer: Answer) -> Value {
    let schema = match answer {
        Answer::Envelope => reference("Answer"),
        Answer::Data(data) => json!({
            "type": "object",
            "required": ["status", "data"],
            "properties": { "status": { "type": "string" }, "data": data() },
        }),
        Answer::OptionalData(data) => {
            json!({ "type": "object", "properties": { "data": data() } })
        }
        Answer::Responses(responses) => return responses(),
    };
    let content = json!({ "application/json": { "schema": schema } });
    json!({ "200": { "description": "The envelope with the requested data.", "content": content } })
}
