//! The shapes of answers that are more than one type: lists, and the queue. The names used on the wire stay here and in
//! the declarations of the types.

use super::engine_entry::ENGINE_ENTRY;
use super::found_engine::FOUND_ENGINE;
use super::queue::WAITING_RUN;
use super::run::RUN_ENTRY;
use super::shape::{Member, Shape, TEXTS};
use super::shares::SHARE;
use super::workflows::{HEALTH_ENTRY, WORKFLOW_ENTRY};

/// The runs a submission started: a list, or from older deployments one object without the
/// workflow's id.
pub(super) const RUN: Shape = Shape::NonEmptyList(&RUN_ENTRY);

/// The state of every engine instance.
pub(super) const HEALTH: Shape = Shape::RequiredList(&HEALTH_ENTRY);

/// The deployed workflows.
pub(super) const WORKFLOWS: Shape = Shape::RequiredList(&WORKFLOW_ENTRY);

/// The engine instances of the service.
pub(super) const ENGINES: Shape = Shape::RequiredList(&ENGINE_ENTRY);

/// ComfyUI on the machine of the service.
pub(super) const FOUND_ENGINES: Shape = Shape::RequiredList(&FOUND_ENGINE);

/// The links to results.
pub(super) const SHARES: Shape = Shape::RequiredList(&SHARE);

/// The queue of every engine instance and, in `meta`, the runs that wait in the service and the instances that
/// execute nothing new. The shape of the whole answer.
pub(super) const QUEUE: Shape = Shape::Object(&[
    Member("instances", &["data"], Shape::RequiredList(&QUEUE_ENTRY)),
    Member("hung", &["meta/hung"], TEXTS),
    Member("stopped", &["meta/stopped"], TEXTS),
    Member("draining", &["meta/draining"], TEXTS),
    Member("count", &["meta/waiting/count"], Shape::Count),
    Member("ids", &["meta/waiting/ids"], TEXTS),
    Member("own", &["meta/waiting/own"], Shape::List(&WAITING_RUN)),
]);

const QUEUE_ENTRY: Shape = Shape::Object(&[
    Member("address", &["comfy_uri", "container"], Shape::Text),
    Member("running", &["queue/queue_running"], Shape::Tasks),
    Member("pending", &["queue/queue_pending"], Shape::Tasks),
]);
