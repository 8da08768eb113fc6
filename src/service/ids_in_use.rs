//! Ids that somebody uses, until each user is done: runs whose outputs are being written, for instance. No I/O.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ids in use, and how often.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdsInUse(Arc<Mutex<HashMap<String, usize>>>);

/// One use of an id, until it is dropped.
#[derive(Debug)]
pub(crate) struct InUse {
    id: String,
    all: IdsInUse,
}

impl IdsInUse {
    /// Begins to use an id.
    pub(crate) fn begin(&self, id: &str) -> InUse {
        *self.lock().entry(id.to_owned()).or_default() += 1;
        InUse {
            id: id.to_owned(),
            all: self.clone(),
        }
    }

    /// Whether somebody uses an id.
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.lock().contains_key(id)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(count) = all.get_mut(&self.id) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_in_use_until_its_last_user_is_done() {
        let all = IdsInUse::default();
        let (first, second) = (all.begin("a"), all.begin("a"));
        assert!(all.contains("a") && !all.contains("b"));
        drop(first);
        assert!(all.contains("a"));
        drop(second);
        assert!(!all.contains("a"));
    }
}
