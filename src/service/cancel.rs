//! Cancels runs: one that waits at once, one that runs at its engine's next step.

use std::sync::Arc;
use std::time::Duration;

use super::answer::Refusal;
use super::instance::{HttpError, Instance};
use super::shared::Shared;
use super::store::{End, Run};
use super::uploads;

/// Milliseconds before each look: a task may begin, or end, between a look at the queue and what
/// follows from it, and one that is on its way to its engine is nowhere for a moment.
const LOOKS: [u64; 7] = [0, 0, 0, 20, 50, 200, 500];

/// Cancels a run.
///
/// # Errors
/// When it has ended, or its engine instance does not answer.
pub(crate) async fn cancel(shared: &Arc<Shared>, run: &Run) -> Result<(), Refusal> {
    if run.status.is_final() {
        return Err(ended(run));
    }
    let instance = run
        .instance
        .as_deref()
        .and_then(|uri| shared.pool.instance(uri));
    let Some(instance) = instance else {
        return note(shared, run).await;
    };
    for pause in LOOKS {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        match look(instance, &run.prompt_id)
            .await
            .map_err(|error| silent(instance, &error))?
        {
            Look::Interrupted => return Ok(()),
            Look::Deleted => {
                instance.forget(&run.prompt_id);
                return note(shared, run).await;
            }
            Look::Ended => break,
            Look::Moved => {}
        }
    }
    instance.poke();
    Err(ended(run))
}

enum Look {
    /// It ran; it ends soon.
    Interrupted,
    /// It waited; it is gone.
    Deleted,
    /// It has ended.
    Ended,
    /// It was neither there nor here.
    Moved,
}

async fn look(instance: &Instance, prompt_id: &str) -> Result<Look, HttpError> {
    let queue = instance.http.queue().await?;
    let is = |task: &crate::api::Task| task.id == prompt_id;
    if queue.running.iter().any(is) {
        instance.http.interrupt(prompt_id).await?;
        return Ok(Look::Interrupted);
    }
    if !queue.pending.iter().any(is) {
        let ended = instance.http.history(prompt_id).await?.is_some();
        return Ok(if ended { Look::Ended } else { Look::Moved });
    }
    instance.http.delete(prompt_id).await?;
    // It may have begun before it could be deleted.
    let queue = instance.http.queue().await?;
    let there = queue.running.iter().chain(&queue.pending).any(is);
    let gone = !there && instance.http.history(prompt_id).await?.is_none();
    Ok(if gone { Look::Deleted } else { Look::Moved })
}

async fn note(shared: &Arc<Shared>, run: &Run) -> Result<(), Refusal> {
    let first = shared
        .store
        .end(&run.id, End::cancelled())
        .await
        .map_err(Refusal::internal)?;
    uploads::remove_of(shared, &run.id);
    shared.pool.wake();
    if first { Ok(()) } else { Err(ended(run)) }
}

fn ended(run: &Run) -> Refusal {
    Refusal::Conflict(format!(
        "the run {} has ended and cannot be cancelled any more",
        run.id
    ))
}

fn silent(instance: &Instance, error: &HttpError) -> Refusal {
    tracing::warn!("cancelling at {}: {error}", instance.uri);
    Refusal::Unavailable(
        format!(
            "the engine instance {} does not answer; try again",
            instance.uri
        ),
        5,
    )
}
