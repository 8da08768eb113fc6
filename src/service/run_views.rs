//! Runs as they are now: what the store has of them, and what only memory has, such as their place in the line, their
//! progress, and until when they are kept. Links come from whoever shows a run.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::auth::Links;
use crate::catalog::CatalogError;
use crate::engines::Engines;
use crate::outputs::is_reducible;
use crate::retention::Retention;
use crate::runs::Runs;
use api::{RunDetail, RunInput, RunOutput, RunProgress, RunStatus};
use placement::Estimate;
use store::{RunRecord, holder, rfc3339};

/// Shows the runs of one service.
#[derive(Clone)]
pub(crate) struct RunViews {
    runs: Arc<Runs>,
    engines: Arc<Engines>,
    retention: Arc<Retention>,
}

/// A run as it is now.
pub struct RunView {
    run: RunRecord,
    progress: Option<RunProgress>,
    /// The number of its last preview; 0 if there is none.
    preview: u32,
    estimate: Option<Estimate>,
    /// The expected seconds that it takes, if it has not ended.
    takes: Option<f64>,
    expires_at: Option<DateTime<Utc>>,
}

impl RunViews {
    /// The views of runs of a service.
    pub(crate) fn new(runs: Arc<Runs>, engines: Arc<Engines>, retention: Arc<Retention>) -> Self {
        Self {
            runs,
            engines,
            retention,
        }
    }

    /// A run as it is now.
    ///
    /// # Errors
    /// When its workflow, which may say until when it is kept, cannot be read.
    pub(crate) async fn view(&self, run: RunRecord) -> Result<RunView, CatalogError> {
        let instance = run.instance_address.as_deref();
        let instance = instance.filter(|_| run.status == RunStatus::Running);
        let instance = instance.and_then(|address| self.engines.pool.find(address));
        let instance = instance.as_deref();
        let waiting = &self.runs.waiting;
        let expires_at = self.retention.expires_at(&run).await?;
        let at_instance = instance.map(|instance| instance.tasks.runs());
        let tracked = at_instance
            .as_ref()
            .and_then(|runs| runs.get(&run.prompt_id));
        let takes = || waiting.takes(&run.workflow_id);
        Ok(RunView {
            expires_at,
            progress: instance.and_then(|instance| instance.progress(&run.prompt_id)),
            preview: tracked.map_or(0, |run| run.progress.preview_number()),
            estimate: waiting.estimate(&run.id),
            takes: (!run.status.is_final()).then(takes).flatten(),
            run,
        })
    }
}

impl RunView {
    /// What callers see of it, with these links.
    pub fn detail(self, links: &Links) -> RunDetail {
        let run = self.run;
        let preview = links.preview(&run.id, &run.owner, self.preview);
        let inputs = run.inputs.into_iter().map(|input| RunInput {
            path: input.path,
            value: Some(input.value),
            shortened: input.shortened,
        });
        let outputs = match run.status {
            RunStatus::Completed => outputs(links, &run.id, &run.owner, run.outputs),
            _ => Vec::new(),
        };
        let output_names = outputs.iter().map(|output| output.filename.clone());
        let position = self.estimate.map(|estimate| estimate.position);
        let starts_in = self.estimate.and_then(|estimate| estimate.starts_in);
        RunDetail {
            inputs: inputs.collect(),
            output_names: output_names.collect(),
            outputs,
            left_out: run.left_out,
            id: run.id,
            workflow_id: run.workflow_id,
            version: run.version,
            group_id: run.group_id,
            owner: Some(holder(&run.owner).to_owned()),
            instance: run.instance_address,
            status: run.status,
            error: run.error,
            attempts: Some(run.attempts),
            priority: Some(run.priority),
            position: position.and_then(|position| u32::try_from(position).ok()),
            starts_in: starts_in.map(rounded),
            takes: self.takes.map(rounded),
            progress: self.progress,
            preview,
            created_at: run.created_at.map(rfc3339),
            started_at: run.started_at.map(rfc3339),
            completed_at: run.completed_at.map(rfc3339),
            expires_at: self.expires_at.map(rfc3339),
        }
    }
}

/// The outputs of a run of this owner, with links to them.
pub fn outputs(links: &Links, run_id: &str, owner: &str, names: Vec<String>) -> Vec<RunOutput> {
    let outputs = names.into_iter().map(|name| {
        let filename = format!("{run_id}/{name}");
        let link = links.output(&filename, owner);
        RunOutput {
            thumbnail: is_reducible(&name).then(|| link.clone()),
            url: Some(link),
            filename,
        }
    });
    outputs.collect()
}

/// Seconds with one decimal: an estimate is not more exact.
pub fn rounded(seconds: f64) -> f64 {
    (seconds * 10.0).round() / 10.0
}
