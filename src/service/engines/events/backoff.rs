//! The delays between the connections to an engine instance. No I/O.

use std::time::Duration;

/// A delay of another length for each of many services, so that they do not reconnect at the same moment.
pub(super) fn with_jitter(delay: Duration) -> Duration {
    delay.mul_f64(rand::random_range(0.5..1.0))
}

/// Delays that double until a connection lasts.
pub(super) struct Backoff {
    shortest: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    pub(super) fn new((shortest, longest): (Duration, Duration)) -> Self {
        Self {
            shortest,
            longest,
            next: shortest,
        }
    }

    /// Whether a connection that lasted this long was a good one.
    pub(super) fn is_good(&self, connected: Duration) -> bool {
        connected >= self.longest
    }

    /// The delay after a connection that lasted this long. One that lasts as long as the longest delay
    /// was a good one: an engine that closes at once is not connected ten times a second.
    pub(super) fn after(&mut self, connected: Duration) -> Duration {
        if self.is_good(connected) {
            self.next = self.shortest;
        }
        let delay = self.next;
        self.next = (delay * 2).min(self.longest);
        delay
    }

    /// The shortest time after which a caller's wish may end a delay early.
    pub(super) fn before_probe(&self) -> Duration {
        self.shortest * 5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_longest_and_start_again_after_a_good_connection() {
        let seconds = Duration::from_secs;
        let mut backoff = Backoff::new((seconds(1), seconds(5)));
        let mut after = |connected| backoff.after(seconds(connected)).as_secs();
        assert_eq!([0, 0, 4, 4, 0].map(&mut after), [1, 2, 4, 5, 5]);
        assert_eq!([5, 0].map(&mut after), [1, 2]);
    }
}
