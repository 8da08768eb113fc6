//! A named key as callers see it.

use std::collections::HashMap;

use serde::Serialize;

use crate::operations::usage::KeyUsage;
use api::Right;
use store::{KeyRecord, rfc3339};

/// A named key, without the key itself.
#[derive(Debug, Serialize)]
pub struct KeyEntry {
    name: String,
    /// The names of its rights.
    may: Vec<&'static str>,
    /// The ids of the workflows that it is limited to; `null` for all.
    workflows: Option<Vec<String>>,
    share: f64,
    limit: Option<String>,
    concurrent: Option<u32>,
    per_day: Option<u32>,
    created_at: Option<String>,
    expires_at: Option<String>,
    last_used_at: Option<String>,
    /// What it has used within the last 30 days; left out where it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<KeyUsage>,
}

impl KeyEntry {
    /// The same with what its key has used, among others.
    pub(crate) fn with_usage(self, used: &HashMap<String, KeyUsage>) -> Self {
        let usage = used.get(&self.name).cloned();
        Self {
            usage: Some(usage.unwrap_or_default()),
            ..self
        }
    }
}

impl From<KeyRecord> for KeyEntry {
    fn from(key: KeyRecord) -> Self {
        let terms = key.terms;
        Self {
            name: key.name,
            may: terms.rights.iter().map(Right::name).collect(),
            workflows: terms
                .workflows
                .map(|set| set.iter().map(str::to_owned).collect()),
            share: terms.share,
            limit: terms.limit.map(|rate| rate.to_string()),
            concurrent: terms.concurrent,
            per_day: terms.per_day,
            created_at: key.created_at.map(rfc3339),
            expires_at: terms.expires_at.map(rfc3339),
            last_used_at: key.last_used_at.map(rfc3339),
            usage: None,
        }
    }
}
