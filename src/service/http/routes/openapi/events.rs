//! The operations of the streams of events.

use serde_json::{Value, json};

/// How streams are asked for, and what they answer.
pub(super) fn describe(document: &mut Value) {
    for (operation, names) in [
        (&api::RUN_EVENTS, &[][..]),
        (&api::EVENTS, &["workflow_id", "group_id"]),
    ] {
        let described = &mut document["paths"][operation.path_template()]["get"];
        if let Some(parameters) = described["parameters"].as_array_mut() {
            parameters.extend(names.iter().map(|name| parameter("query", name)));
            parameters.push(parameter("header", "Last-Event-ID"));
        }
        described["responses"]["200"] = json!({
            "description": "Server-sent events. state, attempt and outputs have an id, after which the stream can be \
                            resumed; moment tells how far a run is and has none.",
            "content": { "text/event-stream": { "schema": { "type": "string" } } },
        });
    }
    let of_run = &mut document["paths"][api::RUN_EVENTS.path_template()]["get"];
    of_run["responses"]["204"] =
        json!({ "description": "The run has ended, and all of its events are known." });
}

fn parameter(place: &str, name: &str) -> Value {
    json!({ "name": name, "in": place, "required": false, "schema": { "type": "string" } })
}
