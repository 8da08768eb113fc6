//! The time as the store noted it. The system clock may be wrong, and data removed because of its age cannot be
//! restored. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::error::StoreError;

/// The time as the service last noted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockRecord {
    /// When it was last noted.
    pub seen: DateTime<Utc>,
    /// Until when nothing is removed because of its age. May be in the past.
    pub hold: Option<ClockHold>,
}

/// A period after a jump of the clock during which nothing is removed because of its age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockHold {
    /// The last time that is known to be right.
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

/// The time as the service last noted it. When the store itself compares ages, it does not trust a time that is more
/// than a day after the last one, or after the beginning of a hold that has not ended.
#[async_trait]
pub trait ClockStore: Send + Sync {
    /// The time as it was last noted.
    async fn clock(&self) -> Result<ClockRecord, StoreError>;

    /// Notes the time.
    async fn set_clock(&self, record: ClockRecord) -> Result<(), StoreError>;
}
