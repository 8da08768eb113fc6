//! A named key as the API shows it.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;

use crate::store::KeyRecord;
use api::Right;

/// A named key, without the key itself.
#[derive(Debug, Serialize)]
pub(in crate::http::routes) struct KeyEntry {
    name: String,
    /// The names of its rights.
    may: Vec<&'static str>,
    share: f64,
    created_at: Option<String>,
    expires_at: Option<String>,
    last_used_at: Option<String>,
}

impl From<KeyRecord> for KeyEntry {
    fn from(key: KeyRecord) -> Self {
        let terms = key.terms;
        Self {
            name: key.name,
            may: terms.rights.iter().map(Right::name).collect(),
            share: terms.share,
            created_at: key.created_at,
            expires_at: terms.expires_at.map(text),
            last_used_at: key.last_used_at.map(text),
        }
    }
}

fn text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
