//! Planned failures of the store for tests: certain calls fail with a certain error, before or after they are executed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::StoreError;

/// When a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before it is executed.
    Before,
    /// After it was executed: its caller does not learn the result.
    After,
}

/// The error that a call fails with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The database cannot be used now.
    Unavailable,
    /// The disk is certainly full.
    Full,
    /// The disk may be full.
    Unwritable,
    /// The pages of the database are damaged.
    Corrupt,
    /// An earlier change does not allow this one.
    Conflict,
    /// The row of a run cannot be read.
    Damaged,
    /// The key has reached its daily limit of runs.
    DayIsFull,
}

/// Calls that fail.
#[derive(Clone, Copy, Debug)]
pub struct Outage {
    /// The number of the first call that fails, from 1.
    pub first: usize,
    /// How many calls fail.
    pub count: usize,
    /// When they fail.
    pub moment: Moment,
    /// What they fail with.
    pub kind: FaultKind,
}

/// The failures of a store.
#[derive(Debug, Default)]
pub struct Faults(Mutex<Plan>);

/// The failures of every store that was opened, by its file.
static ALL: Mutex<Option<HashMap<PathBuf, Arc<Faults>>>> = Mutex::new(None);

#[derive(Debug, Default)]
struct Plan {
    /// The number of calls since the plan was made.
    calls: usize,
    outage: Option<Outage>,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Unavailable,
        Self::Full,
        Self::Unwritable,
        Self::Corrupt,
        Self::Conflict,
        Self::Damaged,
        Self::DayIsFull,
    ];

    /// The error of this kind.
    pub fn error(self) -> StoreError {
        let why = "as planned".to_owned();
        match self {
            Self::Unavailable => StoreError::Unavailable {
                why,
                remedy: "wait",
            },
            Self::Full | Self::Unwritable => StoreError::Full {
                why,
                is_certain: self == Self::Full,
            },
            Self::Corrupt => StoreError::Corrupt(why),
            Self::Conflict => StoreError::Conflict(why),
            Self::Damaged => StoreError::Damaged {
                id: "planned".to_owned(),
                why,
            },
            Self::DayIsFull => StoreError::DayIsFull { per_day: 1 },
        }
    }
}

impl Faults {
    /// The failures of the store in this file.
    pub fn of_store(path: &Path) -> Arc<Self> {
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let all = all.get_or_insert_default();
        all.entry(path.to_owned()).or_default().clone()
    }

    /// Counts calls from now on, and lets those of the outage fail.
    pub fn plan(&self, outage: Option<Outage>) {
        *self.lock() = Plan { calls: 0, outage };
    }

    /// Ends the plan. Returns the number of calls since it was made.
    pub fn end(&self) -> usize {
        std::mem::take(&mut *self.lock()).calls
    }

    /// Executes a call, or lets it fail as planned.
    pub(super) async fn of<T>(
        &self,
        call: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let Some(Outage { moment, kind, .. }) = self.next() else {
            return call.await;
        };
        if moment == Moment::After {
            let _ = call.await;
        }
        Err(kind.error())
    }

    /// The outage that the next call falls into.
    fn next(&self) -> Option<Outage> {
        let mut plan = self.lock();
        plan.calls += 1;
        let outage = plan.outage?;
        let failing = outage.first..outage.first.saturating_add(outage.count);
        failing.contains(&plan.calls).then_some(outage)
    }

    fn lock(&self) -> MutexGuard<'_, Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
