//! Takes up the runs that had not ended when the service ended.

use super::options::StartError;
use super::shared::Shared;
use super::store::{End, Run, StoreError};
use super::uploads;
use crate::api::RunStatus;
use std::collections::HashSet;

/// Hands unfinished runs to the instances that have them, so that they are followed on; what no
/// instance can have waits for one again, or has failed. Removes uploads that nothing needs.
pub(crate) async fn take_up(shared: &Shared) -> Result<(), StartError> {
    let failed = |why: StoreError| StartError::Store {
        path: shared.uploads.clone(),
        why: why.to_string(),
    };
    let unfinished = shared.store.unfinished().await.map_err(failed)?;
    let mut open: HashSet<String> = HashSet::new();
    for run in unfinished {
        if take_up_one(shared, &run).await.map_err(failed)? {
            open.insert(run.id);
        }
    }
    for folder in std::fs::read_dir(&shared.uploads)
        .into_iter()
        .flatten()
        .flatten()
    {
        if !folder
            .file_name()
            .to_str()
            .is_some_and(|name| open.contains(name))
        {
            uploads::remove(&folder.path());
        }
    }
    shared.pool.wake();
    Ok(())
}

/// Whether the run goes on.
async fn take_up_one(shared: &Shared, run: &Run) -> Result<bool, StoreError> {
    let running = run.status == RunStatus::Running;
    let Some(uri) = &run.instance else {
        return Ok(true);
    };
    if let Some(instance) = shared.pool.instance(uri) {
        instance.restore(&run.prompt_id, &run.id, running);
        return Ok(true);
    }
    if !running {
        shared.store.place(&run.id, None, &run.id).await?;
        return Ok(true);
    }
    let why = format!(
        "the service was restarted in mid-run and the engine instance {uri} is no longer part of it; run it again"
    );
    tracing::warn!("the run {} has failed: {why}", run.id);
    shared.store.end(&run.id, End::failed(why)).await?;
    Ok(false)
}
