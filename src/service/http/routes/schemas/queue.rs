//! The queue and the health of engine instances in `/openapi.json`.

use serde_json::{Value, json};

use super::{plain, reference, seconds};

/// The queue of every engine instance.
pub(in crate::http::routes) fn answer() -> Value {
    plain(
        "The queue of every engine instance.",
        "application/json",
        &reference("QueueAnswer"),
    )
}

/// `meta` of the health.
pub(in crate::http::routes) fn health() -> Value {
    let bytes =
        |kind: Value, what: &str| json!({ "type": kind, "minimum": 0, "description": what });
    let disk = json!({
        "type": "object",
        "description": "The disk of the data folder.",
        "required": ["free_bytes", "min_free_bytes", "is_full", "holds_runs"],
        "properties": {
            "free_bytes": bytes(json!(["integer", "null"]), "How much is free; null if that cannot be measured."),
            "min_free_bytes": bytes(json!("integer"), "How much stays free; 0 for no limit."),
            "is_full": { "type": "boolean", "description": "Whether new runs and deployments are refused with 507." },
            "holds_runs": { "type": "boolean", "description": "Whether accepted runs wait, too: less than half of what stays free is left." },
        },
    });
    let clock = json!({
        "type": "object",
        "description": "The clock of the service's machine.",
        "required": ["has_jumped", "removes_again_at"],
        "properties": {
            "has_jumped": { "type": "boolean", "description": "Whether nothing is removed because of its age, because the clock has jumped." },
            "removes_again_at": { "type": ["string", "null"], "format": "date-time", "description": "When that ends." },
        },
    });
    let store = json!({
        "type": "object",
        "description": "The run store.",
        "required": ["is_failing", "error"],
        "properties": {
            "is_failing": { "type": "boolean", "description": "Whether it keeps accepted runs from going on. They go on when it works again." },
            "error": { "type": ["string", "null"], "description": "Why." },
        },
    });
    let meta =
        json!({ "type": "object", "properties": { "clock": clock, "disk": disk, "store": store } });
    let schema = json!({ "type": "object", "properties": { "meta": meta } });
    plain(
        "The envelope with the requested data.",
        "application/json",
        &schema,
    )
}

/// `meta` of the queue.
pub(in crate::http::routes) fn queue_meta() -> Value {
    let instances = |which: &str| {
        let description = format!("The addresses of the instances that {which}.");
        json!({ "type": "array", "items": { "type": "string" }, "description": description })
    };
    let ids = json!({ "type": "array", "items": { "type": "string" }, "maxItems": 1000 });
    let own = json!({
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": { "type": "string" },
            "position": { "type": "integer", "minimum": 1 },
            "starts_in": seconds("The expected time until it starts."),
            "takes": seconds("The expected time of its execution."),
        },
    });
    let waiting = json!({
        "type": "object",
        "description": "The runs that wait in the service: their number, the first ones in order, and the caller's own.",
        "required": ["count", "ids", "own"],
        "properties": {
            "count": { "type": "integer", "minimum": 1 },
            "ids": ids,
            "own": { "type": "array", "items": own },
        },
    });
    json!({
        "type": ["object", "null"],
        "properties": {
            "stopped": instances("cannot be reached"),
            "hung": instances("do not answer"),
            "draining": instances("get no further runs"),
            "waiting": waiting,
        },
    })
}

/// The address of an engine instance.
pub(in crate::http::routes) fn engine_address() -> Value {
    json!({
        "type": "object",
        "required": ["comfy_uri"],
        "properties": { "comfy_uri": { "type": "string", "format": "uri" } },
    })
}

/// An engine instance to add.
pub(in crate::http::routes) fn new_engine() -> Value {
    let mut new = engine_address();
    new["properties"]["labels"] = json!({
        "type": "array",
        "maxItems": 16,
        "items": { "type": "string", "minLength": 1, "maxLength": 64 },
    });
    new["properties"]["depth"] = json!({ "type": "integer", "minimum": 1, "maximum": 1000 });
    new
}

/// The node classes, without an envelope.
pub(in crate::http::routes) fn node_classes() -> Value {
    let classes = json!({ "type": "object", "additionalProperties": { "type": "object" } });
    let about = "The node classes of all engine instances by name, in the shape of ComfyUI's /object_info, reduced to \
                 names, types, bounds, options and tooltips.";
    let mut responses = plain(about, "application/json", &classes);
    responses["200"]["headers"] = json!({ "ETag": { "schema": { "type": "string" } } });
    responses
}
