//! The usage of keys: their runs, the seconds of engines, and the bytes of their outputs.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{Days, NaiveDate};
use serde::Serialize;

use super::access::{Access, Needs};
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::clock;
use store::{Reach, UsageQuery, UsageStore};

pub use store::{UsageBy, UsageRecord};

/// To read the usage.
pub const READ_USAGE: Needs = Needs::ANY_KEY;

/// The number of days that are counted by default, including today.
pub(crate) const USUAL_DAYS: u64 = 30;

/// What a key has used within the last 30 days.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct KeyUsage {
    /// The number of runs that were accepted today, in UTC.
    runs_today: u64,
    runs: u64,
    engine_seconds: f64,
    /// What the outputs of these runs occupy.
    bytes: u64,
}

/// The use cases of usage.
#[derive(Clone)]
pub struct UsageOperations {
    access: Access,
    store: Arc<dyn UsageStore>,
}

impl UsageOperations {
    /// The usage of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            store: parts.store.clone(),
        }
    }

    /// The usage from one day to another: of all keys for callers that see all runs, otherwise of the caller's own key.
    pub async fn used(
        &self,
        caller: &Caller,
        days: (NaiveDate, NaiveDate),
        by: UsageBy,
    ) -> Result<Vec<UsageRecord>, DomainError> {
        self.access.require(caller, READ_USAGE)?;
        self.read(days, by, caller.reach()).await
    }

    /// The usage of keys within the last 30 days by name, or of one key if it is named.
    pub(super) async fn recent(
        &self,
        key: Option<&str>,
    ) -> Result<HashMap<String, KeyUsage>, DomainError> {
        let to = clock::now().date_naive();
        let of = async |from: NaiveDate| {
            let reach = key.map_or_else(Reach::default, Reach::of_key);
            self.read((from, to), UsageBy::Key, reach).await
        };
        let mut used: HashMap<String, KeyUsage> = HashMap::new();
        for record in of(first_day(to)).await? {
            let of_key = used.entry(record.name).or_default();
            of_key.runs = record.runs;
            of_key.engine_seconds = record.engine_seconds;
            of_key.bytes = record.bytes;
        }
        for record in of(to).await? {
            used.entry(record.name).or_default().runs_today = record.runs;
        }
        Ok(used)
    }

    async fn read(
        &self,
        (from, to): (NaiveDate, NaiveDate),
        by: UsageBy,
        reach: Reach,
    ) -> Result<Vec<UsageRecord>, DomainError> {
        let query = UsageQuery {
            from: from.to_string(),
            to: to.to_string(),
            by,
            reach,
        };
        Ok(self.store.usage(query).await?)
    }
}

/// The first day that is counted by default, if this is the last day.
pub fn first_day(to: NaiveDate) -> NaiveDate {
    to.checked_sub_days(Days::new(USUAL_DAYS - 1)).unwrap_or(to)
}
