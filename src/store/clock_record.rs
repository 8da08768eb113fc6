//! What the store knows of the time: the clock of the system may be wrong, and what is old is gone for ever. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::error::StoreError;

/// The time as the service last noted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockRecord {
    /// When it was last noted.
    pub seen: DateTime<Utc>,
    /// Until when nothing is removed because of its age; may be over.
    pub hold: Option<ClockHold>,
}

/// For how long nothing is removed because of its age, after the clock has jumped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockHold {
    /// The last time that is sure.
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

/// The time as the service last noted it. Where the store compares ages by itself, it believes in no time that is more
/// than a day after the last one, and in none after the beginning of a hold that is not over.
#[async_trait]
pub trait ClockStore: Send + Sync {
    /// The time as it was last noted.
    async fn clock(&self) -> Result<ClockRecord, StoreError>;

    /// Notes the time.
    async fn set_clock(&self, record: ClockRecord) -> Result<(), StoreError>;
}
