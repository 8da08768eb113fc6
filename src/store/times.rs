//! The text of times in answers and databases.

use chrono::{DateTime, SecondsFormat, Utc};

/// A time as RFC 3339 in UTC with milliseconds. The texts sort like the times.
pub fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
