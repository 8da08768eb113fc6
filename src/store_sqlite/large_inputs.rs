//! The large inputs of a run. They are in a table of their own, and the run's row has them shortened, so that neither a
//! listing nor a change of the run reads or writes megabytes of text.

use crate::error::SqliteError;
use rusqlite::{Connection, params};

use run_core::StoredInput;
use store::RunRecord;

/// Inputs are large if they have more bytes than this.
const LARGE: usize = 16 << 10;
/// The number of inputs that the row of a run has if they are large, and the number of characters of each value.
const LISTED_INPUTS: usize = 100;
const LISTED_CHARACTERS: usize = 200;

/// The inputs of a run of `runs`, complete.
pub(super) const COMPLETE: &str = "coalesce((SELECT complete.inputs FROM large_inputs AS complete WHERE complete.run_id = runs.id), inputs)";

/// The same in a store that no service of this version may have opened yet.
pub(super) fn complete_in(connection: &Connection) -> rusqlite::Result<&'static str> {
    let table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'large_inputs'";
    let exists = connection.prepare_cached(table)?.exists([])?;
    Ok(if exists { COMPLETE } else { "inputs" })
}

/// A migration: large inputs move out of the rows of runs.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "CREATE TABLE large_inputs (run_id TEXT PRIMARY KEY, inputs TEXT NOT NULL) STRICT;
         INSERT INTO large_inputs
            SELECT id, inputs FROM runs WHERE octet_length(inputs) > {LARGE} AND json_valid(inputs);
         UPDATE runs SET inputs = (
                SELECT json_group_array(json_object(
                    'path', value ->> 'path',
                    'value', substr(value ->> 'value', 1, {LISTED_CHARACTERS}),
                    'shortened', json(iif(length(value ->> 'value') > {LISTED_CHARACTERS}, 'true', 'false'))
                ))
                FROM (SELECT value FROM json_each(inputs) LIMIT {LISTED_INPUTS})
            )
            WHERE id IN (SELECT run_id FROM large_inputs);
         CREATE TRIGGER forget_inputs AFTER DELETE ON runs BEGIN
            DELETE FROM large_inputs WHERE run_id = OLD.id;
         END;"
    ))
}

/// The inputs of a new run as they are written.
pub(super) struct Written {
    /// In the row of the run.
    pub(super) listed: String,
    /// In their own table, if they are large.
    complete: Option<String>,
}

impl Written {
    /// The inputs of this run.
    pub(super) fn of(run: &RunRecord) -> Result<Self, SqliteError> {
        let complete = serde_json::to_string(&run.inputs)?;
        if complete.len() <= LARGE {
            return Ok(Self {
                listed: complete,
                complete: None,
            });
        }
        let listed: Vec<_> = run.inputs.iter().take(LISTED_INPUTS).map(listed).collect();
        Ok(Self {
            listed: serde_json::to_string(&listed)?,
            complete: Some(complete),
        })
    }

    /// Writes the large inputs, if there are any.
    pub(super) fn insert(&self, connection: &Connection, run_id: &str) -> Result<(), SqliteError> {
        let Some(complete) = &self.complete else {
            return Ok(());
        };
        let sql = "INSERT INTO large_inputs (run_id, inputs) VALUES (?1, ?2)";
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(params![run_id, complete])?;
        Ok(())
    }
}

fn listed(input: &StoredInput) -> StoredInput {
    let end = input.value.char_indices().nth(LISTED_CHARACTERS);
    StoredInput {
        path: input.path.clone(),
        value: input.value[..end.map_or(input.value.len(), |(end, _)| end)].to_owned(),
        shortened: end.is_some(),
        file: None,
    }
}
