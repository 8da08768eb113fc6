//! The time that decides about removing old data for ever. A system's clock may jump: because somebody set it, its
//! battery is empty, or a time server is wrong. Then nothing is removed because of its age for a day, so that somebody
//! can correct the clock. Expiry dates, such as those of keys and links, follow the clock at once.

mod jumps;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};

use crate::background::Background;
use crate::clock::Clock;
use jumps::{Change, Jump, Jumps};
use store::{ClockHold, ClockRecord, ClockStore, StoreError};

/// How often the clock is looked at.
const INTERVAL: Duration = Duration::from_secs(5);
/// How often the time is noted in the store, in seconds. The next start compares the clock with it.
const NOTED_EVERY: i64 = 3600;

/// The time by which what is old is removed.
pub(crate) struct TrustedTime {
    clock: Clock,
    /// Whether somebody says that the clock is right whenever it jumps.
    is_confirmed: bool,
    jumps: Mutex<Jumps>,
    /// Locked while the time is noted.
    noted: tokio::sync::Mutex<Noted>,
    store: Arc<dyn ClockStore>,
}

/// What was noted last, and whether the store has failed since.
struct Noted {
    record: ClockRecord,
    has_failed: bool,
}

impl TrustedTime {
    /// The time of this clock. Warns if it may be wrong.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn open(
        clock: Clock,
        is_confirmed: bool,
        store: Arc<dyn ClockStore>,
    ) -> Result<Self, StoreError> {
        let noted = store.clock().await?;
        let mut jumps = Jumps::at_start(noted.clone(), clock.now(), clock.running());
        if is_confirmed {
            jumps.confirm();
        } else {
            report_start(&noted, jumps.record());
        }
        let time = Self {
            clock,
            is_confirmed,
            jumps: Mutex::new(jumps),
            noted: tokio::sync::Mutex::new(Noted {
                record: noted,
                has_failed: false,
            }),
            store,
        };
        time.note().await;
        Ok(time)
    }

    /// The time by which what is old is removed. `None` if nothing is to be removed, because the clock has jumped.
    pub(crate) async fn now(&self) -> Option<DateTime<Utc>> {
        let now = self.look();
        self.note().await;
        match self.hold() {
            Some(_) => None,
            None => Some(now),
        }
    }

    /// Until when nothing is removed because of its age; `None` if the clock has not jumped.
    pub(crate) fn hold(&self) -> Option<ClockHold> {
        self.jumps().record().hold
    }

    /// Looks at the clock, and reports what has changed. Returns the time.
    fn look(&self) -> DateTime<Utc> {
        let (now, running) = (self.clock.now(), self.clock.running());
        let mut jumps = self.jumps();
        match jumps.look(now, running) {
            Change::None => {}
            Change::Jump(jump) if self.is_confirmed => {
                jumps.confirm();
                tracing::warn!("the clock has jumped {jump}; --trust-clock says that it is right");
            }
            Change::Jump(jump) => {
                tracing::warn!("the clock has jumped {jump}; {}", held(jumps.record()))
            }
            Change::End => tracing::info!(
                "the clock has not jumped for a day: what is too old is removed again"
            ),
        }
        now
    }

    /// Notes the time, if that of before is old or something has changed.
    async fn note(&self) {
        let mut noted = self.noted.lock().await;
        let record = self.jumps().record().clone();
        let age = record.seen - noted.record.seen;
        if record.hold == noted.record.hold && age.num_seconds().abs() < NOTED_EVERY {
            return;
        }
        let done = self.store.set_clock(record.clone()).await;
        if let Err(why) = &done
            && !noted.has_failed
        {
            tracing::warn!("noting the time: {why}; trying again");
        }
        noted.has_failed = done.is_err();
        if done.is_ok() {
            noted.record = record;
        }
    }

    fn jumps(&self) -> MutexGuard<'_, Jumps> {
        self.jumps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks at the clock until the service stops.
pub(crate) async fn watch(time: Arc<TrustedTime>, background: Background) {
    while background.sleep(INTERVAL).await {
        time.now().await;
    }
}

/// Warns if the clock may be wrong at the start, or was before.
fn report_start(noted: &ClockRecord, now: &ClockRecord) {
    if now.hold.is_none() {
        return;
    }
    let jump = Jump {
        from: noted.seen,
        to: now.seen,
    };
    if now.hold == noted.hold {
        tracing::warn!("the clock had jumped before this start; {}", held(now));
    } else if now.seen < noted.seen {
        tracing::warn!(
            "the clock has gone back since the last start, {jump}; {}",
            held(now)
        );
    } else {
        tracing::warn!(
            "the service has noted no time for more than a day, {jump}: it was off, or the clock has jumped; {}",
            held(now)
        );
    }
}

/// What follows from a hold, and what to do.
fn held(record: &ClockRecord) -> String {
    let until = record.hold.map_or(record.seen, |hold| hold.until);
    format!(
        "nothing is removed because of its age until {}. Set the clock if it is wrong; if it is right and this must \
         not wait, restart with --trust-clock",
        until.to_rfc3339_opts(SecondsFormat::Secs, true)
    )
}
