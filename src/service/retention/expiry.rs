//! The times at which runs are too old. No clock of its own.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

/// So many seconds after a time, both RFC 3339, as the store writes it.
pub(super) fn after(time: &str, seconds: u64) -> Option<String> {
    let time: DateTime<Utc> = time.parse().ok()?;
    time.checked_add_signed(delta(seconds)?).map(text)
}

/// So many seconds before a time, as the store writes it.
pub(super) fn before(time: DateTime<Utc>, seconds: u64) -> Option<String> {
    time.checked_sub_signed(delta(seconds)?).map(text)
}

fn delta(seconds: u64) -> Option<TimeDelta> {
    TimeDelta::try_seconds(i64::try_from(seconds).ok()?)
}

fn text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_store_does() {
        let time = "2026-11-27T10:00:00.250Z";
        assert_eq!(after(time, 86_400).unwrap(), "2026-11-28T10:00:00.250Z");
        assert_eq!(
            before(time.parse().unwrap(), 60).unwrap(),
            "2026-11-27T09:59:00.250Z"
        );
        assert_eq!(after("a while ago", 1), None);
        for seconds in [u64::MAX, i64::MAX as u64, 1 << 45] {
            assert_eq!(after(time, seconds), None);
            assert_eq!(before(time.parse().unwrap(), seconds), None);
        }
    }
}
