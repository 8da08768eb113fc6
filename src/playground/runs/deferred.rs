//! The runs' functions in the deferred chunk.

use leptos::task::spawn_local;

use super::store::Runs;
use super::{detail_polling, queue_link, region, store, sync};

/// Provides them.
pub(crate) fn fill() {
    region::CONTENT.fill(region::content);
    store::FOLLOW.fill(|runs| Box::pin(detail_polling::round(runs)));
    store::RESTORE.fill(|runs| spawn_local(sync::restore(runs)));
    sync::HEAR.fill(|runs, id| spawn_local(sync::hear(runs, id)));
    queue_link::SAW_QUEUE.fill(Runs::saw_queue);
    queue_link::CANCEL.fill(Runs::cancel);
}
