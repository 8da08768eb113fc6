//! The runs whose outputs are being written, so that a removal does not end before the last byte. No I/O.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The runs whose outputs are being written, and how often.
#[derive(Clone, Debug, Default)]
pub(super) struct RunsInWriting(Arc<Mutex<HashMap<String, usize>>>);

/// Says that the outputs of a run are being written, until it is dropped.
#[derive(Debug)]
pub(crate) struct Writing {
    run_id: String,
    all: RunsInWriting,
}

impl RunsInWriting {
    pub(super) fn begin(&self, run_id: &str) -> Writing {
        *self.lock().entry(run_id.to_owned()).or_default() += 1;
        Writing {
            run_id: run_id.to_owned(),
            all: self.clone(),
        }
    }

    pub(super) fn contains(&self, run_id: &str) -> bool {
        self.lock().contains_key(run_id)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(count) = all.get_mut(&self.run_id) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.run_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_in_writing_until_the_last_writer_is_done() {
        let all = RunsInWriting::default();
        let (first, second) = (all.begin("a"), all.begin("a"));
        assert!(all.contains("a") && !all.contains("b"));
        drop(first);
        assert!(all.contains("a"));
        drop(second);
        assert!(!all.contains("a"));
    }
}
