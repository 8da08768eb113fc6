//! The table of operations: each one's path, its name in messages and the shape of its answer. The
//! contract has the first two rows; deployments may offer the others.

use super::definition::Operation;
use crate::shape::Shape;
use crate::{deliveries, monitoring, own_key, run, shapes, shares, workflows};

/// The depth of nested lists and objects to which most answers are read.
const DEPTH: usize = 32;

/// The same for a queue: envelope, data, entry, queue, tasks, task. A task's prompt is nested deeper
/// and may be megabytes long.
const QUEUE_DEPTH: usize = 6;

const fn get(
    name: &'static str,
    path: &'static str,
    id_parameter: &'static str,
    action: &'static str,
    shape: Shape,
) -> Operation {
    Operation {
        name,
        method: "GET",
        path,
        path_after_id: None,
        id_parameter,
        action,
        action_end: "",
        shape,
        reads_meta: false,
        depth: DEPTH,
        may_be_empty: false,
    }
}

const fn post(
    name: &'static str,
    path: &'static str,
    id_parameter: &'static str,
    action: &'static str,
    shape: Shape,
) -> Operation {
    Operation {
        method: "POST",
        ..get(name, path, id_parameter, action, shape)
    }
}

/// Starts a run (the contract, section 4.1).
pub static RUN: Operation = post(
    "run",
    "/api/v1/runs",
    "workflow_id",
    "starting a run",
    shapes::RUN,
);

/// The queue of every engine instance (the contract, section 4.2).
pub static QUEUE: Operation = Operation {
    depth: QUEUE_DEPTH,
    reads_meta: true,
    ..get(
        "queue",
        "/api/v1/comfy/queue",
        "",
        "reading the queue",
        shapes::QUEUE,
    )
};

/// The state of every engine instance.
pub static HEALTH: Operation = get(
    "health",
    "/api/v1/comfy/health",
    "",
    "reading the health",
    shapes::HEALTH,
);

/// What became of the runs of the last hours, how long they took, and why some failed.
pub static MONITORING: Operation = Operation {
    action_end: " hours",
    ..get(
        "monitoring",
        "/api/v1/comfy/monitoring",
        "hours",
        "summarising the runs of the last",
        monitoring::MONITORING,
    )
};

/// The deployed workflows.
pub static WORKFLOWS: Operation = get(
    "workflows",
    "/api/v1/comfy/workflows",
    "",
    "reading the workflows",
    shapes::WORKFLOWS,
);

/// The node classes of all engine instances, in the shape of ComfyUI's `GET /object_info`, without an envelope.
pub static OBJECT_INFO: Operation = Operation {
    depth: 1,
    ..get(
        "objectInfo",
        "/api/v1/comfy/object_info",
        "",
        "reading the node classes",
        Shape::Bare,
    )
};

/// A file of an example, at the address in the listing of the workflows.
pub static EXAMPLE_FILE: Operation = get(
    "exampleFile",
    "",
    "",
    "loading an example's file",
    Shape::Ignored,
);

/// A page of a group's runs.
pub static RUNS: Operation = get(
    "runs",
    "/api/v1/runs",
    "group_id",
    "reading the runs of group",
    run::RUN_LIST,
);

/// One run's detail.
pub static GET_RUN: Operation = Operation {
    path_after_id: Some(""),
    ..get(
        "getRun",
        "/api/v1/runs/",
        "",
        "reading run",
        run::RUN_DETAIL,
    )
};

/// What happens to one run, as a stream of server-sent events.
pub static RUN_EVENTS: Operation = Operation {
    path_after_id: Some("/events"),
    ..get(
        "runEvents",
        "/api/v1/runs/",
        "",
        "following run",
        Shape::Ignored,
    )
};

/// What happens to all runs, as a stream of server-sent events.
pub static EVENTS: Operation = get(
    "events",
    "/api/v1/events",
    "",
    "following the runs",
    Shape::Ignored,
);

/// The link to an output.
pub static OUTPUT: Operation = Operation {
    may_be_empty: true,
    ..get(
        "output",
        "/api/v1/runs/output",
        "filename",
        "reading output",
        workflows::OUTPUT,
    )
};

/// Deletes a run that has ended.
pub static DELETE_RUN: Operation = Operation {
    method: "DELETE",
    path_after_id: Some(""),
    ..get(
        "deleteRun",
        "/api/v1/runs/",
        "",
        "deleting run",
        Shape::Ignored,
    )
};

/// Deletes the runs of a group that have ended.
pub static DELETE_RUNS: Operation = Operation {
    method: "DELETE",
    ..get(
        "deleteRuns",
        "/api/v1/runs",
        "group_id",
        "deleting the runs of group",
        run::REMOVED_RUNS,
    )
};

/// Cancels a run.
pub static CANCEL: Operation = Operation {
    path_after_id: Some("/cancel"),
    ..post(
        "cancel",
        "/api/v1/runs/",
        "",
        "cancelling run",
        Shape::Ignored,
    )
};

/// Starts a run again with the same inputs.
pub static REGENERATE: Operation = Operation {
    path_after_id: Some("/regenerate"),
    action_end: " again",
    ..post(
        "regenerate",
        "/api/v1/runs/",
        "",
        "starting run",
        shapes::RUN,
    )
};

/// Makes a token that may only follow, read and cancel one run.
pub static RUN_TOKEN: Operation = Operation {
    path_after_id: Some("/token"),
    ..post(
        "runToken",
        "/api/v1/runs/",
        "",
        "making a token for run",
        run::RUN_TOKEN,
    )
};

/// Deploys a workflow as the newest version of its id.
pub static DEPLOY: Operation = Operation {
    method: "PUT",
    path_after_id: Some(""),
    ..get(
        "deploy",
        "/api/v1/comfy/workflows/",
        "",
        "deploying workflow",
        Shape::Ignored,
    )
};

/// What the key in use may do.
pub static OWN_KEY: Operation = get(
    "key",
    "/api/v1/comfy/key",
    "",
    "reading what the key may do",
    own_key::OWN_KEY,
);

/// The engine instances of the service.
pub static ENGINES: Operation = get(
    "engines",
    "/api/v1/comfy/engines",
    "",
    "reading the engines",
    shapes::ENGINES,
);

/// ComfyUI on the machine of the service.
pub static FOUND_ENGINES: Operation = get(
    "foundEngines",
    "/api/v1/comfy/engines/found",
    "",
    "looking for ComfyUI",
    shapes::FOUND_ENGINES,
);

/// Lets the service use an engine. Its body is JSON.
pub static ADD_ENGINE: Operation = post(
    "addEngine",
    "/api/v1/comfy/engines",
    "",
    "adding the engine",
    Shape::Ignored,
);

/// The deliveries of the caller's own webhooks that are in a state.
pub static DELIVERIES: Operation = get(
    "deliveries",
    "/api/v1/comfy/webhooks/deliveries",
    "state",
    "reading the deliveries that are",
    deliveries::DELIVERIES,
);

/// Sends a delivery again.
pub static REPLAY: Operation = Operation {
    path_after_id: Some("/replay"),
    action_end: " again",
    ..post(
        "replay",
        "/api/v1/comfy/webhooks/deliveries/",
        "",
        "sending delivery",
        Shape::Ignored,
    )
};

/// Makes a link to the result of a run that needs no key. Its body is JSON.
pub static SHARE: Operation = post(
    "share",
    "/api/v1/comfy/shares",
    "",
    "sharing a result",
    shares::SHARE,
);

/// The caller's own links to results.
pub static SHARES: Operation = get(
    "shares",
    "/api/v1/comfy/shares",
    "",
    "reading the shared links",
    shapes::SHARES,
);

/// Ends a link to a result.
pub static REVOKE_SHARE: Operation = Operation {
    method: "DELETE",
    path_after_id: Some(""),
    ..get(
        "revokeShare",
        "/api/v1/comfy/shares/",
        "",
        "revoking link",
        Shape::Ignored,
    )
};

/// The deployment's OpenAPI document.
pub static OPENAPI: Operation = get(
    "openapi",
    "/openapi.json",
    "",
    "reading the description",
    Shape::Ignored,
);

impl Operation {
    /// The operation of this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|operation| operation.name == name).copied()
    }

    /// The operations that have a name in the npm package, and the description of all.
    pub fn all() -> &'static [&'static Self] {
        &ALL
    }
}

pub(super) static ALL: [&Operation; 16] = [
    &RUN,
    &QUEUE,
    &HEALTH,
    &WORKFLOWS,
    &OBJECT_INFO,
    &RUNS,
    &GET_RUN,
    &RUN_EVENTS,
    &EVENTS,
    &OUTPUT,
    &DELETE_RUN,
    &DELETE_RUNS,
    &CANCEL,
    &REGENERATE,
    &RUN_TOKEN,
    &OPENAPI,
];
