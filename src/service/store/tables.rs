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
        attempts INTEGER NOT NULL DEFAULT 1,
        version INTEGER
    ) STRICT;
    CREATE INDEX IF NOT EXISTS runs_of_a_group ON runs (group_id, created_at);
    CREATE INDEX IF NOT EXISTS runs_by_creation ON runs (created_at);
    CREATE INDEX IF NOT EXISTS unfinished_runs ON runs (created_at)
        WHERE status IN ('pending', 'running');
    CREATE TABLE IF NOT EXISTS versions (
        workflow_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        digest TEXT NOT NULL,
        origin TEXT NOT NULL,
        created_at TEXT NOT NULL,
        is_deleted INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (workflow_id, number)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS folder_digests (
        workflow_id TEXT PRIMARY KEY,
        digest TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS embedded_engines (address TEXT PRIMARY KEY) STRICT;
";

/// Columns of runs that older versions of this program did not make.
const LATER_COLUMNS: [(&str, &str); 2] = [
    ("attempts", "INTEGER NOT NULL DEFAULT 1"),
    ("version", "INTEGER"),
];

/// Configures the connection, and creates missing tables and columns.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch(TABLES)?;
    for (name, column) in LATER_COLUMNS {
        let known = "SELECT 1 FROM pragma_table_info('runs') WHERE name = ?1";
        if !connection.prepare(known)?.exists([name])? {
            connection.execute_batch(&format!("ALTER TABLE runs ADD COLUMN {name} {column}"))?;
        }
    }
    Ok(())
}
