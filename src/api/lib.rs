//! The API of a deployment: `POST /api/v1/runs`, `GET /api/v1/comfy/queue` and the further operations
//! that deployments offer. Strict in what it writes, tolerant in what it reads; no I/O.
//!
//! Source: the contract, sections 2 to 5.

#![warn(clippy::indexing_slicing)]

mod answer;
pub mod decode;
mod deliveries;
mod engine_entry;
mod engine_queue;
mod envelope;
pub mod error_body;
mod example;
mod found_engine;
mod monitoring;
mod normalise;
mod number;
mod operation;
mod own_key;
#[cfg(feature = "schemas")]
pub mod package_types;
mod priority;
mod problem;
mod queue;
mod reached_limit;
mod rights;
mod run;
mod run_event;
mod run_status;
#[cfg(feature = "schemas")]
mod schemas;
mod secret;
mod shape;
mod shapes;
mod shares;
mod workflows;

pub use answer::Answer;
pub use deliveries::{Delivery, DeliveryList};
pub use engine_entry::EngineEntry;
pub use envelope::Envelope;
pub use example::Example;
pub use found_engine::FoundEngine;
pub use monitoring::{
    Durations, FailureReason, Monitoring, SlowNode, StateCounts, WorkflowMonitoring, WorkflowStep,
};
pub use operation::*;
pub use own_key::OwnKey;
pub use priority::Priority;
pub use problem::{Loc, ValidationError, ValidationItem};
pub use queue::{
    Condition, MAX_LISTED_RUNS, Queue, QueueAnswer, QueueEntry, Task, Waiting, WaitingRun,
};
pub use reached_limit::{LIMITED_RUNS, LIMITED_SUBMISSIONS, ReachedLimit};
pub use rights::{Rate, Right, Rights};
pub use run::{
    LeftOut, MAX_NAMED_RUNS, RemovedRuns, RunDetail, RunEntry, RunInput, RunList, RunOutput,
    RunProgress, RunToken,
};
pub use run_event::{RunEvent, RunEventKind, StreamMessage};
pub use run_status::RunStatus;
pub use secret::secret_in;
pub use shares::Share;
pub use workflows::{Health, OutputLink, WorkflowEntry};

/// The header that carries the key (the contract, section 5).
pub const KEY_HEADER: &str = "X-API-KEY";

/// The header with which a submission may be repeated: the deployment starts one run for it.
pub const IDEMPOTENCY_HEADER: &str = "Idempotency-Key";

/// What a service of this package answers to a key that is not its own.
pub const WRONG_KEY: &str = "the key in X-API-KEY doesn't match this service; \
     open the link that “flowdeck serve” prints, or ask whoever runs it";

#[cfg(test)]
mod tests;
