//! What this service accepts and returns beyond the contract: the parameters of a submission, and the members of
//! runs and queues.

use serde_json::{Value, json};

use crate::http::routes::{run_summary, runs};
use api::{IDEMPOTENCY_HEADER, Priority};

/// The parameters of `POST /api/v1/runs` beyond the contract.
pub(super) fn run_parameters() -> [Value; 3] {
    [
        super::webhooks::url_parameter(),
        json!({
            "name": "priority",
            "in": "query",
            "required": false,
            "description": "The rank among the waiting runs of the same key.",
            "schema": priority(),
        }),
        json!({
            "name": IDEMPOTENCY_HEADER,
            "in": "header",
            "required": false,
            "description": "A text of the caller's own: within 24 hours, another submission with it starts no \
                            further run and returns the first one.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$" },
        }),
    ]
}

/// How many hours are summarised.
pub(super) fn monitoring_parameters() -> Value {
    json!([{
        "name": "hours",
        "in": "query",
        "schema": {
            "type": "integer",
            "minimum": 1,
            "maximum": run_summary::MAX_HOURS,
            "default": run_summary::USUAL_HOURS,
        },
    }])
}

/// What selects a page of runs.
pub(super) fn page_parameters() -> Value {
    let parameter = |name: &str, schema: Value| json!({ "name": name, "in": "query", "required": false, "schema": schema });
    let count = |(default, most): (u32, u32)| json!({ "type": "integer", "minimum": 1, "maximum": most, "default": default });
    let described = |mut parameter: Value, text: &str| {
        parameter["description"] = text.into();
        parameter
    };
    json!([
        parameter("group_id", json!({ "type": "string" })),
        parameter("page", count(runs::PAGE)),
        described(
            parameter("page_size", count(runs::PAGE_SIZE)),
            &format!(
                "Without page and page_size, the answer has up to {} runs.",
                runs::UNPAGED.0
            )
        ),
        parameter(
            "sort_by",
            json!({ "enum": ["created_at", "started_at", "completed_at"], "default": "created_at" })
        ),
        parameter(
            "sort_order",
            json!({ "enum": ["asc", "desc"], "default": "desc" })
        ),
    ])
}

/// The members of a run's detail beyond the contract.
pub(super) fn run() -> Value {
    json!({
        "type": "object",
        "properties": {
            "attempts": { "type": "integer", "minimum": 0, "description": "How often an engine instance has been given the run." },
            "priority": priority(),
            "position": { "type": "integer", "minimum": 1, "description": "While the run waits in the service: its place among all waiting runs." },
            "starts_in": seconds("While the run waits in the service: the expected time until it starts. Absent if no instance that could execute it takes runs, or a run ahead of it is of a workflow that has never completed."),
            "takes": seconds("Until the run has ended: the expected time of its execution."),
            "expires_at": { "type": ["string", "null"], "format": "date-time", "description": "When the run is removed because of its age; null if it is not limited, or the run has not ended. Limits on the number and the size of runs may remove it earlier. It stays as long as a link shows its result." },
            "output_names": { "type": "array", "items": { "type": "string" }, "description": "The filenames of the outputs." },
            "left_out": left_out(),
            "progress": progress(),
            "preview": { "type": "string", "description": "While the run is running and its engine sends previews: the link to the last one, which works without the key. It changes with each image." },
        },
    })
}

/// `meta` of the health.
pub(super) fn health() -> Value {
    let bytes =
        |kind: Value, what: &str| json!({ "type": kind, "minimum": 0, "description": what });
    let disk = json!({
        "type": "object",
        "description": "The disk of the data folder.",
        "required": ["free_bytes", "min_free_bytes", "is_full"],
        "properties": {
            "free_bytes": bytes(json!(["integer", "null"]), "How much is free; null if that cannot be measured."),
            "min_free_bytes": bytes(json!("integer"), "How much stays free; 0 for no limit."),
            "is_full": { "type": "boolean", "description": "Whether new runs and deployments are refused with 507." },
        },
    });
    let meta = json!({ "type": "object", "properties": { "disk": disk } });
    let schema = json!({ "type": "object", "properties": { "meta": meta } });
    json!({ "application/json": { "schema": schema } })
}

/// `meta` of the queue.
pub(super) fn queue_meta() -> Value {
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

fn left_out() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let output = json!({
        "type": "object",
        "required": ["node", "title", "reason"],
        "properties": {
            "node": text("The id of the output's node."),
            "title": text("The node's title, or else its class."),
            "reason": text("Why, in the engine's words."),
        },
    });
    json!({
        "type": "array",
        "description": "The outputs that the engine leaves out because it found an error in them or in what they need. \
                        Present only if there are some. It executes all others. An output that the workflow's saved \
                        exposure names, or without one an output that saves files, is never left out: the run fails.",
        "items": output,
    })
}

fn priority() -> Value {
    let names = [Priority::Low, Priority::Normal, Priority::High].map(Priority::name);
    json!({ "type": "string", "enum": names })
}

fn seconds(what: &str) -> Value {
    json!({ "type": "number", "minimum": 0, "description": format!("{what} In seconds.") })
}

fn progress() -> Value {
    json!({
        "type": "object",
        "description": "The progress of the run; present while it is running and its engine reports it.",
        "required": ["value", "max"],
        "properties": {
            "value": { "type": "integer", "minimum": 0, "description": "The number of completed steps of the current node." },
            "max": { "type": "integer", "minimum": 1, "description": "The number of steps of the current node; 1 if it does not count them." },
            "node": { "type": "string", "description": "The current node's id." },
            "title": { "type": "string", "description": "The current node's title, or else its class." },
            "nodes_done": { "type": "integer", "minimum": 0, "description": "The number of nodes that are done, including those with a cached result." },
            "nodes_total": { "type": "integer", "minimum": 1, "description": "The number of nodes of the run." },
            "percent": { "type": "integer", "minimum": 0, "maximum": 100, "description": "How much of the run is done. It never decreases." },
        },
    })
}
