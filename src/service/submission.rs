//! A run about to begin: what it was given is checked, stored and placed. Does not know where the
//! values came from.

use std::path::Path;
use std::sync::Arc;

use super::answer::Refusal;
use super::catalog::Deployed;
use super::dispatch;
use super::form::Form;
use super::job::Job;
use super::shared::Shared;
use super::store::Run;
use super::uploads::UploadFolder;
use crate::api::{RunEntry, RunStatus, ValidationItem};
use crate::schema;

/// A run about to begin; what it has uploaded is removed when it never does.
#[derive(Debug)]
pub(crate) struct Submission {
    run_id: String,
    group_id: Option<String>,
    folder: UploadFolder,
}

impl Submission {
    /// A run with an id of its own.
    pub(crate) fn new(shared: &Shared, group_id: Option<String>) -> Self {
        let run_id = uuid::Uuid::new_v4().to_string();
        Self {
            folder: UploadFolder::new(shared, &run_id),
            run_id,
            group_id,
        }
    }

    /// Where its files belong.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Begins it: when this returns, the store and an engine instance have it.
    ///
    /// # Errors
    /// When the values do not fit the workflow, or no instance has a place or takes it.
    pub(crate) async fn start(
        self,
        shared: Arc<Shared>,
        deployed: Arc<Deployed>,
        form: Form,
    ) -> Result<RunEntry, Refusal> {
        check(&deployed, &form)?;
        let entry = RunEntry {
            run_id: self.run_id,
            workflow_id: deployed.entry.id.clone(),
        };
        let run = new_run(&entry, self.group_id, &deployed, form);
        let folder = self.folder;
        // A task of its own: a client that leaves now must not leave a run half placed.
        let task = tokio::spawn(async move {
            let job = Job::new(&run.id, &deployed.workflow, &run.inputs, &shared.uploads);
            dispatch::submit(&shared, job, run).await?;
            folder.keep();
            Ok::<(), Refusal>(())
        });
        task.await.map_err(Refusal::internal)??;
        Ok(entry)
    }
}

/// Whether a workflow can be run.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn ready(deployed: &Deployed) -> Result<(), Refusal> {
    let entry = &deployed.entry;
    if entry.problems.is_empty() {
        return Ok(());
    }
    let problems: Vec<String> = entry.problems.iter().map(ToString::to_string).collect();
    Err(Refusal::Conflict(format!(
        "the workflow “{}” is not ready: {}",
        entry.id,
        problems.join("; ")
    )))
}

fn check(deployed: &Deployed, form: &Form) -> Result<(), Refusal> {
    let errors = schema::check(&deployed.schema, &form.values)
        .into_iter()
        .map(ValidationItem::from);
    let mut items: Vec<ValidationItem> = errors.collect();
    for item in &form.items {
        // One fault a field: the first that was found.
        if !items.iter().any(|known| known.loc == item.loc) {
            items.push(item.clone());
        }
    }
    if items.is_empty() {
        Ok(())
    } else {
        Err(Refusal::Invalid(items))
    }
}

fn new_run(entry: &RunEntry, group_id: Option<String>, deployed: &Deployed, form: Form) -> Run {
    Run {
        id: entry.run_id.clone(),
        workflow_id: entry.workflow_id.clone(),
        group_id,
        status: RunStatus::Pending,
        error: None,
        instance: None,
        prompt_id: entry.run_id.clone(),
        workflow: Some(deployed.workflow.to_value().to_string()),
        inputs: form.inputs,
        outputs: Vec::new(),
        created_at: None,
        started_at: None,
        completed_at: None,
    }
}
