//! A named key as the API shows it.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::Serialize;

use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::routes::usage;
use api::Right;
use store::{KeyRecord, Reach, UsageBy, UsageQuery};

/// A named key, without the key itself.
#[derive(Debug, Serialize)]
pub(in crate::http::routes) struct KeyEntry {
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

/// What a key has used.
#[derive(Clone, Debug, Default, Serialize)]
pub(in crate::http::routes) struct KeyUsage {
    /// The number of runs that were accepted today, in UTC.
    runs_today: u64,
    runs: u64,
    engine_seconds: f64,
    /// What the outputs of these runs occupy.
    bytes: u64,
}

/// What keys have used within the last 30 days, by name.
pub(in crate::http::routes) async fn recent_usage(
    app: &AppState,
    owner: Option<&str>,
) -> Result<HashMap<String, KeyUsage>, ApiError> {
    let (from, to) = usage::usual_days();
    let of = async |from: NaiveDate| {
        app.store
            .usage(UsageQuery {
                from: from.to_string(),
                to: to.to_string(),
                by: UsageBy::Key,
                reach: owner.map_or_else(Reach::default, Reach::of_key),
            })
            .await
    };
    let mut used: HashMap<String, KeyUsage> = HashMap::new();
    for record in of(from).await? {
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

impl KeyEntry {
    /// The same with what its key has used, among others.
    pub(in crate::http::routes) fn with_usage(self, used: &HashMap<String, KeyUsage>) -> Self {
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
            created_at: key.created_at,
            expires_at: terms.expires_at.map(text),
            last_used_at: key.last_used_at.map(text),
            usage: None,
        }
    }
}

fn text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
