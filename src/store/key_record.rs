//! A named key as it is stored: without the key itself.

use api::{Rate, Rights};
use chrono::{DateTime, Utc};

use super::reach::WorkflowSet;

/// A named key as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRecord {
    pub name: String,
    /// The SHA-256 hash of the key.
    pub hash: [u8; 32],
    /// The hash of the key before it was regenerated, which is valid for a while.
    pub earlier: Option<EarlierKey>,
    pub terms: KeyTerms,
    /// The id that links to outputs of its runs are signed for. It stays when the key is regenerated.
    pub link_id: String,
    /// `None` before it is stored.
    pub created_at: Option<DateTime<Utc>>,
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A regenerated key's hash of before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierKey {
    pub hash: [u8; 32],
    pub until: DateTime<Utc>,
}

/// What is kept of a first key that was regenerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstKeyRecord {
    /// The id that links are signed for: that of the very first key.
    pub link_id: String,
    pub earlier: Option<EarlierKey>,
}

/// What the holder of a key may do, and how much.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyTerms {
    pub rights: Rights,
    /// The workflows that it is limited to; `None` for all.
    pub workflows: Option<WorkflowSet>,
    /// Its share of the engines' time, relative to other keys.
    pub share: f64,
    /// How often it may submit a run.
    pub limit: Option<Rate>,
    /// How many of its runs may be at engines at the same time.
    pub concurrent: Option<u32>,
    /// How many of its runs may be accepted a day.
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
