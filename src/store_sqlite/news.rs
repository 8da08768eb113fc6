//! Tells those who follow the store of what was written, after it is on the disk.

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use rusqlite::Connection;
use store::EventNews;
use tokio::sync::watch;

/// What was written last, for those who follow it.
pub(super) struct News {
    event: watch::Sender<i64>,
    deliveries: watch::Sender<()>,
}

impl News {
    /// After what was written so far.
    pub(super) fn after(newest: Newest) -> Self {
        Self {
            event: watch::Sender::new(newest.event),
            deliveries: watch::Sender::new(()),
        }
    }

    /// Tells of events and deliveries that are newer than these. Returns the newest ones.
    pub(super) fn tell(&self, connection: &Connection, before: Newest) -> Newest {
        // If this fails, the next change announces them.
        let Ok(newest) = Newest::of(connection) else {
            return before;
        };
        if newest.event != before.event {
            self.event.send_replace(newest.event);
        }
        if newest.delivery != before.delivery {
            self.tell_deliveries();
        }
        newest
    }

    /// Tells that there are deliveries to attempt.
    pub(super) fn tell_deliveries(&self) {
        self.deliveries.send_replace(());
    }

    pub(super) fn events(&self) -> EventNews {
        let mut events = self.event.subscribe();
        let last = *events.borrow_and_update();
        let later = changes(events);
        EventNews { last, later }
    }

    pub(super) fn deliveries(&self) -> BoxStream<'static, ()> {
        changes(self.deliveries.subscribe())
    }
}

/// What a value is after each change; of many that nobody has looked at, after the last one.
fn changes<T: Copy + Send + Sync + 'static>(told: watch::Receiver<T>) -> BoxStream<'static, T> {
    let next = |mut told: watch::Receiver<T>| async move {
        told.changed().await.ok()?;
        let now = *told.borrow_and_update();
        Some((now, told))
    };
    stream::unfold(told, next).boxed()
}

/// The ids of what was added last, also if it was removed.
#[derive(Clone, Copy)]
pub(super) struct Newest {
    /// Of the events of runs.
    event: i64,
    /// Of the deliveries of webhooks.
    delivery: i64,
}

impl Newest {
    pub(super) fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let sql = "SELECT coalesce(max(seq) FILTER (WHERE name = 'run_events'), 0),
                coalesce(max(seq) FILTER (WHERE name = 'deliveries'), 0) FROM sqlite_sequence";
        connection.prepare_cached(sql)?.query_row([], |row| {
            Ok(Self {
                event: row.get(0)?,
                delivery: row.get(1)?,
            })
        })
    }
}
