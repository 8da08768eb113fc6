//! Checks whether an engine instance could execute a run, and whether there is room for it to wait. Asks only what
//! is known; before a run is refused for want of an option, the classes are read again.

use std::collections::HashSet;
use std::sync::Arc;

use super::Runs;
use super::submit_error::SubmitError;
use super::waiting_runs::{Admission, WaitingRun};
use crate::engines::Instance;
use api::ValidationItem;
use run_core::Job;
use workflow::MISSING_MODEL;
use workflow::classes::NodeClasses;

/// Checks a run that is about to be accepted. Returns the number of instances that could execute it.
///
/// # Errors
/// When no known instance could execute it.
pub(crate) async fn check(
    runs: &Arc<Runs>,
    run: &WaitingRun,
    job: &Job,
) -> Result<usize, SubmitError> {
    let mut fitting = fitting(runs, run);
    if fitting.is_empty() {
        runs.engines.refresh_classes().await;
        fitting = self::fitting(runs, run);
    }
    if fitting.is_empty() {
        return Err(unfit(runs, run, job));
    }
    if let Err(error) = check_values(job, &fitting) {
        runs.engines.refresh_classes().await;
        check_values(job, &fitting).map_err(|_| error)?;
    }
    Ok(fitting.len())
}

/// Admits a run if there is room for it to wait for this number of instances, or in its key's part of the queue.
pub(crate) fn admit<'a>(
    runs: &'a Runs,
    run: &WaitingRun,
    fitting: usize,
) -> Result<Admission<'a>, SubmitError> {
    let limit = runs.rules.queue_limit * fitting;
    let admitted = runs.waiting.admit(run, limit);
    admitted.map_err(SubmitError::QueueFull)
}

/// The known instances that could execute a run.
fn fitting(runs: &Runs, run: &WaitingRun) -> Vec<Arc<Instance>> {
    let instances = runs.engines.pool.instances();
    instances
        .iter()
        .filter(|one| run.fits(one))
        .cloned()
        .collect()
}

/// Why no known instance could execute a run.
fn unfit(runs: &Runs, run: &WaitingRun, job: &Job) -> SubmitError {
    if runs.engines.pool.known_classes().is_empty() {
        return SubmitError::NoEngine;
    }
    if let Some(refusal) = too_large(runs, run, job) {
        return refusal;
    }
    let choices = runs.engines.pool.missing_choices(job.needs());
    if !choices.is_empty() {
        return missing_models(job, choices);
    }
    match runs.engines.pool.problems(job.needs()).as_slice() {
        // An instance has been reached in this moment that can.
        [] => SubmitError::NoEngine,
        problems => SubmitError::unexecutable(problems),
    }
}

/// Whether a run fits no instance because of its largest file, and why.
fn too_large(runs: &Runs, run: &WaitingRun, job: &Job) -> Option<SubmitError> {
    let limit = runs.engines.pool.upload_limit(job.needs())?;
    let instances = runs.engines.pool.instances();
    let is_able = instances.iter().any(|one| run.fits_but_for_size(one));
    (is_able && job.largest_file() > limit.0).then(|| limit.refusal().into())
}

/// Checks the values by the classes of the instances: one of them must take them all.
fn check_values(job: &Job, fitting: &[Arc<Instance>]) -> Result<(), SubmitError> {
    let mut checked: Vec<Arc<NodeClasses>> = Vec::new();
    let mut first = Ok(());
    for classes in fitting.iter().filter_map(|one| one.classes.last()) {
        if checked.iter().any(|known| Arc::ptr_eq(known, &classes)) {
            continue;
        }
        match check_for(job, &classes) {
            Ok(()) => return Ok(()),
            Err(error) if first.is_ok() => first = Err(error),
            Err(_) => {}
        }
        checked.push(classes);
    }
    first
}

fn check_for(job: &Job, classes: &Arc<NodeClasses>) -> Result<(), SubmitError> {
    let prepared = job.prepared(classes);
    match (prepared.refusal(), prepared.problems()) {
        ([], []) => Ok(()),
        ([], problems) => Err(SubmitError::unexecutable(problems)),
        (items, _) => Err(SubmitError::Values(items.to_vec())),
    }
}

/// That fields name models which engines lack, by the keys of their values.
fn missing_models(job: &Job, choices: Vec<(String, String)>) -> SubmitError {
    let fields = &job.accepted().schema().fields;
    let mut seen = HashSet::new();
    let items = choices.into_iter().filter_map(|(key, message)| {
        let field = fields.iter().find(|field| field.node == key)?;
        let item = ValidationItem::new("body", &field.name, message, MISSING_MODEL);
        seen.insert(&field.name).then_some(item)
    });
    SubmitError::Values(items.collect())
}
