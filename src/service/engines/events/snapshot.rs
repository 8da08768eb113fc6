//! Snapshots of an instance's queue, and the report of what they change.

use std::sync::Arc;

use crate::engines::Engines;
use crate::engines::instance::{Instance, RunChanges};
use crate::engines::instance_observer::InstanceObserver;
use comfy_client::EngineError;

/// Takes a snapshot, and reports what has changed.
pub(super) async fn take(
    engines: &Engines,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
) -> Result<(), EngineError> {
    report(engines, instance, observer, instance.refresh().await?);
    Ok(())
}

/// Takes the first one of a connection.
pub(super) async fn take_first(
    engines: &Engines,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
) -> Result<(), EngineError> {
    report(engines, instance, observer, instance.reach().await?);
    Ok(())
}

fn report(
    engines: &Engines,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    changes: RunChanges,
) {
    if changes.foreign_changed {
        engines.signal.notify_instances();
    }
    for (prompt_id, change) in changes.of_runs {
        observer.clone().run_changed(instance, prompt_id, change);
    }
}
