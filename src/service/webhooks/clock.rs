//! The time by which deliveries are due. Tests skip some of it, instead of waiting for retries.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

/// The longest sleep, after which the time is looked at again: the system's clock may have been set.
const MAX_SLEEP: Duration = Duration::from_secs(60);

/// The system's time, and what was skipped. Clones share it.
#[derive(Clone, Debug)]
pub struct Clock {
    skipped: Arc<watch::Sender<TimeDelta>>,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            skipped: Arc::new(watch::Sender::new(TimeDelta::zero())),
        }
    }
}

impl Clock {
    /// The time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        let skipped = *self.skipped.borrow();
        Utc::now()
            .checked_add_signed(skipped)
            .unwrap_or_else(Utc::now)
    }

    /// Skips some time, and wakes those who sleep.
    pub fn skip(&self, time: Duration) {
        let time = TimeDelta::from_std(time).unwrap_or_default();
        self.skipped.send_modify(|skipped| *skipped += time);
    }

    /// Waits until this time.
    pub(super) async fn sleep_until(&self, time: DateTime<Utc>) {
        let mut skipped = self.skipped.subscribe();
        while let Ok(left) = (time - self.now()).to_std()
            && !left.is_zero()
        {
            tokio::select! {
                () = tokio::time::sleep(left.min(MAX_SLEEP)) => {}
                _ = skipped.changed() => {}
            }
        }
    }
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
}
