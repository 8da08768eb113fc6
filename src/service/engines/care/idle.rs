//! Lets an instance unload its models after it has had nothing to do for a while, once per idle period.
//! Source: ComfyUI's `POST /free`. It acts between two tasks, so a run that arrives meanwhile only loads its models
//! again.

use std::sync::Arc;

use crate::engines::Engines;
use crate::engines::instance::Instance;
use crate::engines::instance_observer::InstanceObserver;
use store::{AuditAction, Author};

/// Frees the memory of an instance that has been idle for long enough.
pub(super) async fn free(
    engines: &Engines,
    instance: &Instance,
    observer: &Arc<dyn InstanceObserver>,
) {
    let after = engines.care.free_after;
    if !after.is_some_and(|after| instance.is_to_be_freed(after)) {
        return;
    }
    match instance.client.queue().await {
        Ok(queue) if queue.running.is_empty() && queue.pending.is_empty() => {}
        Ok(_) => return instance.tasks.idleness.end(),
        // The events notice that it does not answer.
        Err(_) => return,
    }
    instance.tasks.idleness.set_freed();
    let address = &instance.address;
    match instance.client.free().await {
        Ok(true) => {
            observer.instance_is_cold(instance);
            tracing::info!("the engine instance {address} was idle, and unloads its models");
            let line = Author::service().does(AuditAction::FreeEngine, address);
            if let Err(why) = engines.audit.log(line).await {
                tracing::warn!("writing the audit log: {why}");
            }
        }
        Ok(false) => {
            instance.tasks.idleness.never_free();
            tracing::info!("the engine instance {address} cannot unload its models on request");
        }
        Err(why) => tracing::warn!("unloading the models of the engine instance {address}: {why}"),
    }
}

#[cfg(test)]
mod tests;
