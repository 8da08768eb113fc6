//! The errors of SQLite as those of a store.

use rusqlite::Error::{
    FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
};
use rusqlite::ErrorCode;

use crate::store::error::{StoreError, WRITABLE};

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let why = error.to_string();
        match error {
            // A value that no program has written.
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => Self::Corrupt(why),
            error => of_code(error.sqlite_error_code(), why),
        }
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
