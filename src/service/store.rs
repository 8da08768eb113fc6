//! The run store: SQLite, so that an accepted run survives the process. Knows neither HTTP nor
//! engines.

mod attempts;
mod connection;
mod damaged_runs;
mod error;
mod outcome;
mod read;
mod readers;
mod row;
mod run_record;
mod tables;
mod versions;
mod write;

pub(crate) use connection::Store;
pub(crate) use error::StoreError;
pub(crate) use outcome::RunOutcome;
pub(crate) use read::{Page, SortBy};
pub(crate) use run_record::{RunRecord, StoredFile, StoredInput};
pub(crate) use versions::{Origin, VersionRecord};

#[cfg(test)]
mod tests;
