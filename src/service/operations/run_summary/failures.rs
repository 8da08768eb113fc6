//! The failures of runs. Runs of one workflow that failed for the same reason are one entry.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use store::RecentRun;
use store::rfc3339;

/// The number of reasons in a list. The latest ones are listed.
const LISTED: usize = 10;

/// Failed runs by workflow and reason.
#[derive(Debug, Default)]
pub(super) struct Failures<'a>(HashMap<(&'a str, &'a str), Failure<'a>>);

/// Runs of one workflow that failed for the same reason.
#[derive(Debug)]
struct Failure<'a> {
    count: u32,
    /// The last of them, and when it ended.
    run: &'a str,
    at: DateTime<Utc>,
}

impl<'a> Failures<'a> {
    pub(super) fn add(&mut self, run: &'a RecentRun) {
        let reason = run.error.as_deref().unwrap_or_default();
        let at = run.ended_at.unwrap_or(run.created_at);
        let failure = self.0.entry((&run.workflow_id, reason)).or_insert(Failure {
            count: 0,
            run: &run.id,
            at,
        });
        failure.count += 1;
        if at > failure.at {
            (failure.run, failure.at) = (&run.id, at);
        }
    }

    /// The latest ones, latest first.
    pub(super) fn json(&self) -> Value {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by(|(_, one), (_, other)| (other.at, other.run).cmp(&(one.at, one.run)));
        let entries = all.into_iter().take(LISTED);
        let entry = |(&(workflow, reason), failure): (&(&str, &str), &Failure<'_>)| {
            json!({
                "workflow_id": workflow,
                "reason": reason,
                "count": failure.count,
                "run_id": failure.run,
                "at": rfc3339(failure.at),
            })
        };
        entries.map(entry).collect()
    }
}
