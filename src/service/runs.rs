//! The runs of one service: those that wait, those at engine instances, and the rules for them. Knows no HTTP.

pub(crate) mod cancel;
pub(crate) mod dispatch;
mod file_references;
mod hand_over;
mod jobs;
mod kept_jobs;
pub(crate) mod lost;
mod persistence;
mod places;
pub(crate) mod recovery;
pub(crate) mod regenerate;
mod removal;
pub(crate) mod repetition;
mod run_check;
mod run_end;
mod run_rules;
mod run_start;
mod settle;
pub(crate) mod strays;
pub(crate) mod submission;
mod submit_error;
mod unknown_fields;
mod value_check;
mod waiting_runs;
mod withdrawal;

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::Notify;

pub(crate) use cancel::CancelError;
pub(crate) use file_references::ReferenceError;
use kept_jobs::KeptJobs;
use persistence::StoreTrouble;
use places::Places;
pub(crate) use regenerate::RepeatError;
pub(crate) use removal::{BATCH as REMOVAL_BATCH, Removals};
pub use run_rules::RunRules;
use run_start::UnrecordedStarts;
pub use submission::Started;
pub(crate) use submission::{Reporting, Submission, Terms};
pub(crate) use submit_error::SubmitError;
use waiting_runs::WaitingRuns;

use crate::background::Background;
use crate::catalog::SharedCatalog;
use crate::disk::Disk;
use crate::engines::{Engines, NodeTimes};
use crate::outputs::Outputs;
use crate::uploads::Uploads;
use data_folder::DataFolder;
use placement::LearnedDuration;
use run_core::{RunMetadata, RunnableWorkflow};
use store::{LearnedNode, OpenRunStore, RunStore, WithdrawalStore};
use store_sqlite::Completeness;

/// The runs of one service.
pub(crate) struct Runs {
    pub(crate) waiting: WaitingRuns,
    pub(crate) rules: RunRules,
    /// Notified when a run has ended.
    pub(crate) ended: Notify,
    /// What keeps runs from going on, as far as it is the store.
    pub(crate) store_trouble: StoreTrouble,
    places: Places,
    unrecorded_starts: UnrecordedStarts,
    kept_jobs: KeptJobs,
    node_times: NodeTimes,
    /// The files of runs that have not ended, and of workflows that are being deployed.
    pub(crate) uploads: Uploads,
    /// Whether files that runs produce contain the run.
    metadata: bool,
    pub(crate) data: DataFolder,
    pub(crate) disk: Arc<Disk>,
    open_runs: Arc<dyn OpenRunStore>,
    pub(crate) stored_runs: Arc<dyn RunStore>,
    withdrawals: Arc<dyn WithdrawalStore>,
    removals: Removals,
    /// Whether the store had every change when it was opened.
    completeness: Completeness,
    catalog: Arc<SharedCatalog>,
    engines: Arc<Engines>,
    outputs: Arc<Outputs>,
    background: Background,
}

/// What the runs of a service need from its start on.
pub(crate) struct RunOptions {
    pub(crate) rules: RunRules,
    pub(crate) metadata: bool,
    pub(crate) data: DataFolder,
    pub(crate) disk: Arc<Disk>,
    pub(crate) uploads: Uploads,
    pub(crate) completeness: Completeness,
    pub(crate) open_runs: Arc<dyn OpenRunStore>,
    pub(crate) stored_runs: Arc<dyn RunStore>,
    pub(crate) withdrawals: Arc<dyn WithdrawalStore>,
    /// What was learned before about the durations of runs and of nodes.
    pub(crate) durations: Vec<LearnedDuration>,
    pub(crate) node_times: Vec<LearnedNode>,
}

impl Runs {
    /// No runs yet.
    pub(crate) fn new(
        options: RunOptions,
        engines: Arc<Engines>,
        outputs: Arc<Outputs>,
        catalog: Arc<SharedCatalog>,
        removals: Removals,
        background: Background,
    ) -> Self {
        let waiting = WaitingRuns::new(engines.signal.clone());
        waiting.restore(options.durations);
        Self {
            waiting,
            rules: options.rules,
            ended: Notify::new(),
            store_trouble: StoreTrouble::default(),
            places: Places::default(),
            unrecorded_starts: UnrecordedStarts::default(),
            kept_jobs: KeptJobs::default(),
            node_times: NodeTimes::of(options.node_times),
            uploads: options.uploads,
            metadata: options.metadata,
            data: options.data,
            disk: options.disk,
            open_runs: options.open_runs,
            stored_runs: options.stored_runs,
            withdrawals: options.withdrawals,
            removals,
            completeness: options.completeness,
            catalog,
            engines,
            outputs,
            background,
        }
    }

    /// The seconds that each node of a workflow takes, by its id, as learned from completed runs.
    pub(crate) fn node_times(&self, workflow: &str) -> Arc<HashMap<String, f64>> {
        self.node_times.get(workflow)
    }

    /// The metadata for the files of a workflow's runs; `None` if they are to have none.
    fn metadata_of(&self, runnable: &RunnableWorkflow) -> Option<RunMetadata> {
        let is_wanted = self.metadata && !runnable.workflow.about.omit_metadata;
        is_wanted.then(|| RunMetadata::of(runnable))
    }
}
