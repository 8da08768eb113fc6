//! The time, and how long the system has run. Tests skip some of it, instead of waiting, and set the clock.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

/// The longest sleep, after which the time is looked at again: the system's clock may have been set.
const MAX_SLEEP: Duration = Duration::from_secs(60);

/// The system's time, and what was skipped. Clones share it.
#[derive(Clone, Debug)]
pub struct Clock {
    changes: Arc<watch::Sender<Changes>>,
}

/// By how much a clock differs from the system's.
#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    /// Time that has passed.
    skipped: Duration,
    /// By how much it was set.
    set: TimeDelta,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            changes: Arc::new(watch::Sender::new(Changes::default())),
        }
    }
}

impl Clock {
    /// The time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        let Changes { skipped, set } = *self.changes.borrow();
        let skipped = TimeDelta::from_std(skipped).unwrap_or_default();
        let changed = now().checked_add_signed(skipped);
        let changed = changed.and_then(|time| time.checked_add_signed(set));
        changed.unwrap_or_else(now)
    }

    /// How much time has passed since some moment before the start, whatever the time was set to. A machine that sleeps
    /// goes on counting, where the system knows how long it slept.
    pub(crate) fn running(&self) -> Duration {
        running().saturating_add(self.changes.borrow().skipped)
    }

    /// Skips some time, and wakes those who sleep.
    pub fn skip(&self, time: Duration) {
        self.changes.send_modify(|changes| changes.skipped += time);
    }

    /// Sets it by this much, forwards or backwards: no time passes.
    pub fn set(&self, by: TimeDelta) {
        self.changes.send_modify(|changes| changes.set += by);
    }

    /// Waits until this time.
    pub(crate) async fn sleep_until(&self, time: DateTime<Utc>) {
        let mut changes = self.changes.subscribe();
        while let Ok(left) = (time - self.now()).to_std()
            && !left.is_zero()
        {
            tokio::select! {
                () = tokio::time::sleep(left.min(MAX_SLEEP)) => {}
                _ = changes.changed() => {}
            }
        }
    }
}

/// The system's time, which may be before 1970: `Utc::now` panics then.
pub fn now() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// `Instant` stands still while Linux or macOS sleeps; these clocks do not.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn running() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    #[cfg(target_os = "linux")]
    let time = clock_gettime(ClockId::Boottime);
    #[cfg(target_os = "macos")]
    let time = clock_gettime(ClockId::Monotonic);
    time.try_into().unwrap_or_default()
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn running() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn skipped_time_wakes_those_who_sleep() {
        let clock = Clock::default();
        let wake_at = clock.now() + TimeDelta::hours(1);
        let sleeping = clock.sleep_until(wake_at);
        let skipping = async {
            clock.skip(Duration::from_secs(1800));
            tokio::task::yield_now().await;
            clock.skip(Duration::from_secs(1800));
        };
        tokio::join!(sleeping, skipping);
        assert!(clock.now() >= wake_at);
        clock.sleep_until(wake_at).await;
    }

    #[test]
    fn no_time_passes_when_it_is_set() {
        let clock = Clock::default();
        let (now, running) = (clock.now(), clock.running());
        clock.set(TimeDelta::days(40));
        assert!(clock.now() - now >= TimeDelta::days(40));
        let day = Duration::from_secs(86_400);
        assert!(clock.running() - running < day);
        clock.skip(day);
        assert!(clock.running() - running >= day);
    }
}
