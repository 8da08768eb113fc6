//! The operations of webhooks.

use serde_json::{Value, json};

use super::{envelope, json_body, operation, parameter, parameters};
use crate::http::routes::webhooks as routes;
use store::{DeliveryState, WebhookEvent};

/// Adds the operations.
pub(super) fn add(document: &mut Value) {
    let paths = &mut document["paths"];
    let regenerate = &mut paths[api::REGENERATE.path_template()]["post"];
    if let Some(parameters) = regenerate["parameters"].as_array_mut() {
        parameters.push(parameters::reference("WebhookUrl"));
    }
    paths[routes::PATH] = all();
    paths[routes::WEBHOOK_PATH] = json!({
        "parameters": [parameter("path", "id")],
        "delete": operation("removeWebhook", "Remove a webhook and its pending deliveries"),
    });
    paths[routes::SECRET_PATH] = json!({ "post": secret() });
    paths[routes::TEST_PATH] = json!({ "post": test() });
    paths[routes::DELIVERIES_PATH] = json!({ "get": deliveries() });
    let replayed = || {
        answer(json!({
            "type": "object",
            "properties": { "replayed": { "type": "integer", "minimum": 0 } },
        }))
    };
    let mut failed = operation("replayFailed", "Send all failed deliveries again");
    failed["responses"]["200"] = replayed();
    paths[routes::REPLAY_ALL_PATH] = json!({ "post": failed });
    let mut one = operation("replayDelivery", "Send a delivery again");
    one["responses"]["200"] = replayed();
    paths[routes::REPLAY_PATH] = json!({ "parameters": [parameter("path", "id")], "post": one });
}

fn all() -> Value {
    let mut list = operation("webhooks", "List the webhooks of your key");
    list["responses"]["200"] = answer(json!({
        "type": "object",
        "properties": {
            "webhooks": { "type": "array", "items": webhook() },
            "secret": or_null(secret_entry()),
        },
    }));
    let new = json!({
        "type": "object",
        "required": ["url"],
        "properties": {
            "url": { "type": "string", "format": "uri", "maxLength": 2000 },
            "events": events(),
        },
    });
    let mut add = operation("addWebhook", "Add a webhook, or change its events");
    add["requestBody"] = json_body(&new);
    let mut added = webhook();
    added["properties"]["secret"] = secret_text("Only if it was made with the webhook.");
    add["responses"]["200"] = answer(added);
    json!({ "get": list, "post": add })
}

fn secret() -> Value {
    let mut make = operation(
        "makeWebhookSecret",
        "Make the secret that signs deliveries, which is shown only now",
    );
    let body = json!({
        "type": "object",
        "properties": {
            "rotate": { "type": "boolean", "default": false, "description": "Whether it may replace one." },
            "grace": {
                "type": "integer", "minimum": 0, "maximum": 2_592_000, "default": 86400,
                "description": "For how many seconds the earlier one signs, too.",
            },
        },
    });
    make["requestBody"] = json_body(&body);
    make["requestBody"]["required"] = false.into();
    let mut made = secret_entry();
    made["properties"]["secret"] = secret_text("It is not shown again.");
    make["responses"]["200"] = answer(made);
    make
}

fn test() -> Value {
    let mut test = operation("testWebhook", "Send a test event once, now");
    let text = json!({ "type": "string" });
    test["requestBody"] = json_body(&json!({
        "type": "object",
        "properties": { "url": text, "id": text },
        "oneOf": [{ "required": ["url"] }, { "required": ["id"] }],
    }));
    test["responses"]["200"] = answer(json!({
        "type": "object",
        "properties": {
            "id": text,
            "origin": text,
            "is_delivered": { "type": "boolean" },
            "status": status(),
            "reason": reason(),
            "seconds": { "type": "number", "minimum": 0 },
        },
    }));
    test
}

fn deliveries() -> Value {
    let mut list = operation(
        "deliveries",
        "List the deliveries of your webhooks, from newest to oldest",
    );
    let states = DeliveryState::ALL.map(DeliveryState::name);
    let count = |(default, most): (u32, u32)| json!({ "type": "integer", "minimum": 1, "maximum": most, "default": default });
    let optional = |name: &str, schema: Value| json!({ "name": name, "in": "query", "required": false, "schema": schema });
    list["parameters"] = json!([
        optional("state", json!({ "enum": states })),
        optional("page", count(routes::PAGE)),
        optional("page_size", count(routes::PAGE_SIZE)),
    ]);
    list["responses"]["200"] = answer(json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "minimum": 0, "description": "The number of deliveries on all pages." },
            "deliveries": { "type": "array", "items": delivery() },
        },
    }));
    list
}

fn webhook() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "properties": {
            "id": text,
            "url": text,
            "origin": text,
            "events": events(),
            "created_at": time(),
            "disabled_at": or_null(time()),
            "disabled_reason": reason(),
        },
    })
}

fn delivery() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "properties": {
            "id": { "type": "string", "description": "The header webhook-id of every attempt." },
            "event": { "enum": WebhookEvent::ALL.map(WebhookEvent::name) },
            "run_id": text,
            "webhook_id": { "type": ["string", "null"], "description": "Null for the webhook_url of a run." },
            "origin": text,
            "state": { "enum": DeliveryState::ALL.map(DeliveryState::name) },
            "attempts": { "type": "integer", "minimum": 0 },
            "status": status(),
            "reason": reason(),
            "created_at": time(),
            "last_attempt_at": or_null(time()),
            "next_attempt_at": or_null(time()),
            "ended_at": or_null(time()),
        },
    })
}

fn events() -> Value {
    let all = WebhookEvent::ALL.map(WebhookEvent::name);
    json!({ "type": "array", "minItems": 1, "items": { "enum": all }, "default": all })
}

fn secret_entry() -> Value {
    let mut until = or_null(time());
    until["description"] = "Until when the earlier secret signs, too.".into();
    json!({
        "type": "object",
        "properties": { "created_at": time(), "earlier_until": until },
    })
}

fn secret_text(description: &str) -> Value {
    json!({ "type": "string", "pattern": "^whsec_", "description": description })
}

fn status() -> Value {
    json!({ "type": ["integer", "null"], "description": "The HTTP status of the last answer." })
}

fn reason() -> Value {
    json!({ "type": ["string", "null"] })
}

fn time() -> Value {
    json!({ "type": "string", "format": "date-time" })
}

fn or_null(mut schema: Value) -> Value {
    let kind = schema["type"].take();
    schema["type"] = json!([kind, "null"]);
    schema
}

fn answer(data: Value) -> Value {
    let mut answer = envelope();
    let schema = json!({ "type": "object", "properties": { "data": data } });
    answer["content"] = json!({ "application/json": { "schema": schema } });
    answer
}
