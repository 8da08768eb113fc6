//! The queue of every engine instance, the runs that wait in the service, and the health of both. All of it comes from
//! memory, so that many watchers put no more load on an engine than one.

mod health;

use std::collections::HashSet;
use std::sync::Arc;

pub use health::ServiceState;

use schemars::JsonSchema;
use serde::Serialize;

use super::access::{Access, Needs};
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::engines::{Engines, Health, Instance};
use crate::retention::Retention;
use crate::run_views::rounded;
use crate::runs::Runs;
use crate::trusted_time::TrustedTime;
use api::{MAX_LISTED_RUNS, QueueEntry, Right, Waiting, WaitingRun};
use store::{EventFilter, EventStore, OpenRunPlace};

/// To read the queue.
pub const READ_QUEUE: Needs = Needs::right(Right::Read);

/// The maximum number of its runs that a key with limited workflows sees in the queue.
const MAX_OPEN: u32 = 10_000;

/// The use cases of the queue and the health of a service.
pub struct QueueOperations {
    access: Access,
    engines: Arc<Engines>,
    retention: Arc<Retention>,
    runs: Arc<Runs>,
    time: Arc<TrustedTime>,
    store: Arc<dyn EventStore>,
}

/// The part of the queue that a caller sees.
pub struct QueueScope {
    /// The name of the caller's key.
    pub key: String,
    /// The ids of its runs that have not ended, if it sees only its own.
    own: Option<HashSet<String>>,
}

/// The queue now.
pub struct Queue {
    /// The queue of every instance, with an empty one for an instance that does not answer.
    pub entries: Vec<QueueEntry>,
    /// What is remarkable about it.
    pub remarks: QueueRemarks,
}

/// The state of a queue besides its entries.
#[derive(Debug, Default, JsonSchema, PartialEq, Serialize)]
pub struct QueueRemarks {
    /// The addresses of the instances that cannot be reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stopped: Vec<String>,
    /// The addresses of the instances that make no progress.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hung: Vec<String>,
    /// The addresses of the instances that get no further runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    draining: Vec<String>,
    /// The runs that wait in the service, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<Waiting>,
}

impl QueueOperations {
    /// The queue and the health of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            engines: parts.engines.clone(),
            retention: parts.retention.clone(),
            runs: parts.runs.clone(),
            time: parts.time.clone(),
            store: parts.store.clone(),
        }
    }

    /// The part of the queue that a caller sees. A key that is limited to workflows sees only its own runs.
    pub async fn scope(&self, caller: &Caller) -> Result<QueueScope, DomainError> {
        self.access.require(caller, READ_QUEUE)?;
        let own = match caller.workflows() {
            Some(_) => Some(self.open_runs(caller).await?),
            None => None,
        };
        let key = caller.name.clone();
        Ok(QueueScope { key, own })
    }

    /// The ids of the runs of a caller that have not ended.
    async fn open_runs(&self, caller: &Caller) -> Result<HashSet<String>, DomainError> {
        let filter = EventFilter {
            reach: caller.reach(),
            ..EventFilter::default()
        };
        let from = OpenRunPlace::default();
        let (runs, _) = self.store.open_runs(filter, from, MAX_OPEN).await?;
        Ok(runs.into_iter().map(|run| run.run_id).collect())
    }

    /// The version of the queue, which changes when a run comes or goes.
    pub fn version(&self) -> u64 {
        self.engines.signal.version()
    }

    /// The current queue, as far as a caller sees it.
    pub fn read(&self, scope: &QueueScope) -> Queue {
        let instances = self.engines.pool.instances();
        instances.iter().for_each(|instance| instance.watch());
        let entries = instances.iter().map(|instance| QueueEntry {
            address: instance.address.clone(),
            queue: {
                let mut queue = instance.tasks.known().queue();
                queue.running.retain(|task| scope.shows(&task.id));
                queue.pending.retain(|task| scope.shows(&task.id));
                queue
            },
        });
        let addresses = |is_meant: &dyn Fn(&Instance) -> bool| {
            let meant = instances.iter().filter(|instance| is_meant(instance));
            meant.map(|instance| instance.address.clone()).collect()
        };
        Queue {
            entries: entries.collect(),
            remarks: QueueRemarks {
                stopped: addresses(&|one| one.availability.health() == Health::Stopped),
                hung: addresses(&|one| one.availability.health() == Health::Hung),
                draining: addresses(&|one| one.membership.is_draining()),
                waiting: self.waiting(scope),
            },
        }
    }

    fn waiting(&self, scope: &QueueScope) -> Option<Waiting> {
        let mut count = self.runs.waiting.count();
        if count == 0 {
            return None;
        }
        let mut ids = self.runs.waiting.first(MAX_LISTED_RUNS);
        let mut waiting = self.runs.waiting.of_key(&scope.key);
        if scope.own.is_some() {
            waiting.retain(|(id, _)| scope.shows(id));
            count = waiting.len();
            ids.retain(|id| scope.shows(id));
        }
        let own = waiting.into_iter().map(|(id, estimate)| WaitingRun {
            id,
            position: u32::try_from(estimate.position).ok(),
            starts_in: estimate.starts_in.map(rounded),
            takes: estimate.takes.map(rounded),
        });
        let own = own.collect();
        Some(Waiting { count, ids, own })
    }
}

impl QueueScope {
    fn shows(&self, id: &str) -> bool {
        self.own.as_ref().is_none_or(|own| own.contains(id))
    }
}
