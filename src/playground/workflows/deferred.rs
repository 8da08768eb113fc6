//! The workflows' functions in the deferred chunk.

use leptos::task::spawn_local;

use super::{Workflows, brought, unopened};

/// Provides them.
pub(crate) fn fill() {
    brought::OPEN.fill(|workflows, file, fills| spawn_local(workflows.open(file, fills)));
    super::FOLLOW_CARRIED.fill(Workflows::follow_carried);
    unopened::UNOPENED.fill(unopened::unopened);
}
