//! Announces to the followers of the store what was written, after it is on the disk.

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use rusqlite::Connection;
use store::EventNews;
use tokio::sync::watch;

/// The newest rows, for the followers of the store.
pub(super) struct News {
    event: watch::Sender<i64>,
    delivery: watch::Sender<i64>,
}

impl News {
    /// The news after these rows.
    pub(super) fn after(newest: Newest) -> Self {
        Self {
            event: watch::Sender::new(newest.event),
            delivery: watch::Sender::new(newest.delivery),
        }
    }

    /// Announces these rows, unless they were announced before.
    pub(super) fn announce(&self, newest: Newest) {
        for (announced, id) in [
            (&self.event, newest.event),
            (&self.delivery, newest.delivery),
        ] {
            announced.send_if_modified(|announced| std::mem::replace(announced, id) != id);
        }
    }

    /// Announces that deliveries are due, although there are no new ones.
    pub(super) fn announce_due_deliveries(&self) {
        self.delivery.send_modify(|_| {});
    }

    pub(super) fn events(&self) -> EventNews {
        let mut events = self.event.subscribe();
        let last = *events.borrow_and_update();
        let later = changes(events);
        EventNews { last, later }
    }

    pub(super) fn deliveries(&self) -> BoxStream<'static, ()> {
        changes(self.delivery.subscribe()).map(drop).boxed()
    }
}

/// The value after each change. A slow reader gets only the last one.
fn changes(announced: watch::Receiver<i64>) -> BoxStream<'static, i64> {
    let next = |mut announced: watch::Receiver<i64>| async move {
        announced.changed().await.ok()?;
        let now = *announced.borrow_and_update();
        Some((now, announced))
    };
    stream::unfold(announced, next).boxed()
}

/// The ids of the newest rows, including those that were removed.
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
