//! The runs' functions in the deferred chunk.

use super::store::Runs;
use super::{cancel, events, region, stage, store, sync};
use ui::spawn_local;

/// Provides them.
pub(crate) fn fill() {
    region::CONTENT.fill(region::content);
    store::POLL_DETAILS.fill(|runs| Box::pin(events::poll(runs)));
    store::RESTORE.fill(|runs| spawn_local(sync::restore(runs)));
    store::APPLY_REMOTE_CHANGE.fill(|runs, id| spawn_local(sync::apply_remote_change(runs, id)));
    stage::selection::FOLLOWED.fill(stage::selection::followed);
    cancel::CANCEL.fill(Runs::cancel);
}
