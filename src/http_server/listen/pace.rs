//! Whether a caller is fast enough while something waits for it. No I/O, no clock.

use std::time::Duration;

/// How long a caller has made something wait since it was last fast enough, and how many bytes it has moved meanwhile.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    waited: Duration,
    bytes: u64,
}

/// The slowest that a caller may be: so many bytes in each of these times. Only the time counts in which something
/// waits for the caller.
#[derive(Clone, Copy, Debug)]
pub(super) struct MinPace {
    pub(super) bytes: u64,
    pub(super) time: Duration,
}

impl MinPace {
    /// So many bytes a second, on average over this time.
    pub(super) fn per_second(rate: u64, time: Duration) -> Self {
        Self {
            bytes: rate.saturating_mul(time.as_secs()),
            time,
        }
    }
}

impl Pace {
    /// After waiting for this long, so many bytes were moved.
    pub(super) fn moved(&mut self, waited: Duration, bytes: u64, min: MinPace) {
        self.waited += waited;
        self.bytes += bytes;
        if self.bytes >= min.bytes {
            *self = Self::default();
        }
    }

    /// How much longer the caller may make something wait.
    pub(super) fn left(&self, min: MinPace) -> Duration {
        min.time.saturating_sub(self.waited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn min() -> MinPace {
        MinPace::per_second(1000, 30 * SECOND)
    }

    #[test]
    fn a_byte_now_and_then_is_too_slow() {
        let mut pace = Pace::default();
        for _ in 0..5 {
            pace.moved(5 * SECOND, 1, min());
        }
        assert_eq!(pace.left(min()), 5 * SECOND);
    }

    #[test]
    fn a_slow_phone_with_pauses_is_fast_enough() {
        let mut pace = Pace::default();
        for _ in 0..1000 {
            pace.moved(25 * SECOND, 10_000, min());
            pace.moved(SECOND, 20_000, min());
            assert_eq!(pace.left(min()), 30 * SECOND);
        }
    }

    #[test]
    fn the_time_in_which_nothing_waits_for_the_caller_does_not_count() {
        let mut pace = Pace::default();
        pace.moved(Duration::ZERO, 1, min());
        assert_eq!(pace.left(min()), 30 * SECOND);
    }
}
