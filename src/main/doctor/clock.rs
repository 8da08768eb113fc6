//! Checks the clock: keys, links and certificates expire by it. No I/O.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use super::engines::EngineTime;
use super::finding::Finding;

/// The beginning of 2020. An earlier time is that of a machine whose clock was never set.
const EARLIEST: i64 = 1_577_836_800;

/// How far clocks may differ.
const TOLERANCE: TimeDelta = TimeDelta::seconds(60);

/// Compares the clock with those of engine instances, and with the newest run.
pub(super) fn check(
    now: DateTime<Utc>,
    engines: &[EngineTime],
    newest: Option<DateTime<Utc>>,
) -> Finding {
    let shown = now.to_rfc3339_opts(SecondsFormat::Secs, true);
    if now.timestamp() < EARLIEST {
        return Finding::Bad(format!(
            "clock: it is set to {shown}; set it to the time of now"
        ));
    }
    if let Some(newest) = newest.filter(|newest| *newest - now > TOLERANCE) {
        let newest = newest.to_rfc3339_opts(SecondsFormat::Secs, true);
        return Finding::Bad(format!(
            "clock: it is set to {shown}, but the newest run was accepted at {newest}; set it to the time of now, and \
             keep it right with NTP"
        ));
    }
    let far = engines
        .iter()
        .find(|(_, time)| (*time - now).abs() > TOLERANCE);
    match far {
        Some((engine, time)) => Finding::Doubtful(format!(
            "clock: it differs from that of the engine {engine} by {} seconds; keep both right with NTP",
            (*time - now).num_seconds().abs()
        )),
        None => Finding::Good(format!("clock: {shown}")),
    }
}

/// Whether nothing is removed because of its age, because the clock had jumped while a service ran or before it started.
pub(super) fn held(now: DateTime<Utc>, until: Option<DateTime<Utc>>) -> Option<Finding> {
    let until = until.filter(|until| *until > now)?;
    let until = until.to_rfc3339_opts(SecondsFormat::Secs, true);
    Some(Finding::Doubtful(format!(
        "clock: it has jumped, so nothing is removed because of its age until {until}; set it if it is wrong, or \
         restart with --trust-clock"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_clock_that_has_jumped_is_named_until_it_is_trusted_again() {
        let now = time("2026-11-27T14:00:00Z");
        assert_eq!(held(now, None), None);
        assert_eq!(held(now, Some(now)), None);
        let finding = held(now, Some(time("2026-11-28T10:00:00Z"))).unwrap();
        let text = finding.to_string();
        assert!(
            text.starts_with("! clock: it has jumped")
                && text.contains("until 2026-11-28T10:00:00Z"),
            "{text}"
        );
    }

    #[test]
    fn a_clock_that_is_wrong_is_noticed() {
        let now = time("2026-11-27T14:00:00Z");
        let engine = |text: &str| vec![("http://a".to_owned(), time(text))];
        let near = engine("2026-11-27T13:59:01Z");
        let good = check(now, &near, Some(time("2026-11-27T14:00:59Z")));
        assert_eq!(
            good,
            Finding::Good("clock: 2026-11-27T14:00:00Z".to_owned())
        );
        let early = check(time("2019-12-31T23:59:59Z"), &[], None);
        assert!(
            early.is_bad() && early.to_string().contains("set to 2019-12-31"),
            "{early}"
        );
        let future = check(now, &[], Some(time("2026-11-27T14:02:00Z")));
        assert!(future.is_bad(), "{future}");
        assert!(
            future
                .to_string()
                .contains("accepted at 2026-11-27T14:02:00Z"),
            "{future}"
        );
        for far in ["2026-11-27T13:58:00Z", "2026-11-27T14:02:00Z"] {
            let finding = check(now, &engine(far), None);
            let text = finding.to_string();
            assert!(
                text.starts_with("! clock: ") && text.contains("http://a by 120 seconds"),
                "{text}"
            );
        }
    }
}
