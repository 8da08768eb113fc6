//! The thread that writes. Changes that arrive while it waits for the disk share the next transaction, so that many
//! callers cost one write to the disk (group commit).

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::change_record::{ChangeRecord, Committed};
use super::news::{Newest, News};
use store::StoreError;

use crate::error::{SqliteError, of_file};

/// The maximum number of changes in a transaction.
const MAX_BATCH: usize = 256;

/// A change, which is made in a transaction, or not if none could begin. It returns the function that reports the
/// result to its caller after the transaction.
type Change = Box<dyn FnOnce(Result<&Connection, StoreError>) -> Answer + Send>;
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// The thread that writes. It ends when this is dropped.
pub(super) struct Writer {
    changes: Sender<Change>,
    news: Arc<News>,
}

impl Writer {
    /// Starts the thread. It also keeps the record of changes, and announces what was written.
    pub(super) fn start(connection: Connection, record: ChangeRecord) -> Result<Self, SqliteError> {
        let (changes, received) = mpsc::channel();
        let news = Arc::new(News::after(Newest::of(&connection)?));
        let announced = news.clone();
        let thread = thread::Builder::new().name("store".to_owned());
        let started = thread.spawn(move || write_all(&connection, record, &received, &announced));
        started.map_err(of_file)?;
        Ok(Self { changes, news })
    }

    /// The news of the store.
    pub(super) fn news(&self) -> &News {
        &self.news
    }

    /// Makes a change. Returns when it is on the disk.
    pub(super) async fn run<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqliteError> + Send + 'static,
    {
        let result = self.send(work)?;
        result.await.map_err(|_| StoreError::Closed)?
    }

    fn send<T, F>(&self, work: F) -> Result<oneshot::Receiver<Result<T, StoreError>>, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqliteError> + Send + 'static,
    {
        let (answer, result) = oneshot::channel();
        self.queue(work, move |value| drop(answer.send(value)))?;
        Ok(result)
    }

    fn queue<T, F, A>(&self, work: F, answer: A) -> Result<(), StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqliteError> + Send + 'static,
        A: FnOnce(Result<T, StoreError>) + Send + 'static,
    {
        let change: Change = Box::new(move |transaction| {
            let result = transaction.and_then(|connection| Ok(undone_on_error(connection, work)?));
            Box::new(move |committed| answer(committed.and(result)))
        });
        self.changes.send(change).map_err(|_| StoreError::Closed)
    }
}

/// Makes one change of a transaction. If it fails, the other changes stay.
fn undone_on_error<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, SqliteError>,
) -> Result<T, SqliteError> {
    execute(connection, "SAVEPOINT one")?;
    let result = work(connection);
    let undone = match result {
        Ok(_) => Ok(()),
        Err(_) => execute(connection, "ROLLBACK TO one"),
    };
    let ended = undone.and_then(|()| execute(connection, "RELEASE one"));
    ended.map_err(SqliteError::from).and(result)
}

/// Executes a statement that every change needs, so that it is parsed only once.
fn execute(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

fn write_all(
    connection: &Connection,
    mut record: ChangeRecord,
    received: &Receiver<Change>,
    news: &News,
) {
    while let Ok(first) = received.recv() {
        let begun = execute(connection, "BEGIN IMMEDIATE");
        let transaction = || same(&begun).map(|()| connection);
        let mut answers = vec![first(transaction())];
        while answers.len() < MAX_BATCH
            && let Ok(change) = received.try_recv()
        {
            answers.push(change(transaction()));
        }
        let committed = begun.and_then(|()| commit(connection));
        if committed.is_err() && !connection.is_autocommit() {
            let _ = connection.execute_batch("ROLLBACK");
        }
        // Before the answers: a caller that has one relies on the record, and expects its events to be announced.
        let committed = committed.map(|(committed, newest)| {
            record.write(committed);
            news.announce(newest);
        });
        for answer in answers {
            answer(same(&committed));
        }
    }
}

/// Commits a transaction, and counts it. Returns the committed changes and the newest rows.
fn commit(connection: &Connection) -> rusqlite::Result<(Committed, Newest)> {
    execute(connection, "UPDATE changes SET count = count + 1")?;
    // Not with RETURNING, which makes a table for the row.
    let counts = "SELECT count, (SELECT coalesce(max(rowid), 0) FROM runs) FROM changes";
    let committed = connection.prepare_cached(counts)?.query_row([], |row| {
        let number = |index| {
            row.get::<_, i64>(index)
                .map(|number| u64::try_from(number).unwrap_or_default())
        };
        Ok(Committed {
            changes: number(0)?,
            runs: number(1)?,
        })
    })?;
    let newest = Newest::of(connection)?;
    execute(connection, "COMMIT")?;
    Ok((committed, newest))
}

/// The result of a transaction, for each of its changes.
fn same(committed: &rusqlite::Result<()>) -> Result<(), StoreError> {
    let Err(why) = committed else {
        return Ok(());
    };
    Err(match why {
        rusqlite::Error::SqliteFailure(code, text) => {
            SqliteError::from(rusqlite::Error::SqliteFailure(*code, text.clone())).into()
        }
        other => StoreError::Unavailable {
            why: other.to_string(),
            remedy: "choose another folder with --data",
        },
    })
}
