//! What a waiting run needs of an engine instance. Runs that need the same share it.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::engines::Instance;
use crate::runs::kept_jobs::KeptJob;
use api::Priority;
use placement::{self, Needs as NeedsId};
use run_core::{Accepted, Job, Needs};
use store::{RunRecord, TraceContext};
use workflow::lower::ChosenModel;
use workflow::plain_path;

/// A run that waits.
#[derive(Clone, Debug)]
pub(crate) struct WaitingRun {
    pub(crate) id: String,
    owner: String,
    priority: Priority,
    pub(in crate::runs) workflow_id: String,
    /// The trace that it was submitted in.
    trace: Option<TraceContext>,
    /// How often an engine may have executed it.
    attempts: u32,
    /// Its job, if it is kept in memory.
    job: Option<Arc<KeptJob>>,
    parts: Arc<Parts>,
    /// The addresses of instances that refused it for their own reasons.
    refused_by: BTreeSet<String>,
    pub(super) needs: NeedsId,
}

/// What a run consists of, as far as it matters where it runs.
#[derive(Debug)]
struct Parts {
    accepted: Accepted,
    chosen: Vec<ChosenModel>,
    /// The size of its largest file, in bytes.
    largest_file: u64,
}

/// What runs need of an instance.
#[derive(Debug)]
pub(super) struct RunNeeds {
    parts: Arc<Parts>,
    refused_by: BTreeSet<String>,
}

impl RunNeeds {
    /// Whether an instance can execute such a run, as far as is known.
    pub(super) fn fit(&self, instance: &Instance) -> bool {
        self.parts.fit(instance) && !self.refused_by.contains(&instance.address)
    }
}

impl Parts {
    fn fit(&self, instance: &Instance) -> bool {
        let takes = |limit: u64| self.largest_file <= limit;
        instance.uploads.limit().is_none_or(takes) && self.fit_but_for_size(instance)
    }

    fn fit_but_for_size(&self, instance: &Instance) -> bool {
        let classes = instance.classes.last();
        classes.is_some_and(|classes| self.needs().are_met(&classes))
    }

    fn needs(&self) -> Needs<'_> {
        Needs {
            workflow: self.accepted.workflow(),
            models: self.accepted.models(),
            chosen: &self.chosen,
            verdicts: None,
        }
    }
}

impl WaitingRun {
    /// The run of this record, whose job is known.
    pub(crate) fn new(run: &RunRecord, job: &Job) -> Self {
        let parts = Parts {
            accepted: job.accepted().clone(),
            chosen: job.chosen().to_vec(),
            largest_file: job.largest_file(),
        };
        let mut waiting = Self {
            id: run.id.clone(),
            owner: run.owner.clone(),
            priority: run.priority,
            workflow_id: run.workflow_id.clone(),
            trace: run.trace,
            attempts: run.attempts,
            job: None,
            parts: Arc::new(parts),
            refused_by: BTreeSet::new(),
            needs: 0,
        };
        waiting.update_needs(run.version);
        waiting
    }

    /// The same run, whose job is kept in memory.
    pub(crate) fn keeping(self, job: Option<Arc<KeptJob>>) -> Self {
        Self { job, ..self }
    }

    /// Its job, if it is kept in memory.
    pub(crate) fn job(&self) -> Option<&Arc<KeptJob>> {
        self.job.as_ref()
    }

    /// The id of its next attempt at an engine: the first has that of the run.
    pub(crate) fn next_prompt_id(&self) -> String {
        match self.attempts {
            0 => self.id.clone(),
            _ => uuid::Uuid::new_v4().to_string(),
        }
    }

    /// Computes the id of its needs. Runs of one version of a workflow need the same nodes.
    fn update_needs(&mut self, version: Option<u32>) {
        let mut hasher = DefaultHasher::new();
        (&self.workflow_id, version, self.model_names()).hash(&mut hasher);
        (self.parts.largest_file, &self.refused_by).hash(&mut hasher);
        if version.is_none() {
            self.id.hash(&mut hasher);
        }
        self.needs = hasher.finish();
    }

    /// The same run for other instances than this one.
    pub(crate) fn refused_by(mut self, instance: &Instance) -> Self {
        self.refused_by.insert(instance.address.clone());
        let mut hasher = DefaultHasher::new();
        (self.needs, &self.refused_by).hash(&mut hasher);
        self.needs = hasher.finish();
        self
    }

    /// The trace that it was submitted in.
    pub(super) fn trace(&self) -> Option<TraceContext> {
        self.trace
    }

    /// The name of the key that submitted it.
    pub(super) fn owner(&self) -> &str {
        &self.owner
    }

    fn model_names(&self) -> Vec<String> {
        let needs = self.parts.needs();
        let chosen = needs.chosen.iter().map(|chosen| &chosen.model);
        let models = needs.models.iter().chain(chosen);
        // Engines of different systems spell a model differently, but hold the same one in memory.
        let mut names: Vec<String> = models.map(|model| plain_path(&model.name)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// What placement knows of it.
    pub(super) fn placed(&self) -> placement::WaitingRun {
        placement::WaitingRun {
            id: self.id.clone(),
            key: self.owner.clone(),
            priority: self.priority as u8,
            workflow: self.workflow_id.clone(),
            models: self.model_names(),
            needs: self.needs,
        }
    }

    /// Shares what it has in common with other runs.
    pub(super) fn share(&mut self, needs: &RunNeeds) {
        self.parts = needs.parts.clone();
    }

    pub(super) fn needs_of(&self) -> RunNeeds {
        RunNeeds {
            parts: self.parts.clone(),
            refused_by: self.refused_by.clone(),
        }
    }

    /// Whether an instance can execute it, as far as is known.
    pub(crate) fn fits(&self, instance: &Instance) -> bool {
        self.needs_of().fit(instance)
    }

    /// The same for smaller files.
    pub(crate) fn fits_but_for_size(&self, instance: &Instance) -> bool {
        self.parts.fit_but_for_size(instance)
    }
}
