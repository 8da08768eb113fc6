//! Whether a connection is alive on which nothing comes: a side that has vanished leaves it open, and silent. Pings
//! tell, because every WebSocket answers them. No I/O.

use std::time::Duration;

use tokio::time::Instant;

/// What is known of a connection.
#[derive(Debug)]
pub(crate) struct Liveness {
    /// How long silence may last before a ping, and after it.
    patience: Duration,
    heard: Instant,
    pinged: Option<Instant>,
}

/// What to do about a connection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// Nothing, until then.
    WaitUntil(Instant),
    /// Send a ping.
    Ping,
    /// Give it up.
    GiveUp,
}

impl Liveness {
    pub(crate) fn new(patience: Duration, now: Instant) -> Self {
        Self {
            patience,
            heard: now,
            pinged: None,
        }
    }

    /// Notes that something came.
    pub(crate) fn hear(&mut self, now: Instant) {
        self.heard = now;
        self.pinged = None;
    }

    /// Notes that a ping is being sent.
    pub(crate) fn ping(&mut self, now: Instant) {
        self.pinged = Some(now);
    }

    /// What to do now.
    pub(crate) fn check(&self, now: Instant) -> Check {
        let due = self.pinged.unwrap_or(self.heard) + self.patience;
        match self.pinged {
            _ if now < due => Check::WaitUntil(due),
            None => Check::Ping,
            Some(_) => Check::GiveUp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_connection_is_pinged_and_given_up_without_an_answer() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let at = |seconds: u32| start + second * seconds;
        let mut connection = Liveness::new(second * 5, start);
        assert_eq!(connection.check(at(3)), Check::WaitUntil(at(5)));
        connection.hear(at(3));
        assert_eq!(connection.check(at(7)), Check::WaitUntil(at(8)));
        assert_eq!(connection.check(at(8)), Check::Ping);
        connection.ping(at(8));
        assert_eq!(connection.check(at(12)), Check::WaitUntil(at(13)));
        assert_eq!(connection.check(at(13)), Check::GiveUp);
        connection.hear(at(13));
        assert_eq!(connection.check(at(13)), Check::WaitUntil(at(18)));
    }

    #[test]
    fn a_computer_that_slept_pings_before_it_gives_up() {
        let (start, hour) = (Instant::now(), Duration::from_secs(3600));
        let connection = Liveness::new(Duration::from_secs(5), start);
        assert_eq!(connection.check(start + hour), Check::Ping);
    }
}
