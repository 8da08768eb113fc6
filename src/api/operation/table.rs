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

/// What a row does not say.
const USUAL: Operation = Operation {
    name: "",
    method: "",
    path: "",
    path_after_id: None,
    id_parameter: "",
    action: "",
    action_end: "",
    shape: Shape::Ignored,
    reads_meta: false,
    depth: DEPTH,
    may_be_empty: false,
};

/// Each row has the name, the method, the path, the name in messages and the shape of the answer of an operation, and
/// then the members of [`Operation`] that are not as usual. The name before all rows is that of
/// their list.
macro_rules! operations {
    ($(#[$about_list:meta])* $list:ident: $($(#[$about:meta])*
        $operation:ident = $name:literal, $method:ident $path:literal, $action:literal, $shape:expr
            $(, $member:ident: $value:expr)*;)*) => {
        $($(#[$about])*
        pub static $operation: Operation = Operation {
            name: $name,
            method: stringify!($method),
            path: $path,
            action: $action,
            shape: $shape,
            $($member: $value,)*
            ..USUAL
        };)*

        $(#[$about_list])*
        pub(super) const $list: &[&Operation] = &[$(&$operation),*];
    };
}

operations! {
    /// Those that have a name in the npm package, and the description of all.
    OF_PACKAGE:

    /// Starts a run (the contract, section 4.1).
    RUN = "run", POST "/api/v1/runs", "starting a run", shapes::RUN, id_parameter: "workflow_id";

    /// The queue of every engine instance (the contract, section 4.2).
    QUEUE = "queue", GET "/api/v1/comfy/queue", "reading the queue", shapes::QUEUE,
        depth: QUEUE_DEPTH, reads_meta: true;

    /// The state of every engine instance.
    HEALTH = "health", GET "/api/v1/comfy/health", "reading the health", shapes::HEALTH;

    /// The deployed workflows.
    WORKFLOWS = "workflows", GET "/api/v1/comfy/workflows",
        "reading the workflows", shapes::WORKFLOWS;

    /// The node classes of all engine instances, in the shape of ComfyUI's `GET /object_info`, without an envelope.
    OBJECT_INFO = "objectInfo", GET "/api/v1/comfy/object_info",
        "reading the node classes", Shape::Bare, depth: 1;

    /// A page of a group's runs.
    RUNS = "runs", GET "/api/v1/runs", "reading the runs of group", run::RUN_LIST,
        id_parameter: "group_id";

    /// One run's detail.
    GET_RUN = "getRun", GET "/api/v1/runs/", "reading run", run::RUN_DETAIL,
        path_after_id: Some("");

    /// What happens to one run, as a stream of server-sent events.
    RUN_EVENTS = "runEvents", GET "/api/v1/runs/", "following run", Shape::Ignored,
        path_after_id: Some("/events");

    /// What happens to all runs, as a stream of server-sent events.
    EVENTS = "events", GET "/api/v1/events", "following the runs", Shape::Ignored;

    /// The link to an output.
    OUTPUT = "output", GET "/api/v1/runs/output", "reading output", workflows::OUTPUT,
        id_parameter: "filename", may_be_empty: true;

    /// Deletes a run that has ended.
    DELETE_RUN = "deleteRun", DELETE "/api/v1/runs/", "deleting run", Shape::Ignored,
        path_after_id: Some("");

    /// Deletes the runs of a group that have ended.
    DELETE_RUNS = "deleteRuns", DELETE "/api/v1/runs",
        "deleting the runs of group", run::REMOVED_RUNS, id_parameter: "group_id";

    /// Cancels a run.
    CANCEL = "cancel", POST "/api/v1/runs/", "cancelling run", Shape::Ignored,
        path_after_id: Some("/cancel");

    /// Starts a run again with the same inputs.
    REGENERATE = "regenerate", POST "/api/v1/runs/", "starting run", shapes::RUN,
        path_after_id: Some("/regenerate"), action_end: " again";

    /// Makes a token that may only follow, read and cancel one run.
    RUN_TOKEN = "runToken", POST "/api/v1/runs/", "making a token for run", run::RUN_TOKEN,
        path_after_id: Some("/token");

    /// The deployment's OpenAPI document.
    OPENAPI = "openapi", GET "/openapi.json", "reading the description", Shape::Ignored;
}

operations! {
    /// Those that only the page has.
    #[cfg(test)]
    OF_PAGE:

    /// What became of the runs of the last hours, how long they took, and why some failed.
    MONITORING = "monitoring", GET "/api/v1/comfy/monitoring",
        "summarising the runs of the last", monitoring::MONITORING,
        id_parameter: "hours", action_end: " hours";

    /// A file of an example, at the address in the listing of the workflows.
    EXAMPLE_FILE = "exampleFile", GET "", "loading an example's file", Shape::Ignored;

    /// Deploys a workflow as the newest version of its id.
    DEPLOY = "deploy", PUT "/api/v1/comfy/workflows/", "deploying workflow", Shape::Ignored,
        path_after_id: Some("");

    /// What the key in use may do.
    OWN_KEY = "key", GET "/api/v1/comfy/key", "reading what the key may do", own_key::OWN_KEY;

    /// The engine instances of the service.
    ENGINES = "engines", GET "/api/v1/comfy/engines", "reading the engines", shapes::ENGINES;

    /// ComfyUI on the machine of the service.
    FOUND_ENGINES = "foundEngines", GET "/api/v1/comfy/engines/found",
        "looking for ComfyUI", shapes::FOUND_ENGINES;

    /// Lets the service use an engine. Its body is JSON.
    ADD_ENGINE = "addEngine", POST "/api/v1/comfy/engines", "adding the engine", Shape::Ignored;

    /// The deliveries of the caller's own webhooks that are in a state.
    DELIVERIES = "deliveries", GET "/api/v1/comfy/webhooks/deliveries",
        "reading the deliveries", deliveries::DELIVERIES, id_parameter: "state";

    /// Sends a delivery again.
    REPLAY = "replay", POST "/api/v1/comfy/webhooks/deliveries/",
        "sending delivery", Shape::Ignored, path_after_id: Some("/replay"), action_end: " again";

    /// Makes a link to the result of a run that needs no key. Its body is JSON.
    SHARE = "share", POST "/api/v1/comfy/shares", "sharing a result", shares::SHARE;

    /// The caller's own links to results.
    SHARES = "shares", GET "/api/v1/comfy/shares", "reading the shared links", shapes::SHARES;

    /// Ends a link to a result.
    REVOKE_SHARE = "revokeShare", DELETE "/api/v1/comfy/shares/", "revoking link", Shape::Ignored,
        path_after_id: Some("");
}

operations! {
    /// Those that only the program has.
    #[cfg(test)]
    OF_PROGRAM:

    /// Whether the service answers at all. Needs no key; the answer has no envelope.
    LIVE = "live", GET "/healthz", "checking", Shape::Ignored;

    /// A page of all runs that the key sees.
    ALL_RUNS = "allRuns", GET "/api/v1/runs", "reading the runs", Shape::Ignored;

    /// Deploys an earlier version of a workflow, such as `poster@v1`, as its newest version.
    DEPLOY_VERSION = "deployVersion", POST "/api/v1/comfy/workflows/",
        "deploying version", Shape::Ignored, path_after_id: Some("/deploy"), action_end: " again";

    /// Lets an engine finish its runs and gives it no further ones. Its body is JSON.
    DRAIN_ENGINE = "drainEngine", POST "/api/v1/comfy/engines/drain",
        "draining the engine", Shape::Ignored;

    /// Removes an engine.
    REMOVE_ENGINE = "removeEngine", DELETE "/api/v1/comfy/engines",
        "removing engine", Shape::Ignored, id_parameter: "comfy_uri";

    /// A page of the audit log.
    AUDIT = "audit", GET "/api/v1/comfy/audit", "reading the audit log", Shape::Ignored;

    /// The named keys.
    KEYS = "keys", GET "/api/v1/comfy/keys", "reading the keys", Shape::Ignored;

    /// Makes a key. Its body is JSON.
    CREATE_KEY = "createKey", POST "/api/v1/comfy/keys", "making the key", Shape::Ignored;

    /// Changes what a key may do. Its body is JSON.
    EDIT_KEY = "editKey", PATCH "/api/v1/comfy/keys/", "changing key", Shape::Ignored,
        path_after_id: Some("");

    /// Makes another key under the same name. Its body is JSON.
    REGENERATE_KEY = "regenerateKey", POST "/api/v1/comfy/keys/",
        "regenerating key", Shape::Ignored, path_after_id: Some("/regenerate");

    /// Makes another first key. Its body is JSON.
    REGENERATE_FIRST_KEY = "regenerateFirstKey", POST "/api/v1/comfy/key/regenerate",
        "regenerating the first key", Shape::Ignored;

    /// Revokes a key. Its name is in the query, because no path can end with `.` or `..`.
    REVOKE_KEY = "revokeNamedKey", DELETE "/api/v1/comfy/keys", "revoking key", Shape::Ignored,
        id_parameter: "name";

    /// The webhooks of the key.
    WEBHOOKS = "webhooks", GET "/api/v1/comfy/webhooks", "reading the webhooks", Shape::Ignored;

    /// Adds a webhook. Its body is JSON.
    ADD_WEBHOOK = "addWebhook", POST "/api/v1/comfy/webhooks",
        "adding the webhook", Shape::Ignored;

    /// Removes a webhook.
    REMOVE_WEBHOOK = "removeWebhook", DELETE "/api/v1/comfy/webhooks/",
        "removing webhook", Shape::Ignored, path_after_id: Some("");

    /// Makes the secret of the key's webhooks. Its body is JSON.
    MAKE_WEBHOOK_SECRET = "makeWebhookSecret", POST "/api/v1/comfy/webhooks/secret",
        "making the secret", Shape::Ignored;

    /// Sends a test event. Its body is JSON.
    TEST_WEBHOOK = "testWebhook", POST "/api/v1/comfy/webhooks/test",
        "testing the webhook", Shape::Ignored;

    /// Sends all failed deliveries again.
    REPLAY_FAILED = "replayFailed", POST "/api/v1/comfy/webhooks/deliveries/replay",
        "sending the failed deliveries again", Shape::Ignored;
}

impl Operation {
    /// The operation of this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        OF_PACKAGE
            .iter()
            .find(|operation| operation.name == name)
            .copied()
    }

    /// The operations that the npm package has, and the description of all.
    pub fn of_package() -> &'static [&'static Self] {
        OF_PACKAGE
    }
}
