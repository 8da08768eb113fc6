//! The runs of one service: those that wait, those at engine instances, and the rules for them. Knows no HTTP.

use std::path::PathBuf;
use std::sync::Arc;

use super::background::Background;
use super::catalog::{DeployedWorkflow, SharedCatalog};
use super::data_folder::DataFolder;
use super::engines::Engines;
use super::kept_jobs::KeptJobs;
use super::node_times::NodeTimes;
use super::options::RunRules;
use super::outputs::Outputs;
use super::run_metadata::RunMetadata;
use super::store::{Completeness, LearnedNode, Store};
use super::waiting_runs::WaitingRuns;

/// The runs of one service.
pub(crate) struct Runs {
    pub(crate) waiting: WaitingRuns,
    pub(crate) rules: RunRules,
    pub(crate) kept_jobs: KeptJobs,
    pub(crate) node_times: NodeTimes,
    /// `<data>/uploads`: the files of runs that have not ended.
    pub(crate) uploads: PathBuf,
    /// Whether files that runs produce contain the run.
    pub(crate) metadata: bool,
    pub(crate) data: DataFolder,
    pub(crate) store: Arc<dyn Store>,
    /// Whether the store had every change when it was opened.
    pub(crate) completeness: Completeness,
    pub(crate) catalog: Arc<SharedCatalog>,
    pub(crate) engines: Arc<Engines>,
    pub(crate) outputs: Arc<Outputs>,
    pub(crate) background: Background,
}

/// What the runs of a service need from its start on.
pub(crate) struct RunOptions {
    pub(crate) rules: RunRules,
    pub(crate) metadata: bool,
    pub(crate) data: DataFolder,
    pub(crate) uploads: PathBuf,
    pub(crate) completeness: Completeness,
    /// What was learned before.
    pub(crate) node_times: Vec<LearnedNode>,
}

impl Runs {
    /// No runs yet.
    pub(crate) fn new(
        options: RunOptions,
        engines: Arc<Engines>,
        outputs: Arc<Outputs>,
        catalog: Arc<SharedCatalog>,
        store: Arc<dyn Store>,
        background: Background,
    ) -> Self {
        Self {
            waiting: WaitingRuns::new(engines.signal.clone()),
            rules: options.rules,
            kept_jobs: KeptJobs::default(),
            node_times: NodeTimes::of(options.node_times),
            uploads: options.uploads,
            metadata: options.metadata,
            data: options.data,
            store,
            completeness: options.completeness,
            catalog,
            engines,
            outputs,
            background,
        }
    }

    /// The metadata for the files of a workflow's runs; `None` if they are to have none.
    pub(crate) fn metadata_of(&self, deployed: &DeployedWorkflow) -> Option<RunMetadata> {
        let is_wanted = self.metadata && !deployed.workflow.about.omit_metadata;
        is_wanted.then(|| RunMetadata::of(deployed))
    }
}
