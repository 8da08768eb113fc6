//! Every metric. The table in docs/monitoring/README.md is written from this list.

use super::definition::Definition;

const WORKFLOW: &[&str] = &["workflow"];

pub(super) const BUILD: Definition = Definition::gauge(
    "flowdeck_build_info",
    &["version"],
    "Always 1; the label is the version of the program",
);
pub(super) const READY: Definition = Definition::gauge(
    "flowdeck_ready",
    &[],
    "1 if the service is ready, as /readyz says, else 0",
);
pub(super) const REQUESTS: Definition = Definition::counter(
    "flowdeck_http_requests_total",
    &["operation", "status"],
    "HTTP requests by operation and status of the answer",
);
pub(super) const REQUEST_SECONDS: Definition = Definition::histogram(
    "flowdeck_http_request_duration_seconds",
    &["operation"],
    "Time from the headers of a request to those of its answer",
);
pub(super) const WAITING: Definition = Definition::gauge(
    "flowdeck_runs_waiting",
    WORKFLOW,
    "Runs that wait in the service for an engine",
);
pub(super) const AT_ENGINES: Definition = Definition::gauge(
    "flowdeck_runs_at_engines",
    WORKFLOW,
    "Runs that engines execute or have next in their own queues",
);
pub(super) const EXECUTING: Definition = Definition::gauge(
    "flowdeck_runs_executing",
    &[],
    "Runs that engines execute now",
);
pub(super) const WITHOUT_ENGINE: Definition = Definition::gauge(
    "flowdeck_runs_waiting_without_engine",
    &[],
    "Waiting runs that no engine which takes runs now could execute",
);
pub(super) const OLDEST_WAITING: Definition = Definition::gauge(
    "flowdeck_oldest_waiting_run_seconds",
    &[],
    "Time since the oldest waiting run was accepted; 0 if none waits",
);
pub(super) const ACCEPTED: Definition =
    Definition::counter("flowdeck_runs_accepted_total", WORKFLOW, "Accepted runs");
pub(super) const ENDED: Definition = Definition::counter(
    "flowdeck_runs_ended_total",
    &["workflow", "status"],
    "Runs that have ended, by status: completed, failed or cancelled",
);
pub(super) const ATTEMPTS: Definition = Definition::counter(
    "flowdeck_run_attempts_total",
    WORKFLOW,
    "Attempts to execute a run; more than runs if engines lose runs or do not take them",
);
pub(super) const RUN_WAITING: Definition = Definition::histogram(
    "flowdeck_run_waiting_seconds",
    WORKFLOW,
    "Time from the acceptance of a run to the start of its execution, for runs that have ended",
);
pub(super) const RUN_EXECUTING: Definition = Definition::histogram(
    "flowdeck_run_executing_seconds",
    WORKFLOW,
    "Time from the start of a run's execution to its end",
);
pub(super) const RUN_TOTAL: Definition = Definition::histogram(
    "flowdeck_run_duration_seconds",
    WORKFLOW,
    "Time from the acceptance of a run to its end",
);
pub(super) const HAND_OVERS: Definition = Definition::counter(
    "flowdeck_hand_overs_total",
    &["models"],
    "Runs given to an engine, by where their models were: in_memory, to_load, or none if they use none",
);
pub(super) const ENGINES: Definition = Definition::gauge(
    "flowdeck_engines",
    &["state"],
    "Engines by state: idle, running, draining, hung or stopped",
);
pub(super) const WORK: Definition = Definition::gauge(
    "flowdeck_work_seconds",
    &[],
    "Expected engine time of all runs that wait or are at engines",
);
pub(super) const WANTED: Definition = Definition::gauge(
    "flowdeck_instances_wanted",
    &[],
    "How many engines would finish the work within a minute",
);
pub(super) const STREAMS: Definition =
    Definition::gauge("flowdeck_event_streams", &[], "Open streams of events");
pub(super) const MAX_STREAMS: Definition = Definition::gauge(
    "flowdeck_event_streams_limit",
    &[],
    "How many streams of events may be open",
);
pub(super) const WEBHOOK_ATTEMPTS: Definition = Definition::counter(
    "flowdeck_webhook_attempts_total",
    &["outcome"],
    "Attempts to deliver an event to a webhook, by outcome: delivered, to_retry, or failed if it was given up",
);
pub(super) const DELIVERIES: Definition = Definition::gauge(
    "flowdeck_webhook_deliveries",
    &["state"],
    "Deliveries of webhooks that are pending, and that have failed within the last 30 days",
);
pub(super) const FAILING_RECEIVER: Definition = Definition::gauge(
    "flowdeck_webhook_receiver_failing_seconds",
    &[],
    "For how long the receiver has been failing that has done so longest; 0 if none is",
);
pub(super) const KEPT_RUNS: Definition = Definition::gauge(
    "flowdeck_kept_runs",
    &[],
    "Runs that have ended and are kept",
);
pub(super) const KEPT_BYTES: Definition =
    Definition::gauge("flowdeck_kept_outputs_bytes", &[], "Size of their outputs");
pub(super) const DISK_FREE: Definition = Definition::gauge(
    "flowdeck_disk_free_bytes",
    &[],
    "Free space on the disk of the data folder",
);
pub(super) const DISK_MIN_FREE: Definition = Definition::gauge(
    "flowdeck_disk_min_free_bytes",
    &[],
    "Free space below which new runs are refused (--min-free-disk)",
);
pub(super) const DISK_SIZE: Definition = Definition::gauge(
    "flowdeck_disk_size_bytes",
    &[],
    "Size of the disk of the data folder",
);

/// All of them, in the order of the table.
#[cfg(test)]
pub(super) const ALL: [&Definition; 29] = [
    &BUILD,
    &READY,
    &REQUESTS,
    &REQUEST_SECONDS,
    &WAITING,
    &AT_ENGINES,
    &EXECUTING,
    &WITHOUT_ENGINE,
    &OLDEST_WAITING,
    &ACCEPTED,
    &ENDED,
    &ATTEMPTS,
    &RUN_WAITING,
    &RUN_EXECUTING,
    &RUN_TOTAL,
    &HAND_OVERS,
    &ENGINES,
    &WORK,
    &WANTED,
    &STREAMS,
    &MAX_STREAMS,
    &WEBHOOK_ATTEMPTS,
    &DELIVERIES,
    &FAILING_RECEIVER,
    &KEPT_RUNS,
    &KEPT_BYTES,
    &DISK_FREE,
    &DISK_MIN_FREE,
    &DISK_SIZE,
];
