//! The node classes of an instance. Does not know whether it is online.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use workflow::classes::NodeClasses;

/// The node classes that an instance had when it was last reached.
#[derive(Debug, Default)]
pub(crate) struct ClassSet(Mutex<Option<Arc<NodeClasses>>>);

impl ClassSet {
    fn known(&self) -> MutexGuard<'_, Option<Arc<NodeClasses>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The node classes that it had when it was last reached.
    pub(crate) fn last(&self) -> Option<Arc<NodeClasses>> {
        self.known().clone()
    }

    /// Sets them. Returns whether they have changed; if not, they keep their identity.
    pub(crate) fn set(&self, classes: impl Into<Arc<NodeClasses>>) -> bool {
        // The comparison takes a while: nobody waits for it.
        let (known, classes) = (self.last(), classes.into());
        if known.is_some_and(|known| known == classes) {
            return false;
        }
        *self.known() = Some(classes);
        true
    }
}
