//! Times as answers and databases have them.

use chrono::{DateTime, SecondsFormat, Utc};

/// A time in RFC 3339, UTC, with milliseconds: it sorts by its text.
pub fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
