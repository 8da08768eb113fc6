//! The table of operations: where each is, what it is called in messages, and the shape of what it
//! answers. The contract has the first two rows; the others are what deployments offer beyond it.

use super::Operation;
use crate::api::normal::{self, Shape};

/// Nested lists and objects that are read where nothing says otherwise.
const DEPTH: usize = 32;

/// Those of a queue: envelope, data, entry, queue, tasks, task. A task's own prompt is deeper, and
/// may have megabytes.
const QUEUE_DEPTH: usize = 6;

const fn get(
    name: &'static str,
    path: &'static str,
    id: &'static str,
    what: &'static str,
    shape: Shape,
) -> Operation {
    Operation {
        name,
        method: "GET",
        path,
        rest: None,
        id,
        what,
        then: "",
        shape,
        depth: DEPTH,
    }
}

const fn post(
    name: &'static str,
    path: &'static str,
    id: &'static str,
    what: &'static str,
    shape: Shape,
) -> Operation {
    Operation {
        method: "POST",
        ..get(name, path, id, what, shape)
    }
}

/// Starts a run (the contract, section 4.1).
pub static RUN: Operation = post(
    "run",
    "/api/v1/runs",
    "workflow_id",
    "starting a run",
    normal::RUN,
);

/// The queue of every engine instance (the contract, section 4.2).
pub static QUEUE: Operation = Operation {
    depth: QUEUE_DEPTH,
    ..get(
        "queue",
        "/api/v1/comfy/queue",
        "",
        "reading the queue",
        normal::QUEUE,
    )
};

/// The state of every engine instance.
pub static HEALTH: Operation = get(
    "health",
    "/api/v1/comfy/health",
    "",
    "reading the health",
    normal::HEALTH,
);

/// The deployed workflows.
pub static WORKFLOWS: Operation = get(
    "workflows",
    "/api/v1/comfy/workflows",
    "",
    "reading the workflows",
    normal::WORKFLOWS,
);

/// A page of a group's runs.
pub static RUNS: Operation = get(
    "runs",
    "/api/v1/runs",
    "group_id",
    "reading the runs of group",
    normal::RUN_LIST,
);

/// One run's detail.
pub static GET_RUN: Operation = Operation {
    rest: Some(""),
    ..get(
        "getRun",
        "/api/v1/runs/",
        "",
        "reading run",
        normal::RUN_DETAIL,
    )
};

/// Where an output is to be had.
pub static OUTPUT: Operation = get(
    "output",
    "/api/v1/runs/output",
    "filename",
    "reading output",
    normal::OUTPUT,
);

/// Cancels a run.
pub static CANCEL: Operation = Operation {
    rest: Some("/cancel"),
    ..post(
        "cancel",
        "/api/v1/runs/",
        "",
        "cancelling run",
        Shape::Nothing,
    )
};

/// Starts a run again with what it was given.
pub static REGENERATE: Operation = Operation {
    rest: Some("/regenerate"),
    then: " again",
    ..post(
        "regenerate",
        "/api/v1/runs/",
        "",
        "starting run",
        normal::RUN,
    )
};

/// What the deployment says of itself.
pub static OPENAPI: Operation = get(
    "openapi",
    "/openapi.json",
    "",
    "reading the description",
    Shape::Nothing,
);

pub(super) static ALL: [&Operation; 10] = [
    &RUN,
    &QUEUE,
    &HEALTH,
    &WORKFLOWS,
    &RUNS,
    &GET_RUN,
    &OUTPUT,
    &CANCEL,
    &REGENERATE,
    &OPENAPI,
];
