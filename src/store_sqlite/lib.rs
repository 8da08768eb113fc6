//! The store in a SQLite file. One thread writes; readers have connections of their own.

mod audit;
mod ballast;
mod change_record;
mod clock;
mod completeness;
mod damaged_runs;
mod deliveries;
mod error;
mod events;
#[cfg(feature = "faults")]
mod faults;
mod integrity;
mod keys;
mod large_inputs;
mod migrations;
mod monitoring;
mod news;
mod open_runs;
mod readers;
mod recent_runs;
mod removals;
mod retention;
mod row;
mod run_changes;
mod run_files;
mod runs;
mod settings;
mod shares;
mod slow_start;
mod store_copy;
mod store_reader;
mod submission;
mod times;
mod usage;
mod versions;
mod webhooks;
mod withdrawals;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ballast::Ballast;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use change_record::ChangeRecord;
pub use completeness::Completeness;
use damaged_runs::DamagedRuns;
pub use error::SqliteError;
#[cfg(feature = "faults")]
pub use faults::{FaultKind, Faults, Moment, Outage};
use readers::Readers;
pub use run_files::RunFiles;
use slow_start::SlowStep;
use store::{StoreError, Upkeep};
pub use store_copy::StoreCopy;
pub use store_reader::StoreReader;
use writer::Writer;

/// The current time, RFC 3339 in UTC with milliseconds.
const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/// How long to wait for a file that another program uses.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a change that makes room is tried before the last time.
const SURE_TRIES: usize = 2;

/// The store in a SQLite file.
pub struct SqliteStore {
    path: PathBuf,
    ballast: Arc<Ballast>,
    writer: Writer,
    readers: Arc<Readers>,
    damaged: DamagedRuns,
    completeness: Completeness,
    #[cfg(feature = "faults")]
    faults: Arc<Faults>,
}

impl SqliteStore {
    /// Opens the store, or creates it if it does not exist. Reports missing changes. On a full disk, it uses the
    /// reserved space.
    ///
    /// # Errors
    /// When the file cannot be used, its pages are damaged, or a later program has changed it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let ballast = Ballast::beside(path);
        if ballast.is_needed() {
            ballast.release();
        }
        let open = || Self::open_now(path).map_err(StoreError::from);
        match open() {
            Err(why) if why.may_be_full_disk() && ballast.release() => open(),
            opened => opened,
        }
    }

    fn open_now(path: &Path) -> Result<Self, SqliteError> {
        let orphan = integrity::keep_orphaned_log(path);
        // SQLite gives its further files the mode of this one.
        let mut options = private_files::writing();
        options.create(true).open(path).map_err(error::of_file)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        // If damage is found, the files stay as they are.
        let no_checkpoint = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        connection.set_db_config(no_checkpoint, true)?;
        let checking = SlowStep::begin("checking", path);
        integrity::check_pages(&connection)?;
        drop(checking);
        let completeness = integrity::compare(path, integrity::committed(&connection)?, orphan);
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        migrations::migrate(&mut connection, path)?;
        connection.set_db_config(no_checkpoint, false)?;
        let mut record = ChangeRecord::open(path).map_err(error::of_file)?;
        record.write(integrity::committed(&connection)?);
        Ok(Self {
            path: path.to_owned(),
            ballast: Arc::new(Ballast::beside(path)),
            writer: Writer::start(connection, record)?,
            readers: Arc::new(Readers::new(path)),
            damaged: DamagedRuns::default(),
            completeness,
            #[cfg(feature = "faults")]
            faults: Faults::of_store(path),
        })
    }

    /// Whether it had every change when it was opened.
    pub fn completeness(&self) -> Completeness {
        self.completeness.clone()
    }

    /// Reads on a connection of its own, so that no change waits for it.
    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqliteError> + Send + 'static,
    {
        #[cfg(feature = "faults")]
        return self.faults.of(self.readers.clone().run(work)).await;
        #[cfg(not(feature = "faults"))]
        self.readers.clone().run(work).await
    }

    /// Makes a change. Returns when it is on the disk.
    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqliteError> + Send + 'static,
    {
        #[cfg(feature = "faults")]
        return self.faults.of(self.writer.run(work)).await;
        #[cfg(not(feature = "faults"))]
        self.writer.run(work).await
    }

    /// Makes a change that makes room or stops something. On a full disk, it gets the reserved space.
    async fn write_surely<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, SqliteError> + Clone + Send + 'static,
    {
        for _ in 0..SURE_TRIES {
            match self.write(work.clone()).await {
                // The transaction may have failed because of other changes in it.
                Err(why) if why.may_be_full_disk() => self.ballast.release(),
                done => return done,
            };
        }
        self.write(work).await
    }
}

#[async_trait]
impl Upkeep for SqliteStore {
    async fn keep_room(&self) {
        let ballast = self.ballast.clone();
        let _ = tokio::task::spawn_blocking(move || ballast.restore()).await;
    }

    /// Moves the contents of the other files into the main file, which is then complete without them.
    async fn complete(&self) -> Result<(), StoreError> {
        let path = self.path.clone();
        let task = tokio::task::spawn_blocking(move || complete(&path));
        Ok(task.await.map_err(|_| StoreError::Closed)??)
    }
}

fn complete(path: &Path) -> Result<(), SqliteError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    let is_busy: bool = connection.query_row(checkpoint, [], |row| row.get(0))?;
    match is_busy {
        true => Err(StoreError::Unavailable {
            why: "the file is in use".to_owned(),
            remedy: "stop the program that uses it",
        }
        .into()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
