//! The run store: SQLite, so that an accepted run survives the process. Knows neither HTTP nor
//! engines.

mod connection;
mod outcome;
mod read;
mod run_record;
mod tables;
mod write;

pub(crate) use connection::{Store, StoreError};
pub(crate) use outcome::RunOutcome;
pub(crate) use read::{Page, SortBy};
pub(crate) use run_record::{RunRecord, StoredFile, StoredInput};

#[cfg(test)]
mod tests;
