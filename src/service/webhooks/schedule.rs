//! When deliveries are attempted again. Pure: no clock, and no randomness of its own.

use chrono::{DateTime, TimeDelta, Utc};
use store::Pace;

/// How long a delivery is attempted.
pub(super) const GIVE_UP: TimeDelta = TimeDelta::hours(24);

/// The delay after the first attempt, and the longest one.
const RETRY: (TimeDelta, TimeDelta) = (TimeDelta::seconds(5), TimeDelta::hours(1));
/// The same for a lane that is slowed down.
const SLOWED: (TimeDelta, TimeDelta) = (TimeDelta::seconds(10), TimeDelta::minutes(5));
/// After how many failures in a row a lane is slowed down.
const FAILURES: u32 = 5;
/// By how much a delay varies, in both directions together.
const JITTER: f64 = 0.4;

/// How long to wait after a number of failed attempts, the first of which was this long ago. `random` is from 0 to 1.
/// `None` if the delivery is given up. The last attempt is made when the time is up.
pub(super) fn retry_after(attempts: u32, since_first: TimeDelta, random: f64) -> Option<TimeDelta> {
    let left = GIVE_UP - since_first;
    let delay = varied(doubled(RETRY, attempts.saturating_sub(1)), random);
    (left > TimeDelta::zero()).then(|| delay.min(left))
}

/// How a lane is slowed down that has failed once more. `random` is from 0 to 1.
pub(super) fn pace(now: DateTime<Utc>, random: f64) -> Pace {
    Pace {
        now,
        failures: FAILURES,
        first: SLOWED.0,
        longest: SLOWED.1,
        factor: factor(random),
    }
}

fn doubled((first, longest): (TimeDelta, TimeDelta), times: u32) -> TimeDelta {
    // Beyond 20 times, every delay is the longest.
    let factor = 1_i32 << times.min(20);
    first
        .checked_mul(factor)
        .map_or(longest, |delay| delay.min(longest))
}

fn varied(delay: TimeDelta, random: f64) -> TimeDelta {
    TimeDelta::milliseconds((delay.num_milliseconds() as f64 * factor(random)) as i64)
}

fn factor(random: f64) -> f64 {
    1.0 + JITTER * (random.clamp(0.0, 1.0) - 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When attempts are made, in seconds after the first, if all fail.
    fn times(random: f64) -> Vec<i64> {
        let mut times = vec![0];
        let mut now = TimeDelta::zero();
        while let Some(delay) = retry_after(times.len() as u32, now, random) {
            now += delay;
            times.push(now.num_seconds());
        }
        times
    }

    #[test]
    fn delays_double_up_to_an_hour_and_the_last_attempt_is_after_24_hours() {
        let times = times(0.5);
        assert_eq!(times[..8], [0, 5, 15, 35, 75, 155, 315, 635]);
        assert_eq!(times[12] - times[11], 3600);
        assert_eq!(*times.last().unwrap(), 24 * 3600);
        assert!(times.len() < 50, "{}", times.len());
    }

    #[test]
    fn delays_vary_by_a_fifth() {
        let first = |random| retry_after(1, TimeDelta::zero(), random);
        assert_eq!(first(0.0), Some(TimeDelta::seconds(4)));
        assert_eq!(first(1.0), Some(TimeDelta::seconds(6)));
        assert_eq!(*times(0.0).last().unwrap(), 24 * 3600);
        assert_eq!(*times(1.0).last().unwrap(), 24 * 3600);
    }

    #[test]
    fn a_delivery_is_given_up_after_24_hours_however_many_attempts_it_had() {
        for attempts in [0, 1, 100, u32::MAX] {
            assert_eq!(retry_after(attempts, GIVE_UP, 0.5), None);
            assert!(retry_after(attempts, TimeDelta::zero(), 0.5).is_some());
        }
    }

    #[test]
    fn a_lane_is_slowed_down_after_five_failures_for_at_most_five_minutes() {
        let now = DateTime::UNIX_EPOCH;
        let until = |failures| pace(now, 0.5).slowed_until(failures);
        let slowed = |failures| until(failures).map(|until| (until - now).num_seconds());
        assert_eq!([0, 1, 4].map(slowed), [None; 3]);
        assert_eq!(
            [5, 6, 7, 9, 10, u32::MAX].map(slowed),
            [10, 20, 40, 160, 300, 300].map(Some)
        );
    }
}
