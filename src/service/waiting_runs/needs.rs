//! What a waiting run needs of an engine instance. Runs that need the same share it.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::api::Priority;
use crate::placement::{self, Needs as NeedsId};
use crate::service::instance::Instance;
use crate::service::job::Job;
use crate::service::needs::Needs;
use crate::service::store::RunRecord;
use crate::workflow::{NamedModel, Workflow, plain_path};

/// A run that waits.
#[derive(Clone, Debug)]
pub(crate) struct WaitingRun {
    pub(crate) id: String,
    owner: String,
    priority: Priority,
    workflow_id: String,
    parts: Arc<Parts>,
    /// The addresses of instances that refused it for their own reasons.
    refused_by: BTreeSet<String>,
    pub(super) needs: NeedsId,
}

/// What a run consists of, as far as it matters where it runs.
#[derive(Debug)]
struct Parts {
    workflow: Workflow,
    models: Vec<NamedModel>,
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
        instance.max_upload().is_none_or(takes) && self.fit_but_for_size(instance)
    }

    fn fit_but_for_size(&self, instance: &Instance) -> bool {
        let needs = Needs {
            workflow: &self.workflow,
            models: &self.models,
            verdicts: None,
        };
        let classes = instance.last_classes();
        classes.is_some_and(|classes| needs.are_met(&classes))
    }
}

impl WaitingRun {
    /// The run of this record, whose job is known.
    pub(crate) fn new(run: &RunRecord, job: &Job) -> Self {
        let needs = job.needs();
        let parts = Parts {
            workflow: needs.workflow.clone(),
            models: needs.models.to_vec(),
            largest_file: job.largest_file(),
        };
        let mut waiting = Self {
            id: run.id.clone(),
            owner: run.owner.clone(),
            priority: run.priority,
            workflow_id: run.workflow_id.clone(),
            parts: Arc::new(parts),
            refused_by: BTreeSet::new(),
            needs: 0,
        };
        waiting.update_needs(run.version);
        waiting
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

    /// The name of the key that submitted it.
    pub(super) fn owner(&self) -> &str {
        &self.owner
    }

    fn model_names(&self) -> Vec<String> {
        // Engines of different systems spell a model differently, but hold the same one in memory.
        let models = self.parts.models.iter();
        let names = models.map(|model| plain_path(&model.name));
        let mut names: Vec<String> = names.collect();
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
