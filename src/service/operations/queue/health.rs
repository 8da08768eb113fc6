//! The health of a service: of its engine instances, its disk, its run store and its clock.

use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{QueueOperations, READ_QUEUE};
use crate::auth::Caller;
use crate::operations::error::DomainError;
use api::Health;

/// The health of a service.
pub struct ServiceHealth {
    pub instances: Vec<Health>,
    pub state: ServiceState,
}

/// The state of what the service itself needs.
// Clients that were generated before rely on no part of it.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(extend("x-required" = []))]
pub struct ServiceState {
    clock: ClockState,
    disk: DiskState,
    store: StoreState,
}

/// The clock of the service's machine.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(extend("x-required" = ["has_jumped", "removes_again_at"]))]
struct ClockState {
    /// Whether nothing is removed because of its age, because the clock has jumped.
    has_jumped: bool,
    /// When that ends.
    removes_again_at: Option<String>,
}

/// The disk of the data folder.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(extend("x-required" = ["free_bytes", "min_free_bytes", "is_full", "holds_runs"]))]
struct DiskState {
    /// How much is free; null if that cannot be measured.
    free_bytes: Option<u64>,
    /// How much stays free; 0 for no limit.
    min_free_bytes: u64,
    /// Whether new runs and deployments are refused with 507.
    is_full: bool,
    /// Whether accepted runs wait, too: less than half of what stays free is left.
    holds_runs: bool,
}

/// The run store.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(extend("x-required" = ["is_failing", "error"]))]
struct StoreState {
    /// Whether it keeps accepted runs from going on. They go on when it works again.
    is_failing: bool,
    /// Why.
    error: Option<String>,
}

impl QueueOperations {
    /// The health of every instance, of the disk, of the run store and of the clock.
    pub async fn health(&self, caller: &Caller) -> Result<ServiceHealth, DomainError> {
        self.access.require(caller, READ_QUEUE)?;
        let instances = self.engines.pool.instances();
        let instances = instances.iter().map(|instance| Health {
            address: instance.address.clone(),
            status: instance.status().to_owned(),
            problem: instance.problem(),
        });
        Ok(ServiceHealth {
            instances: instances.collect(),
            state: ServiceState {
                clock: self.clock(),
                disk: self.disk().await,
                store: self.store(),
            },
        })
    }

    fn clock(&self) -> ClockState {
        let end = self.time.hold().map(|hold| hold.until);
        ClockState {
            has_jumped: end.is_some(),
            removes_again_at: end.map(|end| end.to_rfc3339_opts(SecondsFormat::Secs, true)),
        }
    }

    async fn disk(&self) -> DiskState {
        let free_bytes = self.retention.free_disk().await;
        let min_free_bytes = self.retention.min_free_disk();
        DiskState {
            free_bytes,
            min_free_bytes,
            is_full: free_bytes.is_some_and(|free| free < min_free_bytes),
            holds_runs: self.runs.disk.holds_work(),
        }
    }

    fn store(&self) -> StoreState {
        let error = self.runs.store_trouble.why();
        StoreState {
            is_failing: error.is_some(),
            error,
        }
    }
}
