//! Failures of the store, as a test plans them: from its n-th call on, before it does anything or after it has done it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::StoreError;

/// When a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before it does anything.
    Before,
    /// After it has done it: its caller does not learn the result.
    After,
}

/// The failures of a store.
#[derive(Debug, Default)]
pub struct Faults(Mutex<Plan>);

/// Those of every store that was opened, by its file.
static ALL: Mutex<Option<HashMap<PathBuf, Arc<Faults>>>> = Mutex::new(None);

#[derive(Debug, Default)]
struct Plan {
    /// The calls since the plan was made.
    calls: usize,
    /// The number of the first call that fails, from 1; how many do; and when.
    failing: Option<(usize, usize, Moment)>,
}

impl Faults {
    /// Those of the store in this file.
    pub fn of_store(path: &Path) -> Arc<Self> {
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let all = all.get_or_insert_default();
        all.entry(path.to_owned()).or_default().clone()
    }

    /// Lets so many calls fail, from the one with this number on.
    pub fn plan(&self, first: usize, count: usize, moment: Moment) {
        *self.lock() = Plan {
            calls: 0,
            failing: Some((first, count, moment)),
        };
    }

    /// Lets no call fail any more. Returns how many there were since the plan was made.
    pub fn end(&self) -> usize {
        std::mem::take(&mut *self.lock()).calls
    }

    /// Makes a call, unless it fails.
    pub(super) async fn of<T>(
        &self,
        call: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        match self.next() {
            Some(Moment::Before) => Err(planned()),
            Some(Moment::After) => {
                let _ = call.await;
                Err(planned())
            }
            None => call.await,
        }
    }

    /// When the next call fails, if it does.
    fn next(&self) -> Option<Moment> {
        let mut plan = self.lock();
        plan.calls += 1;
        let (first, count, moment) = plan.failing?;
        let failing = first..first.saturating_add(count);
        failing.contains(&plan.calls).then_some(moment)
    }

    fn lock(&self) -> MutexGuard<'_, Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn planned() -> StoreError {
    StoreError::Unavailable {
        why: "as planned".to_owned(),
        remedy: "wait",
    }
}
