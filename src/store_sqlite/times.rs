//! The times in tables.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Row, RowIndex};

/// The current time of the system.
pub(super) fn now() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// A time in UTC with milliseconds. The texts sort like the times.
pub(super) fn text(time: DateTime<Utc>) -> String {
    store::rfc3339(time)
}

/// A time in a column.
pub(super) struct StoredTime(pub(super) DateTime<Utc>);

impl FromSql for StoredTime {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let time = value.as_str()?.parse();
        time.map(Self)
            .map_err(|why: chrono::ParseError| FromSqlError::Other(Box::new(why)))
    }
}

/// The time in a column of a row.
pub(super) fn time(row: &Row<'_>, column: impl RowIndex) -> rusqlite::Result<DateTime<Utc>> {
    row.get(column).map(|StoredTime(time)| time)
}

/// The time in a column that may be empty.
pub(super) fn time_if_any(
    row: &Row<'_>,
    column: impl RowIndex,
) -> rusqlite::Result<Option<DateTime<Utc>>> {
    let time: Option<StoredTime> = row.get(column)?;
    Ok(time.map(|StoredTime(time)| time))
}

/// The time in a text; `None` if it is damaged.
pub(super) fn parsed(text: &str) -> Option<DateTime<Utc>> {
    text.parse().ok()
}
