//! The webhooks of keys, and their secrets.

use crate::error::SqliteError;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::deliveries;
use super::times::{now, parsed, text, time};
use super::{NOW, SqliteStore, audit};
use store::AuditRecord;
use store::StoreError;
use store::{MAX_WEBHOOKS, WebhookStore};
use store::{NewWebhook, WebhookEvent, WebhookRecord, WebhookSecret, WebhookTarget};

const COLUMNS: &str = "id, owner, url, origin, events, created_at, disabled_at, disabled_reason";

/// A migration: the webhooks of keys, the deliveries to them and to the targets of single runs, and their triggers.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE runs ADD COLUMN webhook_url TEXT;
         ALTER TABLE runs ADD COLUMN webhook_origin TEXT;
         ALTER TABLE runs ADD COLUMN link_base TEXT;
         CREATE TABLE webhooks (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            url TEXT NOT NULL,
            origin TEXT NOT NULL,
            events TEXT NOT NULL,
            created_at TEXT NOT NULL,
            disabled_at TEXT,
            disabled_reason TEXT,
            UNIQUE (owner, url)
         ) STRICT;
         CREATE TABLE webhook_secrets (
            owner TEXT PRIMARY KEY,
            secret BLOB NOT NULL,
            created_at TEXT NOT NULL,
            earlier BLOB,
            earlier_until TEXT
         ) STRICT;",
    )?;
    connection.execute_batch(DELIVERY_TABLES)?;
    connection.execute_batch(&trigger())
}

/// The deliveries, and the pace of each key at each origin.
const DELIVERY_TABLES: &str = "
    CREATE TABLE deliveries (
       number INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       run_id TEXT NOT NULL,
       workflow_id TEXT NOT NULL,
       owner TEXT NOT NULL,
       event TEXT NOT NULL,
       webhook_id TEXT,
       url TEXT NOT NULL,
       origin TEXT NOT NULL,
       body TEXT,
       state TEXT NOT NULL DEFAULT 'pending',
       attempts INTEGER NOT NULL DEFAULT 0,
       status INTEGER,
       reason TEXT,
       created_at TEXT NOT NULL,
       queued_at TEXT NOT NULL,
       due_at TEXT,
       first_attempt_at TEXT,
       last_attempt_at TEXT,
       ended_at TEXT
    ) STRICT;
    CREATE INDEX pending_deliveries ON deliveries (owner, origin, due_at) WHERE state = 'pending';
    CREATE INDEX pending_deliveries_of_a_run ON deliveries (run_id, url) WHERE state = 'pending';
    CREATE INDEX ended_deliveries ON deliveries (state, ended_at) WHERE ended_at IS NOT NULL;
    CREATE INDEX deliveries_of_an_owner ON deliveries (owner, number);
    CREATE INDEX deliveries_of_an_owner_by_state ON deliveries (owner, state, number);
    CREATE TABLE delivery_lanes (
       owner TEXT NOT NULL,
       origin TEXT NOT NULL,
       next_at TEXT NOT NULL,
       failures INTEGER NOT NULL DEFAULT 0,
       failing_since TEXT,
       slowed_until TEXT,
       PRIMARY KEY (owner, origin)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX delivery_lanes_by_time ON delivery_lanes (next_at);
";

/// Adds a delivery for each target of a run that starts or ends. It is not due while an earlier delivery of the same
/// run and target is pending.
fn trigger() -> String {
    let event = "'run.' || iif(NEW.status = 'running', 'started', NEW.status)";
    let wants = format!("instr(',' || events || ',', ',' || {event} || ',') > 0");
    let due = |url: &str| {
        format!(
            "iif(EXISTS (SELECT 1 FROM deliveries WHERE run_id = NEW.id AND url = {url} AND state = 'pending'),
                NULL, {NOW})"
        )
    };
    let row = |webhook: &str, url: &str, origin: &str| {
        format!(
            "'msg_' || lower(hex(randomblob(16))), NEW.id, NEW.workflow_id, NEW.owner, {event}, {webhook}, {url},
                {origin}, {NOW}, {NOW}, {}",
            due(url)
        )
    };
    let of_key = row("webhooks.id", "webhooks.url", "webhooks.origin");
    let of_run = row("NULL", "NEW.webhook_url", "NEW.webhook_origin");
    let hooks = format!("owner = NEW.owner AND disabled_at IS NULL AND {wants}");
    format!(
        "CREATE TRIGGER report_state AFTER UPDATE OF status ON runs
            WHEN NEW.status <> OLD.status AND NEW.status IN ('running', 'completed', 'failed', 'cancelled')
         BEGIN
            INSERT INTO deliveries (id, run_id, workflow_id, owner, event, webhook_id, url, origin, created_at,
                queued_at, due_at)
                SELECT {of_key} FROM webhooks WHERE {hooks}
                UNION ALL
                SELECT {of_run} WHERE NEW.webhook_url IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM webhooks WHERE {hooks} AND url = NEW.webhook_url
                );
            INSERT INTO delivery_lanes (owner, origin, next_at)
                SELECT DISTINCT owner, origin, {NOW} FROM deliveries
                    WHERE run_id = NEW.id AND state = 'pending' AND due_at IS NOT NULL
                ON CONFLICT DO UPDATE SET next_at = min(next_at, excluded.next_at) WHERE slowed_until IS NULL;
         END;"
    )
}

#[async_trait]
impl WebhookStore for SqliteStore {
    async fn webhooks(&self, owner: &str) -> Result<Vec<WebhookRecord>, StoreError> {
        let owner = owner.to_owned();
        self.read(move |connection| of_owner(connection, &owner))
            .await
    }

    async fn add_webhook(
        &self,
        webhook: NewWebhook,
        secret: [u8; 32],
        line: AuditRecord,
    ) -> Result<Option<(WebhookRecord, bool)>, StoreError> {
        self.write(move |connection| {
            let Some(added) = insert(connection, &webhook)? else {
                return Ok(None);
            };
            let sql = format!(
                "INSERT OR IGNORE INTO webhook_secrets (owner, secret, created_at) VALUES (?1, ?2, {NOW})"
            );
            let is_first = connection.execute(&sql, params![webhook.owner, secret])? > 0;
            audit::add(connection, &line)?;
            Ok(Some((added, is_first)))
        })
        .await
    }

    async fn remove_webhook(
        &self,
        owner: &str,
        id: &str,
        line: AuditRecord,
    ) -> Result<bool, StoreError> {
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.write(move |connection| {
            let sql = "DELETE FROM webhooks WHERE owner = ?1 AND id = ?2 RETURNING origin";
            let removed = connection.query_row(sql, [&owner, &id], |row| row.get::<_, String>(0));
            let Some(origin) = removed.optional()? else {
                return Ok(false);
            };
            let sql =
                "DELETE FROM deliveries WHERE owner = ?1 AND webhook_id = ?2 AND state = 'pending'";
            connection.execute(sql, [&owner, &id])?;
            deliveries::unblock(connection, &owner, &origin, now())?;
            audit::add(connection, &line)?;
            Ok(true)
        })
        .await
    }

    async fn webhook_secret(&self, owner: &str) -> Result<Option<WebhookSecret>, StoreError> {
        let owner = owner.to_owned();
        self.read(move |connection| stored_secret(connection, &owner))
            .await
    }

    async fn set_webhook_secret(
        &self,
        owner: &str,
        secret: [u8; 32],
        earlier_until: Option<DateTime<Utc>>,
        line: AuditRecord,
    ) -> Result<Option<WebhookSecret>, StoreError> {
        let owner = owner.to_owned();
        self.write(move |connection| {
            let replace = earlier_until.map_or("NOTHING", |_| {
                "UPDATE SET secret = excluded.secret, created_at = excluded.created_at, earlier = secret,
                    earlier_until = ?3"
            });
            let sql = format!(
                "INSERT INTO webhook_secrets (owner, secret, created_at)
                 SELECT ?1, ?2, {NOW} WHERE {KEY_EXISTS} AND ?3 IS ?3
                 ON CONFLICT DO {replace}"
            );
            let until = earlier_until.map(text);
            if connection.execute(&sql, params![owner, secret, until])? == 0 {
                return Ok(None);
            }
            audit::add(connection, &line)?;
            stored_secret(connection, &owner)
        })
        .await
    }
}

/// The webhooks of a key, oldest first.
pub(super) fn of_owner(
    connection: &Connection,
    owner: &str,
) -> Result<Vec<WebhookRecord>, SqliteError> {
    let sql = format!("SELECT {COLUMNS} FROM webhooks WHERE owner = ?1 ORDER BY created_at, id");
    let mut statement = connection.prepare_cached(&sql)?;
    let webhooks = statement.query_map([owner], record)?;
    Ok(webhooks.collect::<Result<_, _>>()?)
}

/// The condition that the key ?1 was not revoked.
const KEY_EXISTS: &str = "(?1 = '' OR EXISTS (SELECT 1 FROM keys WHERE name = ?1))";

/// Adds a webhook, or changes the one with its URL.
fn insert(
    connection: &Connection,
    webhook: &NewWebhook,
) -> Result<Option<WebhookRecord>, SqliteError> {
    let events: Vec<&str> = webhook.events.iter().map(|event| event.name()).collect();
    let events = events.join(",");
    let (owner, target) = (&webhook.owner, &webhook.target);
    let change = "UPDATE webhooks SET events = ?3, disabled_at = NULL, disabled_reason = NULL
         WHERE owner = ?1 AND url = ?2";
    if connection.execute(change, params![owner, target.url, events])? == 0 {
        let sql = format!(
            "INSERT INTO webhooks (owner, url, events, id, origin, created_at)
             SELECT ?1, ?2, ?3, ?4, ?5, {NOW}
             WHERE {KEY_EXISTS} AND (SELECT count(*) FROM webhooks WHERE owner = ?1) < ?6"
        );
        let (id, origin) = (&webhook.id, &target.origin);
        let values = params![owner, target.url, events, id, origin, MAX_WEBHOOKS];
        if connection.execute(&sql, values)? == 0 {
            return Ok(None);
        }
    }
    let sql = format!("SELECT {COLUMNS} FROM webhooks WHERE owner = ?1 AND url = ?2");
    Ok(Some(connection.query_row(
        &sql,
        params![owner, target.url],
        record,
    )?))
}

/// Deletes everything about the webhooks of a revoked key. Its runs report nothing from now on.
pub(super) fn forget(connection: &Connection, owner: &str) -> Result<(), SqliteError> {
    for sql in [
        "DELETE FROM webhooks WHERE owner = ?1",
        "DELETE FROM webhook_secrets WHERE owner = ?1",
        "DELETE FROM deliveries WHERE owner = ?1",
        "DELETE FROM delivery_lanes WHERE owner = ?1",
        "UPDATE runs SET webhook_url = NULL, webhook_origin = NULL
            WHERE status IN ('pending', 'running') AND owner = ?1 AND webhook_url IS NOT NULL",
    ] {
        connection.execute(sql, [owner])?;
    }
    Ok(())
}

fn stored_secret(
    connection: &Connection,
    owner: &str,
) -> Result<Option<WebhookSecret>, SqliteError> {
    let sql =
        "SELECT secret, created_at, earlier, earlier_until FROM webhook_secrets WHERE owner = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let secret = statement.query_row([owner], |row| {
        let earlier: Option<[u8; 32]> = row.get(2)?;
        let until: Option<String> = row.get(3)?;
        Ok(WebhookSecret {
            secret: row.get(0)?,
            created_at: time(row, 1)?,
            earlier: earlier.zip(until.as_deref().and_then(parsed)),
        })
    });
    Ok(secret.optional()?)
}

fn record(row: &Row<'_>) -> rusqlite::Result<WebhookRecord> {
    let events: String = row.get(4)?;
    let (disabled_at, reason): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
    let created_at: String = row.get(5)?;
    // The end of a run reads all webhooks of its key, and does not need these times.
    let readable = |time: String| parsed(&time).unwrap_or_default();
    Ok(WebhookRecord {
        id: row.get(0)?,
        owner: row.get(1)?,
        target: WebhookTarget {
            url: row.get(2)?,
            origin: row.get(3)?,
        },
        events: events.split(',').filter_map(WebhookEvent::of).collect(),
        created_at: readable(created_at),
        disabled: disabled_at.map(|at| (readable(at), reason.unwrap_or_default())),
    })
}
