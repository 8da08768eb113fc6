//! Times as all tables have them.

use std::time::SystemTime;

use chrono::{DateTime, Utc};

/// The time of the system.
pub(super) fn now() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// A time in UTC with milliseconds, which sorts by its text.
pub(super) fn text(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// The time in a text; `None` if it is damaged.
pub(super) fn parsed(text: &str) -> Option<DateTime<Utc>> {
    text.parse().ok()
}
