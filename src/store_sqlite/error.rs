//! The errors of SQLite as errors of a store.

use data_folder::disk_advice;
use rusqlite::Error::{
    FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
};
use rusqlite::ErrorCode;
use store::{StoreError, WRITABLE};

/// Why SQLite failed, as an error of the store.
#[derive(Debug)]
pub struct SqliteError(StoreError);

impl From<SqliteError> for StoreError {
    fn from(error: SqliteError) -> Self {
        error.0
    }
}

impl From<StoreError> for SqliteError {
    fn from(error: StoreError) -> Self {
        Self(error)
    }
}

impl From<serde_json::Error> for SqliteError {
    fn from(error: serde_json::Error) -> Self {
        Self(error.into())
    }
}

impl From<rusqlite::Error> for SqliteError {
    fn from(error: rusqlite::Error) -> Self {
        let why = error.to_string();
        Self(match error {
            // No program writes such a value.
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => StoreError::Corrupt(why),
            error => of_code(error.sqlite_error_code(), why),
        })
    }
}

fn of_code(code: Option<ErrorCode>, why: String) -> StoreError {
    let remedy = match code {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            return StoreError::Corrupt(why);
        }
        Some(ErrorCode::ConstraintViolation) => return StoreError::Conflict(why),
        Some(code @ (ErrorCode::DiskFull | ErrorCode::SystemIoFailure)) => {
            let is_certain = code == ErrorCode::DiskFull;
            return StoreError::Full { why, is_certain };
        }
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => WRITABLE,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "stop the program that uses it"
        }
        _ => "choose another folder with --data",
    };
    StoreError::Unavailable { why, remedy }
}

/// An error of a file next to the database.
pub(crate) fn of_file(why: std::io::Error) -> StoreError {
    match disk_advice::is_full(&why) {
        true => StoreError::Full {
            why: format!("creating the file: {why}"),
            is_certain: true,
        },
        false => StoreError::File(why),
    }
}
