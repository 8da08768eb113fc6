//! Normalised answers as Rust types. Knows the normalised names, not those of the wire.

mod engines;

use super::deliveries::{Delivery, DeliveryList};
use super::monitoring::{
    Durations, FailureReason, Monitoring, SlowNode, StateCounts, WorkflowMonitoring, WorkflowStep,
};
use super::number::{number, seconds};
use super::own_key::OwnKey;
use super::queue::{Queue, QueueEntry, Task, WaitingRun};
use super::run::{
    LeftOut, Priority, RunDetail, RunEntry, RunInput, RunList, RunOutput, RunProgress, RunStatus,
};
use super::shares::Share;
use super::workflows::{Health, OutputLink, WorkflowEntry};
use json::Json;
use schema::Problem;

/// A type that a normalised answer can be read as.
pub trait Answer: Sized {
    /// Converts the answer; missing members are empty.
    fn of(json: &Json<'_>) -> Self;
}

/// For answers without data.
impl Answer for () {
    fn of(_: &Json<'_>) -> Self {}
}

impl Answer for String {
    fn of(json: &Json<'_>) -> Self {
        json.to_word().unwrap_or_default()
    }
}

/// `None` for `null`.
impl<T: Answer> Answer for Option<T> {
    fn of(json: &Json<'_>) -> Self {
        (!json.is_null()).then(|| T::of(json))
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn of(json: &Json<'_>) -> Self {
        json.items().iter().map(T::of).collect()
    }
}

impl Answer for RunEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            run_id: text(json, "runId"),
            workflow_id: text(json, "workflowId"),
            version: count(json.get("version")),
        }
    }
}

impl Answer for RunDetail {
    fn of(json: &Json<'_>) -> Self {
        Self {
            id: text(json, "runId"),
            workflow_id: text(json, "workflowId"),
            version: count(json.get("version")),
            group_id: json.get("groupId").to_word(),
            owner: json.get("owner").to_word(),
            instance: json.get("instance").to_word(),
            status: RunStatus::of(json.get("status").text().unwrap_or_default()),
            error: json.get("error").to_word(),
            attempts: count(json.get("attempts")),
            priority: json.get("priority").text().and_then(Priority::of),
            position: count(json.get("position")),
            starts_in: seconds(json.get("startsIn")),
            takes: seconds(json.get("takes")),
            progress: Option::of(json.get("progress")),
            preview: json.get("preview").to_word(),
            inputs: Vec::of(json.get("inputs")),
            outputs: Vec::of(json.get("outputs")),
            output_names: Vec::of(json.get("outputNames")),
            left_out: Vec::of(json.get("leftOut")),
            created_at: json.get("createdAt").to_word(),
            started_at: json.get("startedAt").to_word(),
            completed_at: json.get("completedAt").to_word(),
            expires_at: json.get("expiresAt").to_word(),
        }
    }
}

impl Answer for RunProgress {
    fn of(json: &Json<'_>) -> Self {
        Self {
            value: number(json.get("value")) as u32,
            max: number(json.get("max")) as u32,
            node: json.get("node").to_word(),
            title: json.get("title").to_word(),
            nodes_done: count(json.get("nodesDone")),
            nodes_total: count(json.get("nodesTotal")),
            percent: count(json.get("percent")),
        }
    }
}

impl Answer for RunInput {
    fn of(json: &Json<'_>) -> Self {
        Self {
            path: text(json, "name"),
            value: json.get("value").to_word(),
            shortened: matches!(json.get("shortened"), Json::Bool(true)),
        }
    }
}

impl Answer for RunOutput {
    fn of(json: &Json<'_>) -> Self {
        Self {
            filename: text(json, "filename"),
            url: json.get("url").to_word(),
            thumbnail: json.get("thumbnail").to_word(),
        }
    }
}

impl Answer for LeftOut {
    fn of(json: &Json<'_>) -> Self {
        Self {
            node: text(json, "node"),
            title: text(json, "title"),
            reason: text(json, "reason"),
        }
    }
}

impl Answer for RunList {
    fn of(json: &Json<'_>) -> Self {
        Self {
            group_id: json.get("groupId").to_word(),
            count: number(json.get("count")) as u64,
            runs: Vec::of(json.get("runs")),
        }
    }
}

impl Answer for QueueEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            address: text(json, "address"),
            queue: Queue::of(json),
        }
    }
}

impl Answer for Queue {
    fn of(json: &Json<'_>) -> Self {
        let queue = Self {
            running: Vec::of(json.get("running")),
            pending: Vec::of(json.get("pending")),
        };
        queue.in_order()
    }
}

impl Answer for Task {
    fn of(json: &Json<'_>) -> Self {
        Self {
            number: number(json.get("number")),
            id: text(json, "id"),
        }
    }
}

impl Answer for WaitingRun {
    fn of(json: &Json<'_>) -> Self {
        Self {
            id: text(json, "runId"),
            position: count(json.get("position")),
            starts_in: seconds(json.get("startsIn")),
            takes: seconds(json.get("takes")),
        }
    }
}

impl Answer for WorkflowEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            id: text(json, "id"),
            version: count(json.get("version")),
            name: text(json, "name"),
            description: json.get("description").to_word(),
            cover: None,
            typical_ms: None,
            share: None,
            keep: None,
            inputs: json.get("inputs").to_word(),
            outputs: json.get("outputs").to_word(),
            schema: json.get("schema").to_word(),
            problems: Vec::of(json.get("problems")),
            warnings: Vec::of(json.get("warnings")),
            examples: None,
        }
    }
}

impl Answer for Share {
    fn of(json: &Json<'_>) -> Self {
        Self {
            id: text(json, "id"),
            run_id: text(json, "runId"),
            workflow_id: text(json, "workflowId"),
            workflow: text(json, "workflow"),
            url: text(json, "url"),
            created_at: text(json, "createdAt"),
            expires_at: text(json, "expiresAt"),
        }
    }
}

impl Answer for OwnKey {
    fn of(json: &Json<'_>) -> Self {
        Self {
            name: json.get("name").to_word(),
            may: Vec::of(json.get("may")),
            workflows: Some(Vec::of(json.get("workflows"))).filter(|ids: &Vec<_>| !ids.is_empty()),
            limit: json.get("limit").to_word(),
            concurrent: count(json.get("concurrent")),
            per_day: count(json.get("perDay")),
            expires_at: json.get("expiresAt").to_word(),
            runs_today: count(json.get("runsToday")),
            runs: count(json.get("runs")),
            engine_seconds: seconds(json.get("engineSeconds")),
        }
    }
}

impl Answer for DeliveryList {
    fn of(json: &Json<'_>) -> Self {
        Self {
            count: count(json.get("count")).unwrap_or_default(),
            deliveries: Vec::of(json.get("deliveries")),
        }
    }
}

impl Answer for Delivery {
    fn of(json: &Json<'_>) -> Self {
        Self {
            id: text(json, "id"),
            event: text(json, "event"),
            run_id: text(json, "runId"),
            origin: text(json, "origin"),
            state: text(json, "state"),
            reason: json.get("reason").to_word(),
            next_attempt_at: json.get("nextAttemptAt").to_word(),
            ended_at: json.get("endedAt").to_word(),
        }
    }
}

impl Answer for Monitoring {
    fn of(json: &Json<'_>) -> Self {
        Self {
            from: text(json, "from"),
            to: text(json, "to"),
            is_complete: matches!(json.get("isComplete"), Json::Bool(true)),
            states: StateCounts::of(json.get("states")),
            waiting_since: json.get("waitingSince").to_word(),
            steps: Vec::of(json.get("steps")),
            workflows: Vec::of(json.get("workflows")),
            failures: Vec::of(json.get("failures")),
        }
    }
}

impl Answer for StateCounts {
    fn of(json: &Json<'_>) -> Self {
        let count = |name| number(json.get(name)) as u32;
        Self {
            pending: count("pending"),
            running: count("running"),
            completed: count("completed"),
            failed: count("failed"),
            cancelled: count("cancelled"),
        }
    }
}

impl Answer for WorkflowMonitoring {
    fn of(json: &Json<'_>) -> Self {
        Self {
            workflow_id: text(json, "workflowId"),
            states: StateCounts::of(json.get("states")),
            waited: Durations::of(json.get("waited")),
            executed: Durations::of(json.get("executed")),
            steps: Vec::of(json.get("steps")),
            slowest_nodes: Vec::of(json.get("slowestNodes")),
        }
    }
}

impl Answer for Durations {
    fn of(json: &Json<'_>) -> Self {
        Self {
            median: seconds(json.get("median")),
            p95: seconds(json.get("p95")),
        }
    }
}

impl Answer for WorkflowStep {
    fn of(json: &Json<'_>) -> Self {
        Self {
            runs: number(json.get("runs")) as u32,
            waited: seconds(json.get("waited")),
            executed: seconds(json.get("executed")),
        }
    }
}

impl Answer for SlowNode {
    fn of(json: &Json<'_>) -> Self {
        Self {
            node: text(json, "node"),
            title: json.get("title").to_word(),
            seconds: seconds(json.get("seconds")).unwrap_or_default(),
        }
    }
}

impl Answer for FailureReason {
    fn of(json: &Json<'_>) -> Self {
        Self {
            workflow_id: text(json, "workflowId"),
            reason: text(json, "reason"),
            count: number(json.get("count")) as u32,
            run_id: text(json, "runId"),
            at: json.get("at").to_word(),
        }
    }
}

impl Answer for Problem {
    fn of(json: &Json<'_>) -> Self {
        Self {
            node: json.get("node").to_word(),
            class: json.get("class").to_word(),
            title: json.get("title").to_word(),
            input: json.get("input").to_word(),
            field: json.get("field").to_word(),
            message: text(json, "message"),
            code: json.get("code").to_word(),
            args: Vec::of(json.get("args")),
        }
    }
}

impl Answer for Health {
    fn of(json: &Json<'_>) -> Self {
        Self {
            address: text(json, "address"),
            status: text(json, "status"),
            problem: json.get("problem").to_word(),
        }
    }
}

impl Answer for OutputLink {
    fn of(json: &Json<'_>) -> Self {
        Self {
            download_url: text(json, "downloadUrl"),
            generation_status: text(json, "status"),
        }
    }
}

pub(super) fn count(json: &Json<'_>) -> Option<u32> {
    match json {
        Json::Number(digits) => digits.parse().ok(),
        _ => None,
    }
}

fn text(json: &Json<'_>, name: &str) -> String {
    json.get(name).to_word().unwrap_or_default()
}
