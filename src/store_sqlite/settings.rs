//! The data that the service keeps for itself.

use async_trait::async_trait;
use rusqlite::{OptionalExtension, params};

use super::{SqliteStore, audit};
use placement::LearnedDuration;
use store::AuditRecord;
use store::KeptEngine;
use store::LearnedNode;
use store::StoreError;
use store::{EngineStore, LearningStore, SecretStore};

#[async_trait]
impl SecretStore for SqliteStore {
    async fn secret(&self, name: &'static str) -> Result<[u8; 32], StoreError> {
        self.write(move |connection| {
            let sql = "SELECT value FROM secrets WHERE name = ?1";
            let stored = connection
                .query_row(sql, [name], |row| row.get(0))
                .optional()?;
            if let Some(secret) = stored {
                return Ok(secret);
            }
            let secret = rand::random::<[u8; 32]>();
            let sql = "INSERT INTO secrets (name, value) VALUES (?1, ?2)";
            connection.execute(sql, params![name, secret])?;
            Ok(secret)
        })
        .await
    }
}

#[async_trait]
impl LearningStore for SqliteStore {
    async fn durations(&self) -> Result<Vec<LearnedDuration>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT workflow, instance, warm, cold FROM durations";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                Ok(LearnedDuration {
                    workflow: row.get(0)?,
                    instance: row.get(1)?,
                    warm: row.get(2)?,
                    cold: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn learn_durations(&self, learned: Vec<LearnedDuration>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "INSERT OR REPLACE INTO durations (workflow, instance, warm, cold)
                VALUES (?1, ?2, ?3, ?4)";
            let mut statement = connection.prepare_cached(sql)?;
            for row in learned {
                statement.execute(params![row.workflow, row.instance, row.warm, row.cold])?;
            }
            Ok(())
        })
        .await
    }

    async fn node_times(&self) -> Result<Vec<LearnedNode>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT workflow, node, seconds FROM node_times";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                Ok(LearnedNode {
                    workflow: row.get(0)?,
                    node: row.get(1)?,
                    seconds: row.get(2)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn learn_node_times(&self, learned: Vec<LearnedNode>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql =
                "INSERT OR REPLACE INTO node_times (workflow, node, seconds) VALUES (?1, ?2, ?3)";
            let mut statement = connection.prepare_cached(sql)?;
            for row in learned {
                statement.execute(params![row.workflow, row.node, row.seconds])?;
            }
            Ok(())
        })
        .await
    }
}

#[async_trait]
impl EngineStore for SqliteStore {
    async fn engines(&self) -> Result<Vec<KeptEngine>, StoreError> {
        self.read(|connection| {
            let sql =
                "SELECT address, labels, depth, is_added, is_draining FROM engines ORDER BY rowid";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                let labels: String = row.get(1)?;
                let depth: Option<i64> = row.get(2)?;
                Ok(KeptEngine {
                    address: row.get(0)?,
                    labels: serde_json::from_str(&labels).unwrap_or_default(),
                    depth: depth.and_then(|depth| usize::try_from(depth).ok()),
                    is_added: row.get(3)?,
                    is_draining: row.get(4)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn change_engines(
        &self,
        kept: Vec<KeptEngine>,
        forgotten: Vec<String>,
        line: Option<AuditRecord>,
    ) -> Result<(), StoreError> {
        self.write(move |connection| {
            for address in forgotten {
                connection.execute("DELETE FROM engines WHERE address = ?1", [address])?;
            }
            // Not REPLACE, so that an instance keeps its position.
            let sql = "INSERT INTO engines (address, labels, depth, is_added, is_draining)
                VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (address) DO UPDATE SET labels = ?2, depth = ?3, is_added = ?4, is_draining = ?5";
            let mut statement = connection.prepare_cached(sql)?;
            for engine in kept {
                let depth = engine.depth.and_then(|depth| i64::try_from(depth).ok());
                let labels = serde_json::Value::from(engine.labels).to_string();
                statement.execute(params![
                    engine.address,
                    labels,
                    depth,
                    engine.is_added,
                    engine.is_draining
                ])?;
            }
            line.map_or(Ok(()), |line| audit::add(connection, &line))
        })
        .await
    }

    async fn embedded_engines(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare("SELECT address FROM embedded_engines")?;
            let addresses = statement.query_map([], |row| row.get(0))?;
            Ok(addresses.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn change_embedded_engines(
        &self,
        started: Vec<String>,
        ended: Vec<String>,
    ) -> Result<(), StoreError> {
        self.write(move |connection| {
            for address in ended {
                connection.execute("DELETE FROM embedded_engines WHERE address = ?1", [address])?;
            }
            for address in started {
                let sql = "INSERT OR IGNORE INTO embedded_engines (address) VALUES (?1)";
                connection.execute(sql, [address])?;
            }
            Ok(())
        })
        .await
    }
}
