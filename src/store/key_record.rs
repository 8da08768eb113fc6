//! A named key as it is stored, without the key itself.

use api::{Rate, Rights};
use chrono::{DateTime, Utc};

use super::reach::WorkflowSet;

/// A named key as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRecord {
    pub name: String,
    /// The SHA-256 hash of the key.
    pub hash: [u8; 32],
    /// The hash from before the key was regenerated. It stays valid for a while.
    pub earlier: Option<EarlierKey>,
    pub terms: KeyTerms,
    /// The id that links to outputs of its runs are signed for. Regenerating the key does not change it.
    pub link_id: String,
    /// `None` before it is stored.
    pub created_at: Option<DateTime<Utc>>,
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The hash of a key before it was regenerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierKey {
    pub hash: [u8; 32],
    pub until: DateTime<Utc>,
}

/// The data that is kept about a first key that was regenerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstKeyRecord {
    /// The id that links are signed for: the id of the original first key.
    pub link_id: String,
    pub earlier: Option<EarlierKey>,
}

/// The rights and limits of the holder of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyTerms {
    pub rights: Rights,
    /// The workflows that it is limited to; `None` for all.
    pub workflows: Option<WorkflowSet>,
    /// Its share of the engines' time relative to other keys.
    pub share: f64,
    /// How often it may submit a run.
    pub limit: Option<Rate>,
    /// The maximum number of its runs at engines at the same time.
    pub concurrent: Option<u32>,
    /// The maximum number of its runs that are accepted per day.
    pub per_day: Option<u32>,
    pub expires_at: Option<DateTime<Utc>>,
}

impl Default for KeyTerms {
    fn default() -> Self {
        Self {
            rights: Rights::usual(),
            workflows: None,
            share: 1.0,
            limit: None,
            concurrent: None,
            per_day: None,
            expires_at: None,
        }
    }
}
