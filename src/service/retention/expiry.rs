//! The times at which runs are too old. No clock of its own.

use chrono::{DateTime, TimeDelta, Utc};

/// So many seconds after a time; `None` if nobody lives to see it.
pub(super) fn after(time: DateTime<Utc>, seconds: u64) -> Option<DateTime<Utc>> {
    time.checked_add_signed(delta(seconds)?)
}

/// So many seconds before a time; `None` if nothing was then.
pub(super) fn before(time: DateTime<Utc>, seconds: u64) -> Option<DateTime<Utc>> {
    time.checked_sub_signed(delta(seconds)?)
}

fn delta(seconds: u64) -> Option<TimeDelta> {
    TimeDelta::try_seconds(i64::try_from(seconds).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_too_far_away_never_comes() {
        let time = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let now = time("2026-11-27T10:00:00.250Z");
        assert_eq!(after(now, 86_400), Some(time("2026-11-28T10:00:00.250Z")));
        assert_eq!(before(now, 60), Some(time("2026-11-27T09:59:00.250Z")));
        for seconds in [u64::MAX, i64::MAX as u64, 1 << 45] {
            assert_eq!(after(now, seconds), None);
            assert_eq!(before(now, seconds), None);
        }
    }
}
