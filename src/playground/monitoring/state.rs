//! The state of the dialog, and the reading of what it shows.

use crate::connection::Connection;
use crate::messages as say;
use crate::poll::Poll;
use crate::reason;
use api::Monitoring;
use client::ErrorKind;
use ui::RwSignal;

/// The periods to choose from, in hours.
pub(super) const PERIODS: [u32; 4] = [1, 24, 168, 720];
/// The period without a choice.
const USUAL: u32 = 24;
/// How often it is read, in milliseconds.
const INTERVAL: u32 = 10_000;

/// The state of the dialog.
#[derive(Clone, Copy)]
pub(super) struct Monitor {
    pub(super) connection: Connection,
    pub(super) is_open: RwSignal<bool>,
    pub(super) hours: RwSignal<u32>,
    /// What was read last; `None` before that, and for another period.
    pub(super) found: RwSignal<Option<Monitoring>>,
    /// Why the last reading failed.
    pub(super) error: RwSignal<Option<String>>,
}

impl Monitor {
    pub(super) fn new(connection: Connection) -> Self {
        Self {
            connection,
            is_open: RwSignal::new(false),
            hours: RwSignal::new(USUAL),
            found: RwSignal::new(None),
            error: RwSignal::new(None),
        }
    }

    /// Begins to read, again and again until the current owner ends.
    pub(super) fn follow(self) -> Poll {
        let poll = Poll::new(move || self.read());
        poll.kick();
        poll
    }

    async fn read(self) -> Option<u32> {
        let (Some(client), Some(hours)) = (
            self.connection.client.try_get_untracked().flatten(),
            self.hours.try_get_untracked(),
        ) else {
            let _ = self
                .error
                .try_set(Some(say::MONITORING_NOT_CONNECTED.now().to_owned()));
            return Some(INTERVAL);
        };
        let read = client.monitoring(hours).await;
        // Another period was chosen meanwhile, which has its own reading.
        if self.hours.try_get_untracked() != Some(hours) {
            return None;
        }
        match read {
            Ok(found) => {
                let _ = self.error.try_set(None);
                let _ = self.found.try_set(Some(found));
            }
            Err(error) => {
                let why = match error.kind {
                    ErrorKind::NotFound => say::MONITORING_MISSING.now().to_owned(),
                    _ => reason::of_error(&error),
                };
                let _ = self.error.try_set(Some(why));
            }
        }
        Some(INTERVAL)
    }
}
