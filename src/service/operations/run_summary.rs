//! The runs of the last hours: their states, their durations, and why some failed.

mod durations;
mod failures;
mod last_summaries;
mod states;
mod summary;
mod window;
mod workflow;

use std::collections::HashMap;
use std::sync::Arc;

use chrono::TimeDelta;
use serde_json::Value;

use self::last_summaries::LastSummaries;
use self::summary::Summary;
use self::window::Window;
use super::access::{Access, Needs};
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::catalog::{SharedCatalog, WorkflowId};
use crate::clock;
use crate::runs::Runs;
use api::Right;
use store::{Reach, RecentQuery, RecentRunStore};

/// To read what became of the runs.
pub const SUMMARISE_RUNS: Needs = Needs::right(Right::Read);

/// The hours that are summarised by default.
pub const USUAL_HOURS: u32 = 24;
/// The most hours that can be summarised: 30 days.
pub const MAX_HOURS: u32 = 720;
/// The maximum number of runs that are read for a summary. The newest ones are read.
const MAX_RUNS: u32 = 20_000;

/// The use case of the summary of runs.
pub struct SummaryOperations {
    access: Access,
    catalog: Arc<SharedCatalog>,
    runs: Arc<Runs>,
    store: Arc<dyn RecentRunStore>,
    last: LastSummaries,
}

impl SummaryOperations {
    /// Summaries of the runs of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            catalog: parts.catalog.clone(),
            runs: parts.runs.clone(),
            store: parts.store.clone(),
            last: LastSummaries::default(),
        }
    }

    /// Summarises this many hours, or the default: of everybody's runs for callers that see all runs, otherwise of the
    /// caller's own. The summary may be a few seconds old.
    pub async fn summarise(
        &self,
        caller: &Caller,
        hours: Option<u32>,
    ) -> Result<Arc<Value>, DomainError> {
        self.access.require(caller, SUMMARISE_RUNS)?;
        let hours = hours.unwrap_or(USUAL_HOURS);
        if !(1..=MAX_HOURS).contains(&hours) {
            return Err(wrong_hours());
        }
        let reach = caller.reach();
        let made = self.made(reach.clone(), hours);
        self.last.get((reach, hours), made).await
    }

    async fn made(&self, reach: Reach, hours: u32) -> Result<Arc<Value>, DomainError> {
        let to = clock::now();
        let window = Window {
            from: to - TimeDelta::hours(hours.into()),
            to,
        };
        let query = RecentQuery {
            since: window.from,
            reach,
            limit: MAX_RUNS,
        };
        let runs = self.store.recent_runs(query).await?;
        let is_complete = runs.len() < MAX_RUNS as usize;
        let mut summary = Summary::of(&runs, window);
        for workflow in summary.workflows() {
            let times = self.runs.node_times(&workflow.id);
            workflow.set_nodes(&times, &self.titles(&workflow.id).await);
        }
        Ok(Arc::new(summary.json(is_complete)))
    }

    /// The titles of a workflow's nodes by their ids. Empty if the workflow is no longer deployed.
    async fn titles(&self, workflow: &str) -> HashMap<String, String> {
        let id = WorkflowId::of(workflow);
        let Ok(Ok(deployed)) = self.catalog.find_known(&id).await else {
            return HashMap::new();
        };
        let nodes = deployed.runnable.workflow.nodes.iter().map(|node| {
            let title = node.title.as_ref().unwrap_or(&node.class);
            (node.id.clone(), title.clone())
        });
        nodes.collect()
    }
}

/// The error for a number of hours that is not allowed.
pub fn wrong_hours() -> DomainError {
    let why = format!("must be a whole number from 1 to {MAX_HOURS}");
    DomainError::invalid("query", "hours", &why, "value_error")
}
