//! How a clock moves: with the time that passes, or by jumps. Pure: callers pass the times.

use std::fmt::{self, Display};
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use store::{ClockHold, ClockRecord};

/// By how much a clock may be set without being a jump.
const TOLERANCE: TimeDelta = TimeDelta::hours(1);
/// How long a service may have been off. After a longer time, it looks the same as a clock that has jumped.
const LONGEST_PAUSE: TimeDelta = TimeDelta::days(1);
/// For how long nothing is removed because of its age after a jump.
const HOLD: TimeDelta = TimeDelta::days(1);

/// A clock, and when it last jumped.
#[derive(Debug)]
pub(super) struct Jumps {
    /// The time at a moment, and how long the system was running then.
    anchor: (DateTime<Utc>, Duration),
    record: ClockRecord,
}

/// What was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    None,
    Jump(Jump),
    /// The time after a jump in which nothing is removed is over.
    End,
}

/// A jump of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    /// What it should have shown.
    pub(super) from: DateTime<Utc>,
    pub(super) to: DateTime<Utc>,
}

impl Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] =
            [self.from, self.to].map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true));
        write!(f, "from {from} to {to}")
    }
}

impl Jumps {
    /// The clock when the service starts; `noted` is its last record.
    pub(super) fn at_start(noted: ClockRecord, now: DateTime<Utc>, running: Duration) -> Self {
        let mut clock = Self {
            anchor: (now, running),
            record: ClockRecord {
                seen: now,
                hold: noted.hold.filter(|hold| now < hold.until),
            },
        };
        let pause = now - noted.seen;
        if pause > LONGEST_PAUSE || pause < -TOLERANCE {
            clock.hold(noted.seen, now);
        }
        clock
    }

    /// The time as it was last seen.
    pub(super) fn record(&self) -> &ClockRecord {
        &self.record
    }

    /// Somebody says that the time is right.
    pub(super) fn confirm(&mut self) {
        self.record.hold = None;
    }

    /// Looks at the clock.
    pub(super) fn look(&mut self, now: DateTime<Utc>, running: Duration) -> Change {
        let (time, since) = self.anchor;
        let passed = TimeDelta::from_std(running.saturating_sub(since)).unwrap_or_default();
        let expected = time.checked_add_signed(passed).unwrap_or(time);
        self.record.seen = now;
        if (now - expected).abs() > TOLERANCE {
            self.anchor = (now, running);
            self.hold(expected, now);
            return Change::Jump(Jump {
                from: expected,
                to: now,
            });
        }
        match self.record.hold {
            Some(hold) if hold.until <= now => {
                self.record.hold = None;
                Change::End
            }
            _ => Change::None,
        }
    }

    /// Removes nothing for a day after a jump from this time. Of several jumps in a row, the earliest time is sure.
    fn hold(&mut self, from: DateTime<Utc>, now: DateTime<Utc>) {
        let before = self.record.hold.map_or(from, |hold| hold.from);
        self.record.hold = Some(ClockHold {
            from: from.min(before),
            until: now.checked_add_signed(HOLD).unwrap_or(now),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn noted(seen: &str) -> ClockRecord {
        ClockRecord {
            seen: time(seen),
            hold: None,
        }
    }

    const NOON: &str = "2026-11-27T12:00:00Z";

    fn at_noon() -> Jumps {
        Jumps::at_start(noted(NOON), time(NOON), Duration::from_secs(5))
    }

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn time_that_passes_is_no_jump_also_if_the_machine_has_slept_for_weeks() {
        let mut clock = at_noon();
        let weeks = 24 * 30 * HOUR;
        let later = time(NOON) + TimeDelta::days(30);
        assert_eq!(
            clock.look(later, Duration::from_secs(5) + weeks),
            Change::None
        );
        let hour_off = later + TOLERANCE;
        assert_eq!(
            clock.look(hour_off, Duration::from_secs(5) + weeks),
            Change::None
        );
        assert_eq!(clock.record().hold, None);
    }

    #[test]
    fn a_jump_in_either_direction_holds_for_a_day() {
        for by in [
            TimeDelta::days(40),
            TimeDelta::minutes(61),
            -TimeDelta::days(40),
        ] {
            let mut clock = at_noon();
            let start = Duration::from_secs(5);
            let expected = time(NOON) + TimeDelta::hours(1);
            let now = expected + by;
            let jump = Change::Jump(Jump {
                from: expected,
                to: now,
            });
            assert_eq!(clock.look(now, start + HOUR), jump);
            let hold = ClockHold {
                from: expected,
                until: now + TimeDelta::days(1),
            };
            assert_eq!(clock.record().hold, Some(hold));
            let last = now + TimeDelta::hours(23);
            assert_eq!(clock.look(last, start + 24 * HOUR), Change::None);
            assert_eq!(clock.record().hold, Some(hold));
            let over = now + TimeDelta::hours(24);
            assert_eq!(clock.look(over, start + 25 * HOUR), Change::End);
            assert_eq!(clock.record().hold, None);
        }
    }

    #[test]
    fn many_small_steps_are_a_jump() {
        let mut clock = at_noon();
        let running = Duration::from_secs(5);
        let step = |minutes| time(NOON) + TimeDelta::minutes(minutes);
        assert_eq!(clock.look(step(30), running), Change::None);
        assert_eq!(clock.look(step(60), running), Change::None);
        assert!(matches!(clock.look(step(61), running), Change::Jump(_)));
    }

    #[test]
    fn the_day_begins_again_when_the_clock_is_set_back_and_the_first_time_stays_sure() {
        let mut clock = at_noon();
        let running = Duration::from_secs(5);
        clock.look(time(NOON) + TimeDelta::days(40), running);
        let back = time(NOON) + TimeDelta::hours(2);
        assert!(matches!(
            clock.look(back, running + 2 * HOUR),
            Change::Jump(_)
        ));
        let hold = ClockHold {
            from: time(NOON),
            until: back + TimeDelta::days(1),
        };
        assert_eq!(clock.record().hold, Some(hold));
    }

    #[test]
    fn at_the_start_a_pause_of_a_day_is_normal_and_a_longer_one_or_an_earlier_time_is_not() {
        let start = |seen: &str, now: &str| {
            let clock = Jumps::at_start(noted(seen), time(now), HOUR);
            clock.record().hold.map(|hold| (hold.from, hold.until))
        };
        assert_eq!(start(NOON, "2026-11-28T12:00:00Z"), None);
        assert_eq!(start(NOON, "2026-11-27T11:00:00Z"), None);
        for now in [
            "2026-11-28T12:00:01Z",
            "2027-01-06T12:00:00Z",
            "2026-11-27T10:59:59Z",
            "1970-01-01T00:00:00Z",
        ] {
            let held = (time(NOON), time(now) + TimeDelta::days(1));
            assert_eq!(start(NOON, now), Some(held), "{now}");
        }
    }

    #[test]
    fn a_restart_does_not_end_the_day() {
        let hold = ClockHold {
            from: time(NOON),
            until: time("2027-01-07T12:00:00Z"),
        };
        let noted = ClockRecord {
            seen: time("2027-01-06T13:00:00Z"),
            hold: Some(hold),
        };
        let start = |now: &str| {
            Jumps::at_start(noted.clone(), time(now), HOUR)
                .record()
                .hold
        };
        assert_eq!(start("2027-01-06T14:00:00Z"), Some(hold));
        assert_eq!(start("2027-01-07T12:00:00Z"), None);
        // Set right while the service was off.
        let right = ClockHold {
            from: time(NOON),
            until: time("2026-11-28T13:00:00Z"),
        };
        assert_eq!(start("2026-11-27T13:00:00Z"), Some(right));
    }

    #[test]
    fn what_is_confirmed_is_not_held() {
        let mut clock = Jumps::at_start(noted(NOON), time("2027-01-06T12:00:00Z"), HOUR);
        clock.confirm();
        assert_eq!(clock.record().hold, None);
        assert_eq!(
            clock.look(time("2027-01-06T13:00:00Z"), 2 * HOUR),
            Change::None
        );
    }
}
