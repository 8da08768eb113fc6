//! The versions of the database. Each step changes the tables of the last version. A step never changes after a program
//! with it was released. Knows columns, but no runs.

use crate::error::SqliteError;
use rusqlite::Connection;
use std::path::Path;

use super::slow_start::SlowStep;
use super::{clock, events, large_inputs, monitoring, removals, retention, usage, webhooks};
use store::StoreError;

/// Changes of the tables, from one version to the next.
type Step = fn(&Connection) -> rusqlite::Result<()>;

/// The steps. The version of a database is the number of its steps.
const STEPS: [Step; 21] = [
    first_tables,
    queue,
    shares,
    event_clients,
    changes,
    accepted_schemas,
    key_terms,
    key_limits,
    usage::tables,
    audit,
    removals::tables,
    retention::tables,
    usage::kept_bytes,
    events::tables,
    webhooks::tables,
    monitoring::traces,
    large_inputs::tables,
    clock::tables,
    submission_digests,
    key_workflows,
    no_triggers,
];

/// The last version whose triggers wrote the consequences of a change.
pub(super) const LAST_WITH_TRIGGERS: i64 = 20;

/// Brings a database to the current version, in one transaction.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), SqliteError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let is_older = usize::try_from(version).is_ok_and(|version| version < STEPS.len());
    let _updating = is_older.then(|| SlowStep::begin("updating", path));
    migrate_to(connection, STEPS.len())
}

/// Brings a database to this version, in one transaction.
pub(super) fn migrate_to(connection: &mut Connection, last: usize) -> Result<(), SqliteError> {
    let change = connection.transaction()?;
    let version: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let done = usize::try_from(version).ok();
    let steps = done.and_then(|done| STEPS.get(done..last));
    let steps = steps.ok_or(StoreError::Later)?;
    for step in steps {
        step(&change)?;
    }
    change.pragma_update(None, "user_version", last as i64)?;
    Ok(change.commit()?)
}

/// Ensures that no later program has changed a database.
pub(super) fn ensure_known(connection: &Connection) -> Result<(), SqliteError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match usize::try_from(version) {
        Ok(version) if version <= STEPS.len() => Ok(()),
        _ => Err(StoreError::Later.into()),
    }
}

/// Whether triggers of a database write the consequences of its changes. In later versions, the program writes them.
pub(super) fn uses_triggers(connection: &Connection) -> rusqlite::Result<bool> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(version <= LAST_WITH_TRIGGERS)
}

/// The tables from before databases had versions; some may exist, even without the last columns.
fn first_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(FIRST_TABLES)?;
    for (name, column) in [
        ("attempts", "INTEGER NOT NULL DEFAULT 1"),
        ("version", "INTEGER"),
    ] {
        let known = "SELECT 1 FROM pragma_table_info('runs') WHERE name = ?1";
        if !connection.prepare(known)?.exists([name])? {
            connection.execute_batch(&format!("ALTER TABLE runs ADD COLUMN {name} {column}"))?;
        }
    }
    Ok(())
}

const FIRST_TABLES: &str = "
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
        completed_at TEXT
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

/// The store becomes the queue: runs have an owner and a priority, and may be submitted again under the same
/// idempotency key; there are several keys; callers may add and drain engines. Before, every run counted an attempt
/// from the start.
fn queue(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
         ALTER TABLE runs ADD COLUMN priority TEXT NOT NULL DEFAULT 'normal';
         ALTER TABLE runs ADD COLUMN idempotency_key TEXT;
         UPDATE runs SET attempts = attempts - 1
            WHERE instance IS NULL AND status IN ('pending', 'running');
         CREATE UNIQUE INDEX submissions ON runs (owner, idempotency_key)
            WHERE idempotency_key IS NOT NULL;
         CREATE INDEX runs_of_an_owner ON runs (owner, created_at);
         CREATE TABLE durations (
            workflow TEXT NOT NULL,
            instance TEXT NOT NULL,
            warm REAL,
            cold REAL,
            PRIMARY KEY (workflow, instance)
         ) STRICT;
         CREATE TABLE withdrawals (
            prompt_id TEXT PRIMARY KEY,
            address TEXT NOT NULL
         ) STRICT;
         CREATE TABLE node_times (
            workflow TEXT NOT NULL,
            node TEXT NOT NULL,
            seconds REAL NOT NULL,
            PRIMARY KEY (workflow, node)
         ) STRICT;
         CREATE TABLE keys (
            name TEXT PRIMARY KEY,
            hash BLOB NOT NULL,
            share REAL NOT NULL,
            created_at TEXT NOT NULL
         ) STRICT;
         CREATE TABLE engines (
            address TEXT PRIMARY KEY,
            labels TEXT NOT NULL,
            depth INTEGER,
            is_added INTEGER NOT NULL,
            is_draining INTEGER NOT NULL
         ) STRICT;",
    )
}

/// Results can be shared by links.
fn shares(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE shares (
            id TEXT PRIMARY KEY,
            run_id TEXT NOT NULL,
            owner TEXT NOT NULL,
            created_at TEXT NOT NULL,
            expires_at TEXT NOT NULL
         ) STRICT;
         CREATE INDEX shares_of_an_owner ON shares (owner, created_at);
         CREATE INDEX shares_by_expiry ON shares (expires_at);",
    )
}

/// Each connection to an engine gets its events under an id of its own: an attempt keeps the one it was made with.
fn event_clients(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE runs ADD COLUMN client_id TEXT;
         DELETE FROM secrets WHERE name = 'events';",
    )
}

/// The number of transactions, to notice at the next start if some are gone.
fn changes(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE changes (count INTEGER NOT NULL) STRICT;
         INSERT INTO changes VALUES (0);",
    )
}

/// Runs keep the schema that they were accepted with, and the outputs that their engine has left out.
fn accepted_schemas(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE runs ADD COLUMN schema TEXT;
         ALTER TABLE runs ADD COLUMN left_out TEXT NOT NULL DEFAULT '[]';",
    )
}

/// Keys have rights, expire, and can be regenerated. Earlier keys keep their abilities.
fn key_terms(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE keys ADD COLUMN rights TEXT NOT NULL DEFAULT 'run,read,share';
         ALTER TABLE keys ADD COLUMN expires_at TEXT;
         ALTER TABLE keys ADD COLUMN last_used_at TEXT;
         ALTER TABLE keys ADD COLUMN link_id TEXT NOT NULL DEFAULT '';
         ALTER TABLE keys ADD COLUMN earlier_hash BLOB;
         ALTER TABLE keys ADD COLUMN earlier_until TEXT;
         UPDATE keys SET link_id = lower(hex(randomblob(8)));
         CREATE TABLE first_key (
            id TEXT PRIMARY KEY,
            link_id TEXT NOT NULL,
            earlier_hash BLOB,
            earlier_until TEXT
         ) STRICT;",
    )
}

/// Keys may be limited.
fn key_limits(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE keys ADD COLUMN rate TEXT;
         ALTER TABLE keys ADD COLUMN concurrent INTEGER;
         ALTER TABLE keys ADD COLUMN per_day INTEGER;",
    )
}

/// The audit log. Ids are never reused, so that a gap shows that lines are missing.
fn audit(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL,
            actor TEXT NOT NULL,
            address TEXT,
            action TEXT NOT NULL,
            subject TEXT NOT NULL
         ) STRICT;
         CREATE INDEX audit_by_time ON audit (at);",
    )
}

/// A repeated submission is compared with the first one.
fn submission_digests(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("ALTER TABLE runs ADD COLUMN digest TEXT;")
}

/// The program writes the consequences of a change of a run, in place of triggers.
fn no_triggers(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DROP TRIGGER tell_new_run;
         DROP TRIGGER tell_change;
         DROP TRIGGER forget_events;
         DROP TRIGGER forget_inputs;
         DROP TRIGGER count_accepted_runs;
         DROP TRIGGER count_engine_time;
         DROP TRIGGER count_bytes;
         DROP TRIGGER count_removed_bytes;
         DROP TRIGGER report_state;
         DROP TRIGGER run_ended;
         DROP TRIGGER run_removed;",
    )
}

/// Keys may be limited to workflows, a JSON array of their ids.
fn key_workflows(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("ALTER TABLE keys ADD COLUMN workflows TEXT;")
}
