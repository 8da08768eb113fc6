//! What the service returns beyond the contract.

use serde_json::{Value, json};

use crate::http::routes::{run_query, run_summary};
use api::{Envelope, Priority, RunEntry, RunStatus};

/// A reference to a schema.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The content of an answer with this data in the envelope.
pub(super) fn content(data: &Value) -> Value {
    let properties = json!({ "status": { "type": "string" }, "data": data });
    let schema =
        json!({ "type": "object", "required": ["status", "data"], "properties": properties });
    json!({ "application/json": { "schema": schema } })
}

/// The answer to an accepted submission.
pub(super) fn accepted(workflow_id: &str) -> Value {
    let entry = RunEntry {
        run_id: EXAMPLE_RUN.to_owned(),
        workflow_id: workflow_id.to_owned(),
        version: Some(1),
    };
    let example = json!(Envelope::success([entry]));
    json!({
        "description": "The run is accepted.",
        "content": { "application/json": { "schema": reference("RunsAnswer"), "example": example } },
    })
}

/// `meta` of the answer to an accepted submission.
pub(super) fn accepted_meta() -> Value {
    let field = json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": "string", "description": "The name that was sent." },
            "similar": { "type": "string", "description": "The field that was probably meant." },
        },
    });
    let unknown = json!({
        "type": "array",
        "description": "The values for fields that the workflow does not have, if there are some.",
        "maxItems": 100,
        "items": field,
    });
    json!({ "type": ["object", "null"], "properties": { "unknown_fields": unknown } })
}

/// The link to an output.
pub(super) fn output_link() -> Value {
    json!({
        "type": "object",
        "properties": {
            "download_url": { "type": "string" },
            "generation_status": { "type": "string" },
        },
    })
}

/// A page of runs.
pub(super) fn run_list() -> Value {
    json!({
        "type": "object",
        "required": ["count", "runs"],
        "properties": {
            "group_id": { "type": ["string", "null"] },
            "count": { "type": "integer", "minimum": 0, "description": "The number of runs on all pages." },
            "runs": { "type": "array", "items": reference("Run") },
        },
    })
}

/// The schemas beyond the contract, by name.
pub(super) fn schemas() -> [(&'static str, Value); 4] {
    let nothing = json!({ "type": "array", "items": {}, "maxItems": 0 });
    let answer = json!({
        "type": "object",
        "required": ["status", "data"],
        "properties": {
            "status": { "type": "string" },
            "data": {},
            "errors": { "type": ["string", "null"] },
            "meta": { "type": ["object", "null"] },
        },
    });
    let mut error = answer.clone();
    error["properties"]["data"] = nothing;
    error["properties"]["errors"]["description"] = "Why the request failed, and what to do.".into();
    [
        ("Answer", answer),
        ("ErrorAnswer", error),
        ("Run", run()),
        ("Workflow", workflow()),
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

fn workflow() -> Value {
    let text_or_null = json!({ "type": ["string", "null"] });
    let problem = json!({
        "type": "object",
        "properties": {
            "message": { "type": "string" },
            "field": { "type": "string", "description": "The field whose default has the problem. A run with another value can work." },
        },
    });
    json!({
        "type": "object",
        "required": ["id", "name"],
        "properties": {
            "id": { "type": "string" },
            "version": { "type": "integer", "minimum": 1 },
            "name": { "type": "string" },
            "description": text_or_null,
            "cover": { "type": "string", "description": "The address of its cover picture, relative to the base URL." },
            "typical_ms": { "type": "integer", "minimum": 0, "description": "How long a run usually takes, in milliseconds." },
            "inputs": { "type": ["string", "null"], "description": "The fields and their types, as JSON text." },
            "outputs": { "type": ["string", "null"], "description": "The outputs and their types, as JSON text." },
            "schema": { "type": "object", "description": "The fields and outputs in full." },
            "problems": { "type": "array", "items": problem, "description": "What keeps it from running." },
            "warnings": { "type": "array", "items": problem, "description": "What keeps only some of its outputs from being produced, so that runs go on without them, and notes on how its file was read." },
            "examples": { "type": "array", "items": { "type": "object" } },
        },
    })
}

/// The id of a run in examples.
const EXAMPLE_RUN: &str = "3f2b8c1e-5a94-4a0e-9d0b-6c1f7e2d8a35";

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
        described(
            parameter("owner", json!({ "type": "string" })),
            "The name of the key that submitted the runs, or `first key`. Another key than the own one needs the \
             right `admin`."
        ),
        described(
            parameter("comfy_uri", json!({ "type": "string" })),
            "The address of the engine instance that has the runs or had them last."
        ),
        parameter("workflow_id", json!({ "type": "string" })),
        parameter("status", json!({ "enum": run_query::STATES })),
        parameter("page", count(run_query::PAGE)),
        described(
            parameter("page_size", count(run_query::PAGE_SIZE)),
            &format!(
                "Without page and page_size, the answer has up to {} runs.",
                run_query::UNPAGED.0
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

/// A run. The service's own tests compare it with what the service answers.
fn run() -> Value {
    let text = json!({ "type": "string" });
    let time_or_null = json!({ "type": ["string", "null"], "format": "date-time" });
    let statuses = run_query::STATES;
    let input = json!({
        "type": "object",
        "required": ["path"],
        "properties": {
            "path": { "type": "string", "description": "The field's name." },
            "value": { "type": ["string", "null"] },
            "shortened": { "type": "boolean", "description": "Whether the value is only the start of a long one." },
        },
    });
    let output = json!({
        "type": "object",
        "required": ["filename"],
        "properties": {
            "filename": text,
            "url": { "type": ["string", "null"], "description": "A link that works for a while without a key; relative to the base URL or absolute." },
            "thumbnail": { "type": "string", "description": "For an image: the same link, to which a width can be added: `&width=320`." },
        },
    });
    json!({
        "type": "object",
        "required": ["_id", "workflow_id", "status", "inputs", "outputs"],
        "properties": {
            "_id": text,
            "workflow_id": text,
            "version": { "type": "integer", "minimum": 1 },
            "group_id": { "type": ["string", "null"] },
            "status": { "type": "string", "enum": statuses.map(RunStatus::name) },
            "error": { "type": "string", "description": "Why it failed." },
            "inputs": { "type": "array", "items": input },
            "outputs": { "type": "array", "items": output },
            "owner": { "type": "string", "description": "The name of the key that submitted the run, or `first key`." },
            "comfy_uri": { "type": "string", "description": "The address of the engine instance that has the run or had it last. Absent while the run waits for one." },
            "created_at": time_or_null,
            "started_at": time_or_null,
            "completed_at": time_or_null,
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

/// The name of a priority.
pub(super) fn priority() -> Value {
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
