//! The store's tables. Knows no runs, only columns.

use rusqlite::Connection;

/// The current time, RFC 3339 in UTC with milliseconds.
pub(super) const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS runs (
        id TEXT PRIMARY KEY,
        workflow_id TEXT NOT NULL,
        group_id TEXT,
        status TEXT NOT NULL,
        error TEXT,
        instance TEXT,
        prompt_id TEXT NOT NULL,
        workflow TEXT,
        inputs TEXT NOT NULL,
        outputs TEXT NOT NULL DEFAULT '[]',
        created_at TEXT NOT NULL,
        started_at TEXT,
        completed_at TEXT,
        attempts INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE INDEX IF NOT EXISTS runs_of_a_group ON runs (group_id, created_at);
    CREATE INDEX IF NOT EXISTS runs_by_creation ON runs (created_at);
    CREATE INDEX IF NOT EXISTS unfinished_runs ON runs (created_at)
        WHERE status IN ('pending', 'running');
    CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS embedded_engines (address TEXT PRIMARY KEY) STRICT;
";

/// Configures the connection, and creates missing tables and columns.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch(TABLES)?;
    let attempts = "SELECT 1 FROM pragma_table_info('runs') WHERE name = 'attempts'";
    if !connection.prepare(attempts)?.exists([])? {
        let sql = "ALTER TABLE runs ADD COLUMN attempts INTEGER NOT NULL DEFAULT 1";
        connection.execute_batch(sql)?;
    }
    Ok(())
}
