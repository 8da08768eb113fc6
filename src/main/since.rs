//! When a list begins: a date, a time, or how long ago. Does not know what is listed.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::clock;

/// Reads a date such as 2026-11-28, a time such as 2026-11-28T12:00:00Z, or a duration such as 7d. A date begins in UTC,
/// in which times are shown.
pub(crate) fn since(text: &str) -> Result<DateTime<Utc>, String> {
    let date = text.parse::<NaiveDate>().ok();
    let date = date.map(|date| date.and_time(chrono::NaiveTime::MIN).and_utc());
    if let Some(time) = date.or_else(|| text.parse().ok()) {
        return Ok(time);
    }
    let ago = humantime::parse_duration(text).map_err(|_| {
        "write a date such as 2026-11-28, a time such as 2026-11-28T12:00:00Z, or how long ago, such as 7d or 2h"
    })?;
    ago_from(clock::now(), ago).ok_or_else(|| "it is too long ago; leave it out for all".to_owned())
}

fn ago_from(now: DateTime<Utc>, ago: Duration) -> Option<DateTime<Utc>> {
    now.checked_sub_signed(TimeDelta::from_std(ago).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_begins_at_a_date_a_time_or_some_time_ago() {
        for (text, time) in [
            ("2026-11-28", "2026-11-28T00:00:00Z"),
            ("2026-11-28T12:30:00Z", "2026-11-28T12:30:00Z"),
            ("2026-11-28T12:30:00+02:00", "2026-11-28T10:30:00Z"),
        ] {
            assert_eq!(since(text), Ok(time.parse().unwrap()), "{text}");
        }
        let now = "2026-11-28T12:00:00Z".parse().unwrap();
        let day = ago_from(now, Duration::from_secs(86_400));
        assert_eq!(day, Some("2026-11-27T12:00:00Z".parse().unwrap()));
        assert!(since("7d").unwrap() < clock::now());
        for text in ["", "yesterday", "28.11.2026", "2026-13-01"] {
            assert!(since(text).unwrap_err().contains("2026-11-28"), "{text}");
        }
        assert!(since("900000000y").is_err());
    }
}
