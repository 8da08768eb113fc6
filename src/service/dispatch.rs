//! Gives runs to engine instances: never one run to two. Knows no HTTP of our own.

mod give;

use std::sync::Arc;
use std::time::Duration;

use super::answer::Refusal;
use super::instance::{Accepted, Instance};
use super::job::Job;
use super::pool::Place;
use super::shared::Shared;
use super::store::{End, Run};
use super::uploads;
use give::{Untaken, give, has, withdraw};

/// How often runs that wait for an instance look for one.
const LOOK: Duration = Duration::from_secs(1);

/// Stores a new run and gives it to an instance. Returns when both have it.
///
/// # Errors
/// When no instance has a place or takes it; it is then stored as failed, if it was stored.
pub(crate) async fn submit(shared: &Arc<Shared>, job: Job, run: Run) -> Result<(), Refusal> {
    let place = shared.pool.reserve(&job, &[])?;
    let run = Run {
        instance: Some(place.instance.uri.clone()),
        ..run
    };
    shared.store.insert(run).await.map_err(Refusal::internal)?;
    let result = deliver(shared, &job, place).await;
    if let Err(refusal) = &result {
        let end = End::failed(refusal.to_string());
        shared
            .store
            .end(&job.run_id, end)
            .await
            .map_err(Refusal::internal)?;
    }
    result
}

/// Gives runs that wait for an instance to one, until the service ends.
pub(crate) async fn place_waiting(shared: Arc<Shared>) {
    loop {
        let left = match place_all(&shared).await {
            Ok(left) => left,
            Err(refusal) => {
                tracing::warn!("runs that wait for an engine instance: {refusal}");
                true
            }
        };
        let pause = async {
            match left {
                true => tokio::time::sleep(LOOK).await,
                false => std::future::pending().await,
            }
        };
        tokio::select! {
            () = shared.stop.cancelled() => return,
            () = shared.pool.woken() => {}
            () = pause => {}
        }
    }
}

/// Whether some still wait.
async fn place_all(shared: &Arc<Shared>) -> Result<bool, Refusal> {
    for run in shared.store.waiting().await.map_err(Refusal::internal)? {
        let Some(job) = Job::of(&run, &shared.uploads) else {
            continue;
        };
        let Ok(place) = shared.pool.reserve(&job, &[]) else {
            return Ok(true);
        };
        let uri = place.instance.uri.clone();
        if !shared
            .store
            .place(&run.id, Some(&uri), &run.id)
            .await
            .map_err(Refusal::internal)?
        {
            continue;
        }
        tracing::info!("the run {} is placed again, at {uri}", run.id);
        if !settle_place(shared, &run.id, deliver(shared, &job, place).await).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Notes what came of placing a run that waited; false when it waits on.
async fn settle_place(
    shared: &Shared,
    run_id: &str,
    result: Result<(), Refusal>,
) -> Result<bool, Refusal> {
    let store = &shared.store;
    match result {
        Ok(()) => Ok(true),
        Err(Refusal::Full(_) | Refusal::Unavailable(..)) => {
            let placed = store.place(run_id, None, run_id).await;
            placed.map(|_| false).map_err(Refusal::internal)
        }
        Err(refusal) => {
            let ended = store.end(run_id, End::failed(refusal.to_string())).await;
            uploads::remove_of(shared, run_id);
            ended.map(|_| true).map_err(Refusal::internal)
        }
    }
}

async fn deliver(shared: &Arc<Shared>, job: &Job, mut place: Place) -> Result<(), Refusal> {
    let mut tried = Vec::new();
    loop {
        let instance = place.instance.clone();
        match give(&instance, job).await {
            Ok(accepted) => return taken(shared, job, &instance, &accepted).await,
            Err(Untaken::Refused(refusal)) => return Err(refusal),
            Err(Untaken::Elsewhere(why)) => {
                tracing::warn!(
                    "giving the run {} to {}: {why}; trying another",
                    job.run_id,
                    instance.uri
                );
            }
            Err(Untaken::Unclear(why)) => {
                tracing::warn!(
                    "giving the run {} to {}: {why}; asking whether it has it",
                    job.run_id,
                    instance.uri
                );
                if has(&instance, &job.run_id).await != Some(false) {
                    instance.restore(&job.run_id, &job.run_id, false);
                    return Ok(());
                }
            }
        }
        tried.push(instance.uri.clone());
        place = shared.pool.reserve(job, &tried)?;
        let uri = place.instance.uri.clone();
        shared
            .store
            .place(&job.run_id, Some(&uri), &job.run_id)
            .await
            .map_err(Refusal::internal)?;
    }
}

async fn taken(
    shared: &Arc<Shared>,
    job: &Job,
    instance: &Arc<Instance>,
    accepted: &Accepted,
) -> Result<(), Refusal> {
    let id = &accepted.prompt_id;
    instance.accepted(id, &job.run_id, accepted.number);
    // An engine that took our id is stored already: no second write while the caller waits.
    let open = if *id == job.run_id {
        shared.store.is_open(id).await
    } else {
        let uri = Some(instance.uri.as_str());
        shared.store.place(&job.run_id, uri, id).await
    };
    let open = open.map_err(Refusal::internal)?;
    if !open {
        // Cancelled while it was on its way.
        withdraw(instance, id).await;
        instance.forget(id);
    }
    Ok(())
}
